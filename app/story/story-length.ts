import { READING_PREFERENCES_CHANGE } from '../../api/contract/common/player-texts.js';
import { SHORT_FORMS, type ShortForm } from '../../api/contract/transcripts/short-forms.js';
import { chapterOf, type PageParts } from './page.js';
import { nextAnswer, type PlayerStore } from './player-state.js';
import type { Screen } from './screen.js';
import { hasPlayedOut, type Stretch, stretchAfter, stretchAt, stretchesOf } from './stretches.js';

/** How much of the story is chosen, as far as this story offers it. */
export function shownLength(root: HTMLElement): ShortForm | 'words' | null {
  const chosen = document.documentElement.dataset.length ?? '';
  if (!root.dataset.lengths?.split(' ').includes(chosen)) return null;
  return chosen === 'words' ? 'words' : (SHORT_FORMS.find((minutes) => String(minutes) === chosen) ?? null);
}

/** Plays of each video what the chosen short form has of it, one stretch after the other. Nothing begins by itself. */
export function followLength(root: HTMLElement, { clips }: PageParts, store: PlayerStore, screen: Screen): void {
  /** The stretch that is playing, or at which the video stands. */
  let current: Stretch | null = null;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stretches = () => {
    const { short, clipId } = store.read();
    return short ? clipStretches(clipId, short.minutes) : [];
  };
  const goToFirst = () => {
    hasEnded = false;
    current = stretches()[0] ?? null;
    if (current) screen.seek(current.start);
  };
  const leave = (left: Stretch) => {
    current = stretchAfter(stretches(), left) ?? null;
    if (current) return screen.seek(current.start);
    const { mode, clipId, short } = store.read();
    hasEnded = true;
    store.send({ type: mode === 'interview' && nextAnswer(clips, clipId, short) ? 'ended' : 'stop-interview' });
  };
  const watch = () => {
    clearTimeout(timer);
    const { short, playback } = store.read();
    if (!short) return;
    const seconds = screen.seconds();
    const isPlaying = playback === 'playing';
    if (current && isPlaying && hasPlayedOut(current, seconds)) return leave(current);
    current = stretchAt(stretches(), seconds) ?? null;
    // The next time that is told may be some words too late.
    if (current && isPlaying) timer = setTimeout(watch, Math.max(20, (current.end - seconds) * 1000));
  };
  screen.onTime(watch);

  store.subscribe((state, previous) => {
    if (state.clipId !== previous.clipId || state.short !== previous.short) goToFirst();
    // The last of it may end with the film.
    else if (current && state.playback === 'idle' && previous.playback === 'playing') hasEnded = true;
    const isStart = state.playback === 'playing' || state.playback === 'starting';
    if (hasEnded && isStart && previous.playback !== state.playback) goToFirst();
  });

  const change = () => {
    const length = shownLength(root);
    const minutes = length === 'words' ? null : length;
    if (length === 'words') openAll(root);
    const { short, playback } = store.read();
    if (length === 'words' && playback !== 'idle') store.send({ type: 'stop-interview' });
    if ((short?.minutes ?? null) === minutes) return;
    const clipIds = minutes ? clips.filter(({ id }) => clipStretches(id, minutes).length > 0).map(({ id }) => id) : [];
    store.send({ type: 'shorten', ...(minutes && { short: { minutes, clipIds } }) });
  };
  document.addEventListener(READING_PREFERENCES_CHANGE, change);
  root.addEventListener('click', ({ target }) => {
    const gap = target instanceof Element ? target.closest<HTMLElement>('[data-gap]') : null;
    if (gap) toggleGap(gap, shownLength(root));
  });
  change();
}

function clipStretches(clipId: string, minutes: ShortForm): Stretch[] {
  const lines = [...(chapterOf(clipId)?.querySelectorAll<HTMLElement>('.cue') ?? [])].map((cue) => ({
    start: Number(cue.dataset.start),
    end: Number(cue.dataset.end),
    isIn: isInForm(cue, minutes),
  }));
  return stretchesOf(lines);
}

/** Whether a line of a transcript belongs to what is shown; of the whole story every line does. */
export function isInForm({ dataset }: HTMLElement, length: ShortForm | 'words' | null): boolean {
  if (length === null || length === 'words') return true;
  return dataset.forms?.split(' ').includes(String(length)) ?? false;
}

/** Opens what is left out from this button to the next chosen line, or folds it again. */
function toggleGap(gap: HTMLElement, length: ShortForm | 'words' | null): void {
  const transcript = gap.closest('[data-transcript]');
  if (!transcript) return;
  const isOpen = gap.getAttribute('aria-expanded') !== 'true';
  gap.setAttribute('aria-expanded', String(isOpen));
  const cues = [...transcript.querySelectorAll<HTMLElement>('.cue')];
  if (cues.length === 0) transcript.toggleAttribute('data-unfolded', isOpen);
  const after = cues.filter((cue) => gap.compareDocumentPosition(cue) & Node.DOCUMENT_POSITION_FOLLOWING);
  for (const cue of after) {
    if (isInForm(cue, length)) break;
    cue.toggleAttribute('data-unfolded', isOpen);
  }
}

function openAll(root: HTMLElement): void {
  for (const chapter of root.querySelectorAll<HTMLDetailsElement>('details.chapter')) chapter.open = true;
}
