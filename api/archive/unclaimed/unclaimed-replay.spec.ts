import { readFile, rm } from 'node:fs/promises';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { type LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { keepRows } from '../../testing/keep-rows.js';
import { answer, count, me, withStranger, write } from '../../testing/with-stranger.js';
import { LedgerReplay } from '../my-story/ledger-replay.js';

const world = withStranger();
const { comeByMail, begun, left } = world;

const idsOf = async (table: string) =>
  (await world.testApp.dataSource.query<{ id: string }[]>(`SELECT id FROM ${table} ORDER BY created_at`)).map(
    ({ id }) => id,
  );
const noteInLedger = (event: LedgerEvent, at?: Date) =>
  world.testApp.app.get(WithdrawalLedger, { strict: false }).append(event, at);
const ledger = () => `${world.testApp.config.stateDir}/ledger/withdrawals.jsonl`;
/** Times of the ledger have none. */
const MICROSECONDS = `SELECT changed_at FROM written_answer WHERE changed_at <> date_trunc('milliseconds', changed_at)`;
const replay = () => world.testApp.app.get(LedgerReplay).apply();

describe('an e-mail that somebody registered before its owner came', () => {
  describe('once the owner opens a mailed link in another browser', () => {
    describe('in an older database that was restored, from before the owner had decided', () => {
      const ALL = { answer: 2, photo: 1, written_answer: 1, upload_session: 1, unclaimed_beginning: 1 };
      const NONE = { answer: 0, photo: 0, written_answer: 0, upload_session: 0, unclaimed_beginning: 0 };

      it('is withdrawn as a whole, and asks nothing any more', async () => {
        const { owner, participantId } = await begun();
        await noteInLedger({ kind: 'withdrawn', participantId });
        expect(await replay()).toBe(1);
        expect(await left()).toEqual(NONE);
        expect((await me(owner)).unclaimed).toBeNull();
      });

      it('waits where all of it came after the withdrawal', async () => {
        const { participantId } = await begun();
        await noteInLedger({ kind: 'withdrawn', participantId }, new Date(Date.now() - 60 * 60_000));
        await replay();
        expect(await left()).toEqual(ALL);
      });

      it.each(Object.keys(ALL).slice(0, 4))('waits where of %s alone it came after the withdrawal', async (later) => {
        const { participantId } = await begun();
        for (const table of Object.keys(ALL).slice(0, 4)) {
          if (table === later) continue;
          const at = table === 'written_answer' ? 'changed_at' : 'created_at';
          await world.testApp.dataSource.query(`UPDATE ${table} SET ${at} = ${at} - interval '1 day'`);
        }
        await noteInLedger({ kind: 'withdrawn', participantId }, new Date(Date.now() - 60 * 60_000));
        await replay();
        expect(await left()).toEqual({ ...NONE, [later]: ALL[later as 'answer'], unclaimed_beginning: 1 });
      });

      it('is withdrawn as far as one thing was', async () => {
        const { owner, participantId } = await begun();
        const [[recording], [photo], [words]] = [
          await idsOf('answer'),
          await idsOf('photo'),
          await idsOf('written_answer'),
        ];
        for (const id of [recording!, words!]) await noteInLedger({ kind: 'answer', participantId, id });
        await noteInLedger({ kind: 'photo', participantId, id: photo! });
        await replay();
        expect(await left()).toEqual({ ...ALL, answer: 1, photo: 0, written_answer: 0 });
        expect((await me(owner)).unclaimed).toMatchObject({ answers: 1, photos: 0 });
      });

      it('has no more of words that were claimed and then withdrawn with those that they were added to', async () => {
        await write(world.stranger, 3, 'I danced.');
        await write(world.stranger, 4, 'I sang.');
        const owner = await comeByMail();
        await write(owner, 3, 'I climbed.');
        const restore: (() => Promise<void>)[] = [];
        for (const table of ['written_answer', 'unclaimed_beginning']) {
          restore.push(await keepRows(world.testApp.dataSource, table, 'true'));
        }
        await owner.post('/api/user/unclaimed/claim').expect(204);
        const [joined] = (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
        await owner.post('/api/my-story/withdraw').send({ what: 'answer', id: joined!.id }).expect(200);
        await world.testApp.dataSource.query('DELETE FROM written_answer');
        for (const putBack of restore) await putBack();
        expect(await replay()).toBe(1);
        expect(await world.testApp.dataSource.query('SELECT text FROM written_answer')).toEqual([{ text: 'I sang.' }]);
      });

      it('has no words that were claimed and then emptied with those that they were added to', async () => {
        await write(world.stranger, 3, 'I danced.');
        const owner = await comeByMail();
        await write(owner, 3, 'I climbed.');
        const restore: (() => Promise<void>)[] = [];
        for (const table of ['written_answer', 'unclaimed_beginning']) {
          restore.push(await keepRows(world.testApp.dataSource, table, 'true'));
        }
        await owner.post('/api/user/unclaimed/claim').expect(204);
        expect(await world.testApp.dataSource.query(MICROSECONDS)).toEqual([]);
        const empty = (revision: number) =>
          owner.put('/api/written-answers/3').send({ text: '', revision }).expect(200);
        await empty(2);
        // Asked for once more, both lines are known.
        await empty(2);
        const lines = async () =>
          (await readFile(ledger(), 'utf8')).split('\n').filter((line) => line.includes('"emptied"'));
        expect(await lines()).toHaveLength(2);
        await world.testApp.dataSource.query('DELETE FROM written_answer');
        for (const putBack of restore) await putBack();
        expect(await replay()).toBe(2);
        await owner.post('/api/user/unclaimed/claim').expect(204);
        expect(await world.testApp.dataSource.query('SELECT text FROM written_answer')).toEqual([{ text: '' }]);
        await rm(ledger());
        await world.testApp.app.get(LedgerReplay).writeMissing();
        expect(await lines()).toHaveLength(2);
      });
    });

    it('is not theirs in an older database either, and nothing made of it is public there', async () => {
      const { owner, participantId } = await begun();
      const video = await world.staff.add(participantId, { transcript: 'What the stranger told.' });
      await world.testApp.dataSource.query('UPDATE showcase_video SET is_approved = true, approved_at = now()');
      const restore: (() => Promise<void>)[] = [];
      for (const table of ['media_file', 'answer', 'photo', 'written_answer', 'unclaimed_beginning']) {
        restore.push(await keepRows(world.testApp.dataSource, table, 'true'));
      }
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      for (const putBack of restore) await putBack();
      await world.testApp.dataSource.query(
        "UPDATE showcase_video SET is_approved = true, approved_at = now() - interval '1 minute'",
      );
      await answer(owner, [1]);
      expect(await replay()).toBe(5);
      const { answers, unclaimed } = { answers: await count('/api/videos', owner), ...(await me(owner)) };
      expect({ answers, unclaimed }).toMatchObject({ answers: 1, unclaimed: { answers: 0, photos: 0 } });
      const shown = 'SELECT id FROM public_video';
      expect(await world.testApp.dataSource.query(shown)).toEqual([]);
      expect(await replay()).toBe(0);
      // Who has it still there says it once more.
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      await world.staff.approve(video.id).expect(200);
      expect(await replay()).toBe(0);
      expect(await world.testApp.dataSource.query(shown)).toHaveLength(1);
    });
  });
});
