import { PRIVACY } from '../../contract/consent/privacy.js';
import { keepRows } from '../../testing/keep-rows.js';
import { answer, type Browser, count, heard, me, withStranger } from '../../testing/with-stranger.js';
import { LedgerReplay } from '../my-story/ledger-replay.js';

const world = withStranger();
const { atStaff, comeByMail } = world;

const say = (what: string, body: object) => (browser: Browser) =>
  browser
    .post(`/api/consent/${what}`)
    .send({ ...body, version: PRIVACY.version })
    .expect(200);
const replay = () => world.testApp.app.get(LedgerReplay).apply();
/** Gives what puts all that there is of people now in the place of what there is then. */
const backUp = async () => {
  const restore: (() => Promise<void>)[] = [];
  for (const table of ['participant', 'media_file', 'answer', 'recording_consent']) {
    restore.push(await keepRows(world.testApp.dataSource, table, 'true'));
  }
  return async () => {
    await world.testApp.dataSource.query('DELETE FROM participant');
    for (const putBack of restore) await putBack();
  };
};

describe('an e-mail that somebody registered before its owner came', () => {
  describe('once the owner opens a mailed link in another browser', () => {
    describe('leaves what was said to being recorded to the stranger', () => {
      const guardian = say('guardian', { email: 'parent@example.org' });
      const no = say('recording', { answer: 'no' });
      const nothing = { recording: 'none', receipts: 0 };

      it.each([
        ['no', [no]],
        ['no to all of it', [no, say('words', { answer: 'no' }), say('photos', { answer: 'no' })]],
      ])('%s, also after the next start and when the rest is claimed', async (_, words) => {
        for (const word of words) await word(world.stranger);
        const owner = await comeByMail();
        expect(await heard(owner)).toEqual(nothing);
        expect(await replay()).toBe(0);
        await owner.post('/api/user/unclaimed/claim').expect(204);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual(nothing);
        await say('recording', { answer: 'yes' })(owner);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual({ recording: 'given', receipts: 1 });
      });

      it('also where the owner has said something else since', async () => {
        await no(world.stranger);
        const owner = await comeByMail();
        await say('photos', { answer: 'no' })(owner);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual({ recording: 'none', photos: false, receipts: 1 });
      });

      it('but not the owner’s own no, which an older database does not know', async () => {
        await guardian(world.stranger);
        const owner = await comeByMail();
        await no(owner);
        await world.testApp.dataSource.query('DELETE FROM recording_consent');
        expect(await replay()).toBe(1);
        expect(await heard(owner)).toMatchObject({ recording: 'refused' });
      });

      describe('in an older database, from before the owner had proven the e-mail,', () => {
        it.each([
          ['no', no, 'refused'],
          ['that they are under 18', say('guardian', { email: 'mother@example.org' }), 'guardian_asked'],
        ])('but not what the owner said after that: %s', async (_, word, recording) => {
          await answer(world.stranger, [1]);
          await say('recording', { answer: 'yes' })(world.stranger);
          const restore = await backUp();
          const owner = await comeByMail();
          const { emailProvenAt } = await atStaff();
          await word(owner);
          await restore();
          expect((await atStaff()).emailProvenAt).toBeNull();
          expect(await replay()).toBe(2);
          expect(await replay()).toBe(0);
          expect(await atStaff()).toMatchObject({ emailProvenAt, unclaimed: { answers: 1 } });
          const again = await comeByMail();
          expect(await heard(again)).toMatchObject({ recording });
          await again.post('/api/user/unclaimed/claim').expect(204);
          expect(await heard(again)).toMatchObject({ recording });
          expect(await replay()).toBe(0);
        });

        it('and asks nothing where it was proven in the browser that registered it', async () => {
          await answer(world.stranger, [1]);
          const restore = await backUp();
          await comeByMail(world.stranger);
          await no(world.stranger);
          await restore();
          expect(await replay()).toBe(2);
          const again = await comeByMail();
          expect(await heard(again)).toMatchObject({ recording: 'refused' });
          expect((await me(again)).unclaimed).toBeNull();
          expect(await count('/api/videos', again)).toBe(1);
        });
      });

      it('but not a no that the database could not keep, where it was proven in the browser that said it', async () => {
        await no(world.stranger);
        await world.testApp.dataSource.query('DELETE FROM recording_consent');
        await comeByMail(world.stranger);
        expect(await replay()).toBe(1);
        expect(await replay()).toBe(0);
        expect(await heard(world.stranger)).toMatchObject({ recording: 'refused' });
      });

      it('but not while nobody has proven the e-mail yet', async () => {
        await no(world.stranger);
        const before = await me(world.stranger);
        await world.testApp.dataSource.query('DELETE FROM recording_consent');
        expect(await replay()).toBe(1);
        const states = 'SELECT participant_id AS id, state FROM recording_consent';
        expect(await world.testApp.dataSource.query(states)).toEqual([{ id: before.id, state: 'refused' }]);
      });
    });
  });
});
