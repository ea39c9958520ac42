import { sampleStoryVideo } from '../../../api/contract/testing/sample-story-video.js';
import { answerToEach } from './nothing-found.js';

const questions = [3, 1, 2].map((id) => ({ id, sequence: id, title: `Question ${id}`, text: '', starterPhrase: null }));
const person = (firstName: string, ...answered: number[]) => ({
  user: { id: firstName, firstName, createdAt: '2025-03-01T00:00:00Z', userName: firstName },
  overviewVideo: null,
  videos: answered.map((questionId) => sampleStoryVideo({ id: `${firstName}${questionId}`, questionId })),
});
const shown = (...items: ReturnType<typeof person>[]) =>
  answerToEach(questions, items).map(({ question, answer }) => [question.id, answer?.video.id ?? null]);

describe('where a search that found nothing leads on', () => {
  it('is to another person for each question', () => {
    expect(shown(person('a', 1, 2, 3), person('b', 1, 2, 3), person('c', 1, 2, 3))).toEqual([
      [1, 'a1'],
      [2, 'b2'],
      [3, 'c3'],
    ]);
  });

  it('is to whoever has answered, wherever in the archive they stand', () => {
    expect(shown(person('a', 2), person('b', 2), person('c', 1))).toEqual([
      [1, 'c1'],
      [2, 'b2'],
      [3, null],
    ]);
    expect(shown(person('a', 3), person('b'), person('c'))).toEqual([
      [1, null],
      [2, null],
      [3, 'a3'],
    ]);
  });

  it('is to nobody while there is none', () => expect(shown()).toEqual([1, 2, 3].map((id) => [id, null])));
});
