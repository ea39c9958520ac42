import type { InterviewQuestion } from '../../contract/interview/questions.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import { createTestApp } from '../../testing/test-app.js';

describe('GET /api/questions', () => {
  it('tells anyone the questions of the steps, in their order', async () => {
    const testApp = await createTestApp();
    const { body } = await testApp.http.get('/api/questions').expect(200);
    const questions = body as InterviewQuestion[];
    expect(questions.map(({ sequence }) => sequence)).toEqual(QUESTION_IDS.map((_, index) => index + 1));
    const byId = questions.toSorted((one, next) => one.id - next.id);
    expect(byId.map(({ id }) => id)).toEqual(QUESTION_IDS);
    expect(byId.slice(0, 6).map(({ title }) => title)).toEqual([
      'Life before ME/CFS',
      'The events that caused it',
      'Life today',
      'What helped most in coping',
      'A dream or goal held onto',
      'One thing people should understand',
    ]);
    expect(questions[0]).toEqual({
      id: 1,
      title: 'Life before ME/CFS',
      text: expect.stringContaining('before you became ill') as string,
      starterPhrase: 'Before ME/CFS I loved to',
      sequence: 1,
    });
    await testApp.close();
  });
});
