import { jest } from '@jest/globals';
import { GUARDIAN_PATH } from '../../contract/consent/consent.js';
import { GUARDIAN_MAILS_MAX } from '../../contract/common/limits.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { AppError } from '../../platform/http/app-error.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { keepRows } from '../../testing/keep-rows.js';
import { readOutbox } from '../../testing/outbox.js';
import { answer, type Browser, heard, me, withStranger } from '../../testing/with-stranger.js';
import { LedgerReplay } from '../my-story/ledger-replay.js';
import { TranscriptDraftsRepository } from '../videos/drafts/transcript-drafts.repository.js';
import { ShowcaseVideoRowsRepository } from '../videos/catalogue/showcase-video-rows.repository.js';

const { version } = PRIVACY;
const world = withStranger();
const { atStaff, comeByMail, rows } = world;
const NAME = { firstName: 'Olga', lastName: 'Owner' };
const NOTHING = { recording: 'none', receipts: 0 };

const sql = <T>(query: string, ...values: unknown[]) => world.testApp.dataSource.query<T[]>(query, values);
const replay = () => world.testApp.app.get(LedgerReplay).apply();
const writeMissing = () => world.testApp.app.get(LedgerReplay).writeMissing();
const say = (browser: Browser, what: string, said: 'yes' | 'no') =>
  browser.post(`/api/consent/${what}`).send({ answer: said, version }).expect(200);
const claim = (owner: Browser) => owner.post('/api/user/unclaimed/claim').expect(204);
const discard = (owner: Browser) => owner.post('/api/user/unclaimed/discard').send(NAME).expect(204);
const show = (owner: Browser) => owner.post('/api/my-story/show');

let guardians = 0;
/** Gives what is behind the `#` of the link that the guardian is mailed. */
const ask = async (browser: Browser) => {
  const email = `parent-${++guardians}@example.org`;
  await browser.post('/api/consent/guardian').send({ email, version }).expect(200);
  const mail = (await readOutbox(world.testApp)).findLast(({ to }) => to?.[0]?.address === email);
  return mail!.text!.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]!;
};
const preview = (token: string) => world.testApp.http.post('/api/consent/guardian/preview').send({ token });
const decide = (token: string, said: 'yes' | 'no') =>
  world.testApp.http.post('/api/consent/guardian/answer').send({ token, answer: said, version });
const publish = async () => world.staff.publish((await atStaff()).id, { questionId: 1, transcript: 'I rest.' });
const story = async () => world.testApp.http.get(`/stories/${(await atStaff()).userName}`);
const hiddenAt = async (owner: Browser) => ((await owner.get('/api/my-story').expect(200)).body as MyStory).hiddenAt;
const mailsTo = async (address: string) =>
  (await readOutbox(world.testApp)).filter(({ to }) => to?.[0]?.address === address).length;
const backUp = async (...tables: string[]) => {
  const restore: (() => Promise<void>)[] = [];
  for (const table of ['participant', 'media_file', 'answer', 'recording_consent', 'consent_subject', ...tables]) {
    restore.push(await keepRows(world.testApp.dataSource, table, 'true'));
  }
  return async () => {
    await sql('DELETE FROM participant');
    for (const putBack of restore) await putBack();
  };
};

describe('what a guardian said before another browser proved the e-mail', () => {
  it('waits for the owner, and holds for them once they have claimed what was begun', async () => {
    const token = await ask(world.stranger);
    const owner = await comeByMail();
    expect((await preview(token).expect(200)).body).toMatchObject({ recording: 'guardian_asked' });
    expect(await heard(owner)).toEqual(NOTHING);
    expect(await replay()).toBe(0);
    await claim(owner);
    expect(await heard(owner)).toEqual({ recording: 'guardian_asked', receipts: 1 });
    expect(await replay()).toBe(0);
    const draft = { questionId: 4, filename: 'story.webm', mimeType: 'video/webm' };
    const { body } = await owner.post('/api/recording-drafts').send(draft).expect(409);
    expect(body).toMatchObject({ code: 'consent_missing' });
    await decide(token, 'yes').expect(200);
    expect(await heard(owner)).toEqual({ recording: 'given', receipts: 2 });
    expect(await rows('guardian_set_apart')).toBe(0);
  });

  it('can be said until then: a no takes the story down, and tells the owner nothing', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    const video = await publish();
    const place = { name: 'A blog', address: 'https://blog.example.org/mallory', userId: (await atStaff()).id };
    await world.testApp.staff().post('/api/admin/elsewhere/places').send(place).expect(204);
    const owner = await comeByMail();
    const mails = await mailsTo(world.email);
    expect((await story()).status).toBe(200);
    await decide(token, 'no').expect(200);
    expect((await story()).status).toBe(404);
    await decide(token, 'no').expect(200);
    const open = 'SELECT participant_id FROM removal_elsewhere WHERE done_at IS NULL';
    expect(await sql(open)).toEqual([{ participant_id: null }]);
    expect(await heard(owner)).toEqual(NOTHING);
    expect(await mailsTo(world.email)).toBe(mails);
    expect((await show(owner).expect(409)).body).toMatchObject({ code: 'guardian_decides' });

    await claim(owner);
    expect(await heard(owner)).toMatchObject({ recording: 'guardian_refused' });
    await show(owner).expect(409);
    await world.staff.unapprove(video.id).expect(200);
    expect((await world.staff.approve(video.id).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    expect(await writeMissing()).toBe(1);
    expect(await replay()).toBe(0);
  });

  it('has copies elsewhere removed without a word to the owner', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    await publish();
    const place = { name: 'A blog', address: 'https://blog.example.org/mallory', userId: (await atStaff()).id };
    await world.testApp.staff().post('/api/admin/elsewhere/places').send(place).expect(204);
    await decide(token, 'no').expect(200);
    const owner = await comeByMail();
    const [open] = await sql<{ id: string }>(`SELECT id FROM removal_elsewhere WHERE done_at IS NULL`);
    const settled = { outcome: 'removed' };
    await world.testApp.staff().post(`/api/admin/elsewhere/removals/${open!.id}`).send(settled).expect(204);
    expect(await heard(owner)).toEqual(NOTHING);
  });

  it('is a no that nobody shows the story against', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    await publish();
    await decide(token, 'no').expect(200);
    const owner = await comeByMail();
    expect((await show(owner).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    expect((await atStaff()).notShown?.as).toBe('guardian_refused');
    expect((await preview(token).expect(200)).body).toMatchObject({ recording: 'guardian_refused' });
    await decide(token, 'yes').expect(200);
    await show(owner).expect(409);
    expect((await story()).status).toBe(404);
  });

  it('is a yes that can be given until the owner claims it, and after', async () => {
    const [token, other] = [await ask(world.stranger), world.testApp.browser()];
    await comeByMail(other);
    await decide(token, 'yes').expect(200);
    expect(await heard(other)).toEqual(NOTHING);
    expect(await writeMissing()).toBe(0);
    expect(await replay()).toBe(0);
    await claim(other);
    expect(await heard(other)).toEqual({ recording: 'given', receipts: 2 });
    expect(await replay()).toBe(0);
    await decide(token, 'no').expect(200);
    expect(await heard(other)).toMatchObject({ recording: 'guardian_refused' });
  });

  it('is over where it was not theirs, but for the videos that were made of it', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    const video = await publish();
    await decide(token, 'no').expect(200);
    const owner = await comeByMail();
    await discard(owner);
    // Nobody is mailed any more, so nobody's address is needed.
    expect(await sql('SELECT guardian_email AS email FROM guardian_set_apart')).toEqual([{ email: '' }]);
    await preview(token).expect(410);
    await decide(token, 'yes').expect(410);
    expect(await heard(owner)).toEqual(NOTHING);
    expect(await writeMissing()).toBe(1);
    expect(await replay()).toBe(0);
    expect(await heard(owner)).toEqual(NOTHING);
    expect(await hiddenAt(owner)).toBeNull();
    expect((await world.staff.approve(video.id).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await publish();
    expect((await story()).status).toBe(200);
    expect(await sql('SELECT id FROM public_video WHERE id = $1', video.id)).toEqual([]);
  });

  it('goes with what was not theirs, where nothing was made of it', async () => {
    await ask(world.stranger);
    await discard(await comeByMail());
    expect(await rows('guardian_set_apart')).toBe(0);
  });

  it.each(['before', 'after'])('hides nothing of whoever it was not, also said %s the proof', async (when) => {
    const token = await ask(world.stranger);
    if (when === 'before') await decide(token, 'no').expect(200);
    const owner = await comeByMail();
    if (when === 'after') await decide(token, 'no').expect(200);
    expect(await hiddenAt(owner)).not.toBeNull();
    await discard(owner);
    expect(await hiddenAt(owner)).toBeNull();
    expect(await writeMissing()).toBe(0);
    expect(await replay()).toBe(0);
    await publish();
    expect((await story()).status).toBe(200);
  });

  it('is said to be over, and to be shown again, where the ledger has no room for a line after it', async () => {
    const isFull = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const ledger = world.testApp.app.get(WithdrawalLedger, { strict: false });
    const append = ledger.append.bind(ledger);
    using _ = jest.spyOn(ledger, 'append').mockImplementation(async (event, at) => {
      if (event.kind === 'shown') throw isFull;
      return append(event, at);
    });
    await decide(await ask(world.stranger), 'no').expect(200);
    const owner = await comeByMail();
    const done = { code: 'out_of_space', message: expect.stringMatching(/done all the same\.$/) };
    expect((await owner.post('/api/user/unclaimed/discard').send(NAME).expect(507)).body).toEqual(done);
    expect(await hiddenAt(owner)).toBeNull();
    await owner.post('/api/my-story/hide').expect(204);
    expect((await show(owner).expect(507)).body).toEqual(done);
    expect(await hiddenAt(owner)).toBeNull();
  });

  it('hides nothing of whoever it was not, where it was public before somebody was asked', async () => {
    await publish();
    await ask(world.stranger);
    const owner = await comeByMail();
    expect(await hiddenAt(owner)).not.toBeNull();
    await discard(owner);
    expect(await hiddenAt(owner)).toBeNull();
  });

  it('leaves hidden what the owner has hidden', async () => {
    const token = await ask(world.stranger);
    const owner = await comeByMail();
    await owner.post('/api/my-story/hide').expect(204);
    await decide(token, 'no').expect(200);
    const since = await hiddenAt(owner);
    await discard(owner);
    expect(since).not.toBeNull();
    expect(await hiddenAt(owner)).toBe(since);
  });

  it('goes with the person', async () => {
    await ask(world.stranger);
    await comeByMail();
    expect(await rows('guardian_set_apart')).toBe(1);
    await sql('DELETE FROM participant');
    expect(await rows('guardian_set_apart')).toBe(0);
  });

  it('keeps that somebody is under 18 where the mail fails as the e-mail is proven', async () => {
    let owner: Browser;
    using sending = jest.spyOn(world.testApp.app.get(Mailer, { strict: false }), 'send');
    sending.mockImplementationOnce(async () => {
      owner = await comeByMail();
      throw new AppError(503, 'mail_not_sent', 'No mail.');
    });
    const email = 'parent@example.org';
    await world.stranger.post('/api/consent/guardian').send({ email, version }).expect(503);
    const apart =
      'SELECT state, guardian_email AS email, guardian_token_hash AS link, guardian_mails AS mails FROM guardian_set_apart';
    expect(await sql(apart)).toEqual([{ state: 'guardian_asked', email: '', link: null, mails: 0 }]);
    await claim(owner!);
    expect(await heard(owner!)).toMatchObject({ recording: 'guardian_asked' });
  });

  it('is answered many times at once, also as the owner claims it', async () => {
    const token = await ask(world.stranger);
    const owner = await comeByMail();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(token, 'no')),
      owner.post('/api/user/unclaimed/claim'),
      ...Array.from({ length: 4 }, () => decide(token, 'no')),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]));
    expect(await heard(owner)).toEqual({ recording: 'guardian_refused', receipts: 2 });
  });

  it('has a release asked for of whoever is not recorded by it, and no speech sent away', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    const { id } = await atStaff();
    const { id: video } = await world.staff.add(id, { questionId: 1, transcript: 'I rest.' });
    const owner = await comeByMail();
    const state = async () => {
      const row = await world.testApp.app.get(ShowcaseVideoRowsRepository, { strict: false }).find(video);
      const drafts = world.testApp.app.get(TranscriptDraftsRepository, { strict: false });
      return { isNotRecorded: row!.isNotRecorded, isSent: (await drafts.findDue()).includes(video) };
    };
    await say(owner, 'transcription', 'yes');
    await sql(`UPDATE video_preparation SET state = 'ready', audio_media_id = media_id`);
    await sql('UPDATE showcase_video SET cues = NULL');
    expect(await state()).toEqual({ isNotRecorded: false, isSent: true });
    await decide(token, 'no').expect(200);
    expect(await state()).toEqual({ isNotRecorded: true, isSent: false });
  });

  describe('where an earlier version has ended the beginning without it', () => {
    it.each([
      ['claimed', 'guardian_asked', claim],
      ['not theirs', 'none', discard],
    ] as const)('is %s with it, or asked about once more', async (_, recording, decideIt) => {
      await ask(world.stranger);
      const owner = await comeByMail();
      const restore = await keepRows(world.testApp.dataSource, 'guardian_set_apart', 'true');
      await decideIt(owner);
      await sql('DELETE FROM recording_consent');
      await sql('DELETE FROM guardian_set_apart');
      await restore();
      await world.testApp.app.get(LedgerReplay).onApplicationBootstrap();
      expect(await heard(owner)).toMatchObject({ recording });
      expect((await me(owner)).unclaimed === null).toBe(recording !== 'none');
      await claim(owner);
      expect(await heard(owner)).toMatchObject({ recording: 'guardian_asked' });
    });
  });

  describe('joined with what the owner has said since', () => {
    it.each([
      ['asked', 'yes', 'guardian_asked'],
      ['asked', 'no', 'refused'],
      ['yes', 'yes', 'given'],
      ['yes', 'no', 'withdrawn'],
      ['no', 'yes', 'guardian_refused'],
      ['no', 'no', 'guardian_refused'],
    ] as const)('is the stricter: a guardian %s, an owner’s %s', async (guardian, own, recording) => {
      const token = await ask(world.stranger);
      if (guardian !== 'asked') await decide(token, guardian).expect(200);
      const owner = await comeByMail();
      await say(owner, 'recording', own);
      await say(owner, 'photos', 'no');
      expect(await replay()).toBe(0);
      await claim(owner);
      expect(await heard(owner)).toEqual({ recording, photos: false, receipts: 3 });
      expect(await replay()).toBe(0);
      expect(await heard(owner)).toMatchObject({ recording });
      expect((await owner.post('/api/consent/recording').send({ answer: 'yes', version })).status).toBe(
        recording === 'given' ? 200 : 409,
      );
      await decide(token, 'no').expect(200);
      expect(await heard(owner)).toMatchObject({ recording: 'guardian_refused' });
    });

    it.each([
      ['begun with', 'no', 'yes'],
      ['said since', 'yes', 'no'],
    ] as const)('is the stricter in speech, words and photos, too: a no that was %s', async (_, begun, own) => {
      const things = ['transcription', 'words', 'photos'];
      for (const what of things) await say(world.stranger, what, begun);
      await ask(world.stranger);
      const owner = await comeByMail();
      for (const what of things) await say(owner, what, own);
      await claim(owner);
      const said = `SELECT may_transcribe AS speech, may_keep_words AS words, may_keep_photos AS photos
        FROM recording_consent`;
      expect(await sql(said)).toEqual([{ speech: false, words: false, photos: false }]);
    });

    it('counts the mails to guardians that were sent before', async () => {
      for (let n = 0; n < GUARDIAN_MAILS_MAX; n++) await ask(world.stranger);
      const owner = await comeByMail();
      await ask(owner);
      await claim(owner);
      const { body } = await owner.post('/api/consent/guardian').send({ email: 'aunt@example.org', version });
      expect(body).toMatchObject({ code: 'too_many_mails' });
    });

    it('leaves the guardian whom the owner has asked, and each may take it back', async () => {
      const first = await ask(world.stranger);
      await decide(first, 'yes').expect(200);
      const owner = await comeByMail();
      const second = await ask(owner);
      await claim(owner);
      expect(await heard(owner)).toMatchObject({ recording: 'guardian_asked' });
      await decide(second, 'yes').expect(200);
      expect(await heard(owner)).toMatchObject({ recording: 'given' });
      await decide(first, 'no').expect(200);
      expect(await heard(owner)).toMatchObject({ recording: 'guardian_refused' });
    });
  });

  describe('in an older database that was restored', () => {
    it('from before the proof, holds as it was said last, also where the owner has said something since', async () => {
      const token = await ask(world.stranger);
      await decide(token, 'yes').expect(200);
      const restore = await backUp();
      await decide(token, 'no').expect(200);
      await say(await comeByMail(), 'recording', 'yes');
      await restore();
      expect(await replay()).toBeGreaterThan(0);
      expect(await replay()).toBe(0);
      const again = await comeByMail();
      expect((await show(again).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
      await claim(again);
      expect(await heard(again)).toMatchObject({ recording: 'guardian_refused' });
    });

    it('from before somebody was asked, waits again with what was begun', async () => {
      const restore = await backUp();
      await ask(world.stranger);
      await say(await comeByMail(), 'recording', 'yes');
      await restore();
      await replay();
      expect(await replay()).toBe(0);
      const again = await comeByMail();
      expect(await heard(again)).toMatchObject({ recording: 'none' });
      await claim(again);
      expect(await heard(again)).toMatchObject({ recording: 'guardian_asked' });
    });

    it('from before a no after the proof, is a no again, and the owner’s only once they claim it', async () => {
      const token = await ask(world.stranger);
      const owner = await comeByMail();
      const restore = await backUp('guardian_set_apart', 'unclaimed_beginning');
      await decide(token, 'no').expect(200);
      await say(owner, 'recording', 'yes');
      await restore();
      expect(await replay()).toBeGreaterThan(0);
      expect(await replay()).toBe(0);
      const again = await comeByMail();
      expect(await heard(again)).toMatchObject({ recording: 'none' });
      await claim(again);
      expect(await heard(again)).toMatchObject({ recording: 'guardian_refused' });
    });

    it('holds for nobody where what was begun was not theirs', async () => {
      const token = await ask(world.stranger);
      const owner = await comeByMail();
      await decide(await ask(owner), 'yes').expect(200);
      await decide(token, 'no').expect(200);
      await discard(owner);
      expect(await replay()).toBe(0);
      expect(await heard(owner)).toMatchObject({ recording: 'given' });
    });

    it('leaves hidden what the owner has hidden before a no that was not theirs', async () => {
      const token = await ask(world.stranger);
      const owner = await comeByMail();
      const restore = await backUp('guardian_set_apart', 'unclaimed_beginning', 'story_choice');
      await owner.post('/api/my-story/hide').expect(204);
      await decide(token, 'no').expect(200);
      await restore();
      await replay();
      const again = await comeByMail();
      await discard(again);
      expect(await hiddenAt(again)).not.toBeNull();
    });

    it('hides nothing of whoever it was not', async () => {
      const token = await ask(world.stranger);
      const owner = await comeByMail();
      const restore = await backUp('guardian_set_apart', 'unclaimed_beginning', 'story_choice');
      await decide(token, 'no').expect(200);
      await discard(owner);
      await restore();
      await replay();
      expect(await hiddenAt(await comeByMail())).toBeNull();
    });

    it('keeps the beginning of which all else was withdrawn', async () => {
      await answer(world.stranger, [1]);
      await ask(world.stranger);
      const owner = await comeByMail();
      const restore = await backUp('guardian_set_apart', 'unclaimed_beginning');
      await claim(owner);
      await owner.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
      await restore();
      await replay();
      expect(await rows('answer')).toBe(0);
      const again = await comeByMail();
      await claim(again);
      expect(await heard(again)).toMatchObject({ recording: 'guardian_asked' });
    });
  });

  it('is asked for again where an earlier version has dropped it', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    await publish();
    const owner = await comeByMail();
    await sql('DELETE FROM guardian_set_apart');
    expect(await replay()).toBe(1);
    expect(await replay()).toBe(0);
    expect(await hiddenAt(owner)).toBeNull();
    expect(await writeMissing()).toBe(1);
    expect(await replay()).toBe(1);
    expect(await hiddenAt(owner)).not.toBeNull();
    expect(await heard(owner)).toMatchObject({ recording: 'none' });
    await claim(owner);
    expect(await heard(owner)).toMatchObject({ recording: 'guardian_asked' });
  });

  it('is a no that the database could not keep before the proof', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    const restore = await keepRows(world.testApp.dataSource, 'recording_consent', 'true');
    await decide(token, 'no').expect(200);
    await sql('DELETE FROM recording_consent');
    await restore();
    const owner = await comeByMail();
    await say(owner, 'recording', 'yes');
    expect(await replay()).toBe(1);
    expect(await replay()).toBe(0);
    expect(await heard(owner)).toEqual({ recording: 'given', receipts: 1 });
    await claim(owner);
    expect(await heard(owner)).toMatchObject({ recording: 'guardian_refused' });
  });

  it('is a no that the database could not keep', async () => {
    const token = await ask(world.stranger);
    await decide(token, 'yes').expect(200);
    const owner = await comeByMail();
    const restore = await keepRows(world.testApp.dataSource, 'guardian_set_apart', 'true');
    await decide(token, 'no').expect(200);
    await sql('DELETE FROM guardian_set_apart');
    await restore();
    await sql(`DELETE FROM story_choice`);
    expect(await hiddenAt(owner)).toBeNull();
    expect(await replay()).toBeGreaterThan(0);
    await claim(owner);
    expect(await heard(owner)).toMatchObject({ recording: 'guardian_refused' });
  });
});
