import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { MadeHelperLink } from '../../contract/people/helpers.js';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { keepRows } from '../../testing/keep-rows.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { provenPerson } from '../../testing/proven-person.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { whileNotKept } from '../../testing/while-not-kept.js';
import { LedgerReplay } from './ledger-replay.js';

const IS_FULL = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
const DONE = {
  code: 'out_of_space',
  message: 'The server has no space left. What you asked for is done all the same.',
};

function recording(fill: number, more: object = {}) {
  const videoData = toDataUrl(sampleWebm(1024, fill), 'video/webm');
  return { questionId: 1, title: `${fill}`, videoData, ...more };
}

describe('what people take back, where the database ends as it would keep it', () => {
  let testApp: TestApp;
  let browser: ReturnType<TestApp['browser']>;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    ({ browser } = await provenPerson(testApp));
  });
  afterEach(() => jest.restoreAllMocks());

  /** As at the next start, twice. */
  const startAgain = async () => {
    await testApp.app.get(LedgerReplay).apply();
    expect(await testApp.app.get(LedgerReplay).apply()).toBe(0);
  };
  const record = async (fill: number, more: object = {}) => {
    const { body } = await browser.post('/api/videos/upload-cloud').send(recording(fill, more)).expect(201);
    return (body as AnswerVideo).id;
  };
  const choose = (id: string) => browser.post(`/api/videos/choose/${id}`).expect(200);
  /** Each with its earlier recordings. */
  const answers = async () => {
    const all = (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
    return all.flatMap(({ id, pieces, earlierRecordings }) => [
      { id, pieces: pieces.length },
      ...earlierRecordings.map((other) => ({ id: other.id, pieces: other.pieces.length })),
    ]);
  };
  const withdraw = (what: string, id: string, table = 'answer') =>
    whileNotKept(testApp.dataSource, `DELETE ON ${table}`, () =>
      browser
        .post('/api/my-story/withdraw')
        .send({ what, ...(what === 'answer' && { id }) })
        .expect(503),
    );

  it.each(['answer', 'story'])('goes all the same: %s', async (what) => {
    const id = await record(1);
    await withdraw(what, id);
    expect(await answers()).toEqual([{ id, pieces: 1 }]);
    await startAgain();
    expect(await answers()).toEqual([]);
  });

  it.each(['answer', 'story'])('goes alone, and what was recorded since is the answer: %s', async (what) => {
    const id = await record(1);
    await withdraw(what, id);
    const since = await record(2);
    // Their no to it was kept before.
    await choose(id);
    await startAgain();
    expect(await answers()).toEqual([{ id: since, pieces: 1 }]);
  });

  it.each(['answer', 'story'])('goes from an answer that was gone on from since: %s', async (what) => {
    const id = await record(1);
    await record(2, { isAddition: true });
    await withdraw(what, id);
    await record(3, { isAddition: true });
    await startAgain();
    const [left] = (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
    const sha256 = createHash('sha256').update(sampleWebm(1024, 3)).digest('hex');
    expect(left).toMatchObject({ id, sha256, pieces: [{ sha256 }] });
    expect(left!.pieces).toHaveLength(1);
  });

  it.each([
    ['answer', []],
    ['story', []],
    ['answer', ['I sing.']],
    ['story', ['I sing.']],
  ])('is words that were there then, and none that were written since: %s %j', async (what, since) => {
    const write = async (text: string, revision: number) =>
      (await browser.put('/api/written-answers/1').send({ text, revision }).expect(200)).body as WrittenAnswer;
    const { id } = await write('I rest.', 0);
    await withdraw(what, id, 'written_answer');
    for (const text of since) await write(text, 1);
    await startAgain();
    const { body } = await browser.get('/api/written-answers').expect(200);
    expect((body as WrittenAnswer[]).map(({ text }) => text)).toEqual(since);
  });

  it('is no earlier recording and no piece: those can be removed again, chosen, and gone on from', async () => {
    const earlier = await record(1);
    const answer = await record(2);
    await record(3, { isAddition: true });
    const [, piece] = ((await browser.get('/api/videos').expect(200)).body as AnswerVideo[])[0]!.pieces;
    const whenNotKept = (table: string, path: string) =>
      whileNotKept(testApp.dataSource, `DELETE ON ${table}`, () => browser.delete(path).expect(503));
    await whenNotKept('answer', `/api/videos/${earlier}`);
    await whenNotKept('answer_piece', `/api/videos/${answer}/pieces/${piece!.id}`);
    await startAgain();
    expect(await answers()).toEqual([
      { id: answer, pieces: 2 },
      { id: earlier, pieces: 1 },
    ]);
    await choose(earlier);
    await choose(answer);
    await browser.delete(`/api/videos/${answer}/pieces/${piece!.id}`).expect(200);
    await browser.delete(`/api/videos/${earlier}`).expect(204);
    await startAgain();
    expect(await answers()).toEqual([{ id: answer, pieces: 1 }]);
  });

  it.each<[string, string, (answer: AnswerVideo) => string]>([
    ['earlier recording', 'is 404', (answer) => answer.earlierRecordings[0]!.id],
    ['piece', 'changes nothing', (answer) => `${answer.id}/pieces/${answer.pieces[1]!.id}`],
  ])('is not the %s that is gone, of which the ledger has no room, though asked again %s', async (what, _, pathOf) => {
    await record(1);
    await record(2);
    await record(3, { isAddition: true });
    const { dataSource } = testApp;
    const restore = [];
    for (const table of ['media_file', 'answer', 'answer_piece']) {
      restore.push(await keepRows(dataSource, table, 'true'));
    }
    const [answer] = (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
    const remove = () => browser.delete(`/api/videos/${pathOf(answer!)}`);
    jest.spyOn(testApp.app.get(WithdrawalLedger), 'append').mockRejectedValueOnce(IS_FULL);
    expect((await remove().expect(507)).body).toMatchObject(DONE);
    jest.restoreAllMocks();
    const left = await answers();
    expect(left).toHaveLength(what === 'piece' ? 2 : 1);
    // Its file went all the same.
    expect(await dataSource.query('SELECT FROM media_deletion')).toEqual([]);
    await remove().expect(what === 'piece' ? 200 : 404);
    const replay = testApp.app.get(LedgerReplay);
    expect(await replay.writeMissing()).toBe(1);
    expect(await replay.writeMissing()).toBe(0);
    for (const putBack of restore) await putBack();
    expect(await replay.apply()).toBe(1);
    expect(await answers()).toEqual(left);
  });

  it('is not what is said to be done, where the ledger has no room for it: a yes, and words that are emptied', async () => {
    await browser.put('/api/written-answers/1').send({ text: 'I rest.', revision: 0 }).expect(200);
    await browser.post('/api/consent/recording').send({ answer: 'no', version: PRIVACY.version }).expect(200);
    jest.spyOn(testApp.app.get(WithdrawalLedger), 'append').mockRejectedValue(IS_FULL);
    const yes = await browser.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version });
    const emptied = await browser.put('/api/written-answers/1').send({ text: '', revision: 1 });
    const no = await browser.post('/api/consent/recording').send({ answer: 'no', version: PRIVACY.version });
    jest.restoreAllMocks();
    for (const { status, body } of [yes, emptied])
      expect({ status, ...(body as object) }).toEqual({ status: 507, ...DONE });
    expect((no.body as { message: string }).message).toContain('Nothing was saved');
    expect((await browser.get('/api/consent').expect(200)).body).toMatchObject({ recording: 'given' });
  });

  it('is what a helper has added, and nothing that its person has recorded to go on from it', async () => {
    const { body } = await browser.post('/api/helpers').send({}).expect(201);
    const token = (body as MadeHelperLink).url.split('#')[1];
    const helper = testApp.browser();
    await helper.post('/api/help/session').send({ token }).expect(200);
    for (const questionId of [1, 2])
      await helper.post('/api/help/recordings').send(recording(questionId, { questionId })).expect(201);
    const [first, second] = await answers();
    for (const { id } of [first!, second!]) {
      await whileNotKept(testApp.dataSource, 'DELETE ON answer', () =>
        browser.delete(`/api/helpers/added/${id}`).expect(503),
      );
    }
    await record(3, { isAddition: true });
    expect(await answers()).toMatchObject([{ pieces: 2 }, { pieces: 1 }]);
    await startAgain();
    expect(await answers()).toEqual([{ id: first!.id, pieces: 1 }]);
    const [own] = (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
    expect(own!.addedByHelper).toBeUndefined();
  });
});
