import { READING_PREFERENCES_CHANGE } from '../../api/contract/common/player-texts.js';
import type { Screen } from './screen.js';

/** Marks what is being said, in the chapter and under the player on a phone, without moving anything. */
export function followWords(root: HTMLElement, screen: Screen, currentClip: () => string): void {
  const mark = () => {
    const isFollowing = document.documentElement.hasAttribute('data-follow');
    for (const container of root.querySelectorAll<HTMLElement>('[data-cues]')) {
      const isCurrent = isFollowing && container.dataset.cues === currentClip();
      markIn(container, isCurrent ? screen.seconds() : null);
    }
  };
  screen.onTime(mark);
  document.addEventListener(READING_PREFERENCES_CHANGE, mark);
}

const spans = new WeakMap<Element, CueSpan[]>();

function markIn(container: HTMLElement, seconds: number | null): void {
  const elements = container.getElementsByClassName('cue');
  const index = seconds === null ? -1 : cueAt(spansOf(container, elements), seconds);
  const [marked] = container.getElementsByClassName('cue-now');
  if (marked === elements[index]) return;
  marked?.classList.remove('cue-now');
  elements[index]?.classList.add('cue-now');
}

function spansOf(container: Element, elements: HTMLCollectionOf<Element>): CueSpan[] {
  const known = spans.get(container);
  if (known?.length === elements.length) return known;
  const read = Array.from(elements as HTMLCollectionOf<HTMLElement>, ({ dataset }) => ({
    start: Number(dataset.start),
    end: Number(dataset.end),
  }));
  spans.set(container, read);
  return read;
}

/** When something is said, in seconds. */
interface CueSpan {
  start: number;
  end: number;
}

/** Which of the cues, in the order of their starts, is said at a time: the latest that has begun and not ended, else −1. */
export function cueAt(cues: readonly CueSpan[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const cue = cues[low - 1];
  return cue && seconds < cue.end ? low - 1 : -1;
}
