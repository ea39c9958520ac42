import { clipOfFragment } from './address.js';
import { createCurrentTranscript } from './current-transcript.js';
import { chapterOf, readPage, type PageParts } from './page-parts.js';
import { showState } from './page-view.js';
import { createPlayerStore, type PlayerStore } from './player-store.js';
import { bindVideo } from './video-binding.js';

/** Brings the story page to life. Without it the page is read and its first video watched all the same. */
const root = document.querySelector<HTMLElement>('[data-story-player]');
const page = root && readPage(root);
const [first] = page?.clips ?? [];
if (root && page && first) mount(root, page, first.id);

function mount(story: HTMLElement, parts: PageParts, firstId: string): void {
  const store = createPlayerStore(parts.clips, { clipId: firstId, mode: 'single', playback: 'idle' });
  const transcript = createCurrentTranscript(parts);
  bindVideo(parts.video, parts.clips, store);
  store.subscribe((state, previous) => {
    showState(parts, state);
    if (state.clipId !== previous.clipId) transcript.change(state.clipId);
  });

  const followFragment = () => {
    const clipId = clipOfFragment(location.hash);
    if (clipId === null) return;
    store.send({ type: 'select', clipId });
    unfold(clipId);
  };
  addEventListener('hashchange', followFragment);
  story.addEventListener('click', (event) => handleClick(event, store, parts.video));

  showState(parts, store.read());
  transcript.change(firstId);
  followFragment();
}

function handleClick(event: MouseEvent, store: PlayerStore, video: HTMLVideoElement): void {
  const pressed =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-play], [data-action]') : null;
  if (!pressed) return;
  const { play: clipId, action } = pressed.dataset;
  if (clipId !== undefined) {
    event.preventDefault();
    pressed.closest('dialog')?.close();
    store.send({ type: 'play', clipId });
    video.scrollIntoView({ block: 'nearest' });
  } else if (action === 'playlist') {
    store.send({ type: store.read().mode === 'interview' ? 'stop-interview' : 'start-interview' });
  } else if (action === 'retry') {
    store.send({ type: 'retry' });
  }
}

/** Opens a chapter and brings it into view. */
function unfold(clipId: string): void {
  const chapter = chapterOf(clipId);
  if (chapter instanceof HTMLDetailsElement) chapter.open = true;
  chapter?.scrollIntoView();
}
