import { cueAt, type CueSpan } from './current-cue.js';
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
  document.addEventListener('comfort', mark);
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
