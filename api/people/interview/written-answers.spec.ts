import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import { swapQuestions } from '../../testing/question-order.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

const QUESTIONS = [1, 2, 3, 4, 5, 6];

describe('an answer in words', () => {
  let testApp: TestApp;
  let browser: Browser;
  let participantId: string;
  let people = 0;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `words-${++people}@example.org` };
    const { body } = await browser.post('/api/register').send(person).expect(201);
    participantId = (body as { user: { id: string } }).user.id;
  });

  const write = (text: unknown, revision: unknown = 0, questionId: number | string = 1, from = browser) =>
    from.put(`/api/written-answers/${questionId}`).send({ text, revision });
  const read = async (from = browser) => (await from.get('/api/written-answers').expect(200)).body as unknown;

  it('is kept as it was typed, in any script, with what was kept counted', async () => {
    const text = '  Before, I <b>climbed</b> &amp; sang.\n\nقبل المرض 🌱 كنت أغني  ';
    const { body } = await write(text).expect(200);
    expect(body).toEqual({
      id: expect.any(String) as string,
      questionId: 1,
      text: text.trim(),
      revision: 1,
      changedAt: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(await read()).toEqual([body]);
    expect((await write('Shorter', 1).expect(200)).body).toMatchObject({ text: 'Shorter', revision: 2 });
    expect(await read(await other())).toEqual([]);
  });

  it('is listed in the order of the questions', async () => {
    for (const id of [3, 1, 2]) await write('Told', 0, id).expect(200);
    const [first, second, third] = [1, 2, 3].map((questionId) => ({ questionId }));
    expect(await read()).toMatchObject([first, second, third]);
    await swapQuestions(testApp.dataSource, [1, 3], async () =>
      expect(await read()).toMatchObject([third, second, first]),
    );
  });

  it('is never overwritten unseen, and the same words again are no change', async () => {
    await write('Mine').expect(200);
    expect((await write('Theirs').expect(409)).body).toMatchObject({ code: 'words_changed' });
    expect((await write('Mine').expect(200)).body).toMatchObject({ revision: 1 });
    const [one, two] = await Promise.all([write('One', 1), write('Two', 1)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each([
    ['no text', undefined, 0, 1, 400],
    ['no revision', 'x', undefined, 1, 400],
    ['a revision that is none', 'x', -1, 1, 400],
    ['too many characters', 'x'.repeat(WRITTEN_ANSWER_MAX_LENGTH + 1), 0, 1, 400],
    ['a character that cannot be kept', 'a\0b', 0, 1, 400],
    ['no question', 'x', 0, 7, 404],
    ['no number', 'x', 0, 'first', 404],
  ])('is refused with %s', async (_name, text, revision, questionId, status) => {
    await write(text, revision === undefined ? null : revision, questionId).expect(status);
    expect(await read()).toEqual([]);
  });

  it('takes as many characters as it may have', async () => {
    await write('é'.repeat(WRITTEN_ANSWER_MAX_LENGTH)).expect(200);
  });

  it('answers the question, until it is taken back', async () => {
    await testApp.staff().patch(`/api/admin/users/${participantId}`).send({ photosNeeded: false }).expect(200);
    for (const id of QUESTIONS) await write('Told', 0, id).expect(200);
    await write('', 1, 6).expect(200);
    expect((await submit().expect(409)).body).toMatchObject({ code: 'questions_missing' });
    await write('Told again', 2, 6).expect(200);
    await submit().expect(200);
    expect((await write('Later', 1).expect(409)).body).toMatchObject({ code: 'submitted' });
  });

  it('goes with its person', async () => {
    await write('Mine').expect(200);
    await testApp.staff().delete(`/api/admin/delete-user/${participantId}`).expect(200);
    expect(
      await testApp.dataSource.query(`SELECT FROM written_answer WHERE participant_id = $1`, [participantId]),
    ).toEqual([]);
  });

  const submit = () => browser.patch('/api/user/status').send({ status: 'submitted' });
  const other = async () => {
    const visitor = testApp.browser();
    const person = { firstName: 'Eve', lastName: 'Other', email: `words-${++people}@example.org` };
    await visitor.post('/api/register').send(person).expect(201);
    return visitor;
  };
});
