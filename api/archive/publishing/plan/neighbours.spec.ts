import { LANDING_VOICES, STORY_VOICES } from '../../../contract/common/limits.js';
import type { Publication } from '../../stories/shown-video.js';
import { neighbours, newestStories } from './neighbours.js';

const stories = (count: number) => Array.from({ length: count }, (_, sequence) => ({ sequence }) as Publication);
const numbers = (publications: Publication[]) => publications.map(({ sequence }) => sequence);
const neighboursOf = (ascending: Publication[]) => ascending.map((_, at) => numbers(neighbours(ascending, at)));

describe('the people whom the page of a story names', () => {
  it('are those before it, the next older one first', () =>
    expect(numbers(neighbours(stories(20), 12))).toEqual([11, 10, 9, 8, 7, 6]));

  it('are filled up with later ones at the beginning of the archive, which leads on to its end', () => {
    expect(numbers(neighbours(stories(20), 2))).toEqual([1, 0, 3, 4, 5, 6]);
    expect(numbers(neighbours(stories(20), 0))).toEqual([19, 1, 2, 3, 4, 5]);
  });

  it('are never the story itself, nor one of them twice', () => {
    expect(neighboursOf(stories(1))).toEqual([[]]);
    expect(neighboursOf(stories(2))).toEqual([[1], [0]]);
    expect(neighboursOf(stories(3))).toEqual([
      [2, 1],
      [0, 2],
      [1, 0],
    ]);
  });

  it('stay the same on every page but the very first when a story is added', () => {
    const before = neighboursOf(stories(500));
    const after = neighboursOf(stories(501));
    expect(before.flatMap((numbersOf, at) => (numbersOf.join() === after[at]?.join() ? [] : at))).toEqual([0]);
  });

  it('change on a few pages when one goes', () => {
    const without = stories(500).filter(({ sequence }) => sequence !== 250);
    const before = neighboursOf(stories(500)).filter((_, at) => at !== 250);
    const changed = neighboursOf(without).filter((numbersOf, at) => numbersOf.join() !== before[at]?.join());
    expect(changed).toHaveLength(STORY_VOICES);
  });
});

describe('the people on the landing page', () => {
  it('are the newest', () => {
    expect(numbers(newestStories(stories(20)))).toEqual([19, 18, 17, 16, 15].slice(0, LANDING_VOICES));
    expect(newestStories([])).toEqual([]);
  });
});
