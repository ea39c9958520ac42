/**
 * Shows the first frame of a story's video in its poster: only of posters that come near the screen, and not for
 * people who asked their browser to save data. Until then, and when a video fails, the drawn poster stays.
 */
export function showFirstFrames(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        showFirstFrame(target as HTMLElement);
      }
    },
    { rootMargin: '200px' },
  );
  for (const poster of document.querySelectorAll('[data-first-frame]')) observer.observe(poster);
}

function showFirstFrame(poster: HTMLElement): void {
  const video = document.createElement('video');
  video.className = 'poster-frame';
  video.muted = true;
  video.playsInline = true;
  video.preload = 'metadata';
  video.tabIndex = -1;
  video.setAttribute('aria-hidden', 'true');
  video.addEventListener('loadeddata', () => (video.dataset.loaded = ''), { once: true });
  video.addEventListener('error', () => video.remove(), { once: true });
  // The time fragment makes iOS draw a frame, which it does not for metadata alone.
  video.src = `${poster.dataset.firstFrame}#t=0.1`;
  poster.append(video);
}
