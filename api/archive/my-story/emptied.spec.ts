import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { OWN_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { provenPerson } from '../../testing/proven-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { whileNotKept } from '../../testing/while-not-kept.js';
import { LedgerReplay } from './ledger-replay.js';

const WISHES = { words: 'Ask my sister.', contactName: 'Eva Example', contact: 'eva@example.org' };
const NO_WISHES = { words: '', contactName: '', contact: '' };

describe('words that were emptied', () => {
  let testApp: TestApp;
  let person: Awaited<ReturnType<typeof provenPerson>>;
  beforeEach(async () => {
    testApp = await createTestApp();
    person = await provenPerson(testApp, 'Anna');
  });
  afterEach(() => testApp.close());

  const query = (sql: string) => testApp.dataSource.query<object[]>(sql);
  const replay = () => testApp.app.get(LedgerReplay);
  const file = () => `${testApp.config.stateDir}/ledger/withdrawals.jsonl`;
  const read = async () => (await person.browser.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
  const write = async (text: string, seen?: number) => {
    const revision = seen ?? (await read())[0]?.revision ?? 0;
    return person.browser.put('/api/written-answers/1').send({ text, revision });
  };
  const wish = (wishes: object) => person.browser.put('/api/my-story/wishes').send(wishes).expect(204);
  /** As a backup has these rows, whatever comes after it. */
  const backUp = async (table: string) => {
    await query(`CREATE TABLE backed_up AS TABLE ${table}`);
    return async () => {
      await query(`DELETE FROM ${table}`);
      await query(`INSERT INTO ${table} SELECT * FROM backed_up`);
    };
  };

  it.each([
    ['with the first of them', 1],
    ['with none of them', 2],
    ['with others that were emptied later', 3],
  ])('stay so in an older backup, in which nothing is emptied that is written later: %s', async (_, words) => {
    const texts = ['Nobody is to read this.', '', 'Nor this.'];
    for (const text of texts.slice(0, words)) await write(text);
    const restore = await backUp('written_answer');
    for (const text of [...texts.slice(words), '']) await write(text);
    await restore();
    await replay().apply();
    expect(await read()).toMatchObject([{ text: '' }]);
    await write('I rest.');
    expect(await replay().apply()).toBe(0);
    expect(await read()).toMatchObject([{ text: 'I rest.' }]);
  });

  it('are written down at the start where the ledger was lost', async () => {
    await write('Nobody is to read this.');
    const restore = await backUp('written_answer');
    await write('');
    await rm(file());
    await replay().writeMissing();
    const written = await readFile(file(), 'utf8');
    expect(await replay().writeMissing()).toBe(0);
    expect(await readFile(file(), 'utf8')).toBe(written);
    await restore();
    expect(await replay().apply()).toBe(1);
    expect(await read()).toMatchObject([{ text: '' }]);
  });

  it('are written down once they are emptied again, where at first only the database had kept it', async () => {
    await write('Nobody is to read this.');
    const restore = await backUp('written_answer');
    await rename(file(), `${file()}.kept`);
    await mkdir(file());
    expect((await write('', 1)).status).toBe(500);
    await rmdir(file());
    await rename(`${file()}.kept`, file());
    for (const _ of [1, 2]) expect((await write('', 1)).status).toBe(200);
    expect((await readFile(file(), 'utf8')).match(/"kind":"emptied"/g)).toHaveLength(1);
    await restore();
    expect(await replay().apply()).toBe(1);
    expect(await read()).toMatchObject([{ text: '' }]);
  });

  it('are there where that was not kept, and stay', async () => {
    await write('I rest.');
    await whileNotKept(testApp.dataSource, 'UPDATE ON written_answer', async () =>
      expect((await write('')).status).toBe(503),
    );
    expect((await write('I rest.')).status).toBe(200);
    expect(await replay().apply()).toBe(0);
    expect(await read()).toMatchObject([{ text: 'I rest.' }]);
  });

  it('are wishes that stay where they are said again after that was not kept', async () => {
    await wish(WISHES);
    await whileNotKept(testApp.dataSource, 'DELETE ON story_wish', () =>
      person.browser.put('/api/my-story/wishes').send(NO_WISHES).expect(503),
    );
    await wish(WISHES);
    expect(await replay().apply()).toBe(0);
    expect(await query('SELECT words FROM story_wish')).toEqual([{ words: WISHES.words }]);
  });

  it('can be written anew so often in a day, and emptied always', async () => {
    await write('For the first time');
    await write('');
    for (let times = 0; times <= OWN_CHANGES_PER_DAY; times += 1) {
      const { status } = await write(`Again ${times}`);
      expect(status).toBe(times === OWN_CHANGES_PER_DAY ? 429 : 200);
      expect((await write('')).status).toBe(200);
    }
  });

  it('are wishes, too, which are gone in an older backup', async () => {
    await wish(WISHES);
    const restore = await backUp('story_wish');
    await wish(NO_WISHES);
    await restore();
    expect(await replay().apply()).toBe(1);
    expect(await query('SELECT FROM story_wish')).toEqual([]);
    await wish(WISHES);
    expect(await replay().apply()).toBe(0);
    expect(await query('SELECT words FROM story_wish')).toEqual([{ words: WISHES.words }]);
  });

  it('are wishes that may be taken back, however often they were changed today', async () => {
    for (let times = 0; times < OWN_CHANGES_PER_DAY; times += 1) await wish({ ...WISHES, words: `${times}` });
    await person.browser.put('/api/my-story/wishes').send(WISHES).expect(429);
    await wish(NO_WISHES);
    expect(await query('SELECT FROM story_wish')).toEqual([]);
  });
});
