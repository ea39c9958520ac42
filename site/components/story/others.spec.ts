import type { Voice } from '../../../api/contract/voices.js';
import { othersOn } from './others.js';

const voice = (firstName: string, ...questionIds: number[]): Voice => ({
  userName: `${firstName.toLowerCase()}-2025-03-01`,
  firstName,
  sentence: null,
  posterUrl: null,
  answers: questionIds.map((questionId) => ({ questionId, videoId: `${firstName}${questionId}` })),
});
const names = (questionId: number, voices: Voice[]) => othersOn(questionId, voices).map(({ firstName }) => firstName);

describe('others on a question', () => {
  it('are those who have answered it, with that answer', () =>
    expect(othersOn(3, [voice('Ben', 1), voice('Cleo', 1, 3)])).toEqual([
      { userName: 'cleo-2025-03-01', firstName: 'Cleo', videoId: 'Cleo3' },
    ]));

  it('are four at most, the nearest ones', () =>
    expect(
      names(
        1,
        ['A', 'B', 'C', 'D', 'E'].map((name) => voice(name, 1)),
      ),
    ).toEqual(['A', 'B', 'C', 'D']));
});
