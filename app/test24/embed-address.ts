/** Of the host's player. */
export interface Embed {
  /** Origin of the player; the page's policy allows frames from there. */
  origin: string;
  videoId: string;
}

/**
 * Address of the player in a frame, playing at once: it is loaded by a press of play only. `dnt` asks the host to set
 * no cookies and to keep no statistics of whoever watches.
 */
export function embedAddress({ origin, videoId }: Embed, startSeconds: number): string {
  const url = new URL(`/video/${videoId}`, origin);
  url.search = new URLSearchParams({ dnt: '1', autoplay: '1' }).toString();
  url.hash = `t=${startSeconds}s`;
  return url.href;
}

/** "1:40". */
export function playingTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
