import { videoOfAnchor } from '../../api/contract/stories/story-slug.js';
import { opensElsewhere } from '../shared/ui/opens-elsewhere.js';
import { createCurrentTranscript } from './current-transcript.js';
import { followWords } from './follow-words.js';
import { createMomentBar, type Moment, momentOf } from './moment-bar.js';
import { chapterOf, readPage, showGone, showState, showWithdrawn, type PageParts, type PlayerParts } from './page.js';
import { createPlayerStore, type PlayerStore } from './player-state.js';
import { followLength, shownLength } from './story-length.js';
import { createScreen, type Screen } from './screen.js';

/** Brings the story page to life. Without it the page is read and its first video watched all the same. */
const root = document.querySelector<HTMLElement>('[data-story-player]');
const page = root && readPage(root);
if (root && page) {
  const { video, clips } = page;
  const [first] = clips;
  if (first && video) mount(root, { ...page, video }, first.id);
  else mountWords(root, page);
}

/** A story that was told in words alone: there is nothing to play. */
function mountWords(story: HTMLElement, parts: PageParts): void {
  addEventListener('hashchange', unfoldNamed);
  createMomentBar(parts);
  openForPrint(story);
  unfoldNamed();
}

function unfoldNamed(): void {
  const place = videoOfAnchor(location.hash);
  if (place) unfold(place.videoId);
}

function mount(story: HTMLElement, parts: PlayerParts, firstId: string): void {
  const store = createPlayerStore(parts.clips, { clipId: firstId, mode: 'single', playback: 'idle' });
  const transcript = createCurrentTranscript(parts, () => shownLength(story));
  const screen = createScreen(parts, store, story.dataset.storyPlayer ?? '');
  store.subscribe((state, previous) => {
    showState(parts, state);
    if (state.failure === 'withdrawn') showWithdrawn(story);
    if (state.failure === 'gone' && state.failure !== previous.failure) {
      showGone(state.clipId);
      transcript.change(state.clipId);
    }
    if (state.mode === 'interview') open(state.clipId);
    if (state.clipId !== previous.clipId || state.short !== previous.short) transcript.change(state.clipId);
  });

  const playMoment = ({ clipId, seconds }: Moment) => {
    store.send({ type: 'play', clipId });
    screen.seek(seconds);
    screen.bringIntoView();
  };
  /** Nothing plays by itself: what stands still goes to the moment, what plays goes on from there. */
  const goTo = ({ clipId, seconds }: Moment) => {
    if (clipId !== store.read().clipId) store.send({ type: 'select', clipId });
    screen.seek(seconds);
  };
  const followFragment = () => {
    const moment = videoOfAnchor(location.hash);
    if (!moment) return;
    store.send({ type: 'select', clipId: moment.videoId });
    if (moment.seconds !== null) screen.seek(moment.seconds);
    unfold(moment.videoId);
  };

  addEventListener('hashchange', followFragment);
  story.addEventListener('click', (event) => handleClick(event, store, screen));
  story.addEventListener('click', (event) => handleMoment(event, goTo, playMoment));
  createMomentBar(parts, playMoment);
  followWords(story, screen, () => store.read().clipId);
  followLength(story, parts, store, screen);
  openForPrint(story);

  showState(parts, store.read());
  transcript.change(store.read().clipId);
  followFragment();
}

function handleClick(event: MouseEvent, store: PlayerStore, screen: Screen): void {
  const pressed =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-play], [data-action]') : null;
  if (!pressed || opensElsewhere(pressed, event)) return;
  const { play: clipId, action } = pressed.dataset;
  if (clipId !== undefined) {
    event.preventDefault();
    pressed.closest('dialog')?.close();
    store.send({ type: 'play', clipId });
    screen.bringIntoView();
  } else if (action === 'playlist') {
    const isStart = store.read().mode === 'single';
    store.send({ type: isStart ? 'start-interview' : 'stop-interview' });
    if (isStart) screen.bringIntoView();
  } else if (action === 'retry') {
    store.send({ type: 'retry' });
  }
}

/** A press on a time plays from there, one on a sentence goes there while the words are followed. */
function handleMoment(event: MouseEvent, goTo: (moment: Moment) => void, play: (moment: Moment) => void): void {
  const { target } = event;
  const moment = target instanceof Element ? momentOf(target) : null;
  if (!moment || !(target instanceof Element)) return;
  const time = target.closest<HTMLAnchorElement>('a[data-moment]');
  if (time && opensElsewhere(time, event)) return;
  if (time) {
    event.preventDefault();
    // Sharing the page now shares this moment.
    history.replaceState(history.state, '', time.hash);
    play(moment);
  } else if (document.getSelection()?.isCollapsed && document.documentElement.hasAttribute('data-follow')) {
    goTo(moment);
  }
}

/** Opens a chapter and brings it into view, or the paragraph of it that the address names. */
function unfold(clipId: string): void {
  open(clipId);
  (document.getElementById(location.hash.slice(1)) ?? chapterOf(clipId))?.scrollIntoView();
}

function open(clipId: string): void {
  const chapter = chapterOf(clipId);
  if (chapter instanceof HTMLDetailsElement) chapter.open = true;
}

/** On paper every chapter is open; afterwards they are as they were. */
function openForPrint(story: HTMLElement): void {
  let folded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...story.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const chapter of folded) chapter.open = true;
  });
  addEventListener('afterprint', () => {
    for (const chapter of folded) chapter.open = false;
  });
}
