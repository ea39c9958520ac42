import { STORY_VOICES } from '../../../api/contract/common/limits.js';
import type { Voice } from '../../../api/contract/stories/voices.js';
import { othersInWords, othersOn } from './others.js';

const voice = (firstName: string, ...questionIds: number[]): Voice => ({
  userName: `${firstName.toLowerCase()}-2025-03-01`,
  firstName,
  sentence: null,
  posterUrl: null,
  answers: questionIds.map((questionId) => ({ questionId, videoId: `${firstName}${questionId}` })),
});
const people = (...names: string[]) => names.map((name) => voice(name, 1));

describe('others on a question', () => {
  it('are those who have answered it, with that answer', () =>
    expect(othersOn(3, [voice('Ben', 1), voice('Cleo', 1, 3)])).toEqual({
      shown: [{ userName: 'cleo-2025-03-01', firstName: 'Cleo', videoId: 'Cleo3' }],
      count: 1,
    }));

  it('are four at most, the nearest ones, and all are counted', () => {
    const { shown, count } = othersOn(1, people('A', 'B', 'C', 'D', 'E'));
    expect([shown.map(({ firstName }) => firstName), count]).toEqual([['A', 'B', 'C', 'D'], 5]);
  });

  it('are not counted where there may be people of whom the page does not know', () =>
    expect(
      othersOn(
        1,
        Array.from({ length: STORY_VOICES }, (_, at) => voice(`Person ${at}`, 1)),
      ).count,
    ).toBeNull());

  it.each([
    [null, 'Others'],
    [1, '1 other'],
    [4, '4 others'],
  ])('are %p in words: %s', (count, words) => expect(othersInWords(count)).toBe(words));
});
