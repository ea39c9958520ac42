import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { AdminUser } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import { GUARDIAN_MAILS_MAX } from '../contract/common/limits.js';
import { RECEIPT_WORDS } from '../contract/consent/receipt-words.js';
import type { Receipt } from '../contract/consent/receipts.js';
import { LedgerReplay } from '../archive/my-story/ledger-replay.js';
import { TranscriptDraftsRepository } from '../archive/videos/drafts/transcript-drafts.repository.js';
import { ShowcaseVideoRowsRepository } from '../archive/videos/catalogue/showcase-video-rows.repository.js';
import { WithdrawalLedger } from '../people/ledger/withdrawal-ledger.js';
import { ArchiveClient } from '../testing/archive-client.js';
import {
  askGuardian,
  type Browser,
  decideAsGuardian,
  guardianMail,
  readConsent,
  receiptsOf,
  sayPhotos,
  sayRecording,
  sayTranscription,
  sayWords,
  sendPhoto,
  sendRecording,
  sendWords,
} from '../testing/consent.js';
import { holdTransaction, untilBlocked } from '../testing/hold-transaction.js';
import { keepRows } from '../testing/keep-rows.js';
import { readOutbox } from '../testing/outbox.js';
import { openLink, provenPerson } from '../testing/proven-person.js';
import { PublishedSite, storyOf } from '../testing/published-site.js';
import { until } from '../testing/until.js';
import { whileNotKept } from '../testing/while-not-kept.js';

type Person = Awaited<ReturnType<typeof provenPerson>>;

const refusedBy = async (response: PromiseLike<{ status: number; body: unknown }>) => {
  const { status, body } = await response;
  return [status, (body as { code?: string }).code];
};
const show = ({ browser }: Person) => browser.post('/api/my-story/show');

describe('somebody whom staff have asked anew about the recording', () => {
  let site: PublishedSite;
  let maria: ArchiveClient;
  beforeAll(async () => {
    site = await PublishedSite.start({ TRANSCRIBE_URL: 'https://words.example/v1' });
    maria = await ArchiveClient.signIn(site.testApp, 'Maria');
  });
  afterAll(() => site.testApp.close());

  const publish = ({ id }: Person) => site.archive.publish(id, { questionId: 1, transcript: 'I rest.' });
  /** Registered, and known by nothing else. */
  const registered = async () => {
    const email = `mailed-${randomUUID()}@example.org`;
    const browser = site.testApp.browser();
    const { body } = await browser
      .post('/api/register')
      .send({ firstName: 'Bea', lastName: 'Berg', email })
      .expect(201);
    return { id: (body as { user: { id: string } }).user.id, email, browser };
  };
  const come = async ({ id, email }: Person): Promise<Person> => ({
    id,
    email,
    browser: await openLink(site.testApp, email),
  });
  const askAnew = (id: string) => site.testApp.http.post(`/api/admin/users/${id}/ask-anew`).set('Cookie', maria.cookie);
  const asked = async (person: Person) => {
    const email = `parent-${randomUUID()}@example.org`;
    await askGuardian(person.browser, email).expect(200);
    return (await guardianMail(site.testApp, email)).token;
  };
  const decided = async (person: Person, answer: 'yes' | 'no') => {
    const token = await asked(person);
    await decideAsGuardian(site.testApp, token, answer).expect(200);
    return token;
  };
  const preview = (token: string) => site.testApp.http.post('/api/consent/guardian/preview').send({ token });
  const someone = () => provenPerson(site.testApp);
  const audited = async (id: string) => {
    const path = `/api/admin/audit?person=${id}&kind=changed`;
    const { body } = await site.testApp.http.get(path).set('Cookie', maria.cookie).expect(200);
    return (body as AuditPage).entries
      .filter(({ action }) => action === 'consent_asked_anew')
      .map(({ actor, producer, subject }) => ({ actor, producer, subject }));
  };
  const seen = async (id: string) => {
    const { body } = await site.testApp.http.get('/api/admin/all-users').set('Cookie', maria.cookie).expect(200);
    return (body as AdminUser[]).find((person) => person.id === id)!.guardianDecides;
  };
  const replay = () => site.testApp.app.get(LedgerReplay).apply();
  const linesOf = async (id: string) =>
    (await site.testApp.app.get(WithdrawalLedger, { strict: false }).read()).entries
      .filter(({ participantId }) => participantId === id)
      .map(({ kind }) => kind);
  /** Of what was said, as an older backup has it; returns what restores it. */
  const backUp = async (id: string) => {
    const restore = await keepRows(site.testApp.dataSource, 'recording_consent', 'participant_id = $1', id);
    return async () => {
      await site.testApp.dataSource.query('DELETE FROM recording_consent WHERE participant_id = $1', [id]);
      await restore();
    };
  };

  const STANDINGS: [string, (person: Person) => Promise<string>][] = [
    ['was asked', asked],
    ['has said yes', (person) => decided(person, 'yes')],
    ['has said no', (person) => decided(person, 'no')],
  ];

  describe.each(STANDINGS)('of whom a parent or guardian %s', (_how, stand) => {
    it('is asked from the beginning, and may say that they are 18 or older', async () => {
      const person = await someone();
      const { browser, id } = person;
      const token = await stand(person);
      expect(await seen(id)).toBe(true);
      expect((await askAnew(id).expect(200)).body).toMatchObject({ id, guardianDecides: false });
      expect(await seen(id)).toBe(false);
      expect(await readConsent(browser)).toMatchObject({
        recording: 'none',
        version: null,
        guardian: null,
        isAskedAnew: true,
      });
      expect(await refusedBy(preview(token))).toEqual([410, 'link_expired']);
      expect(await refusedBy(decideAsGuardian(site.testApp, token, 'no'))).toEqual([410, 'link_expired']);
      for (const send of [sendRecording, sendPhoto, sendWords]) {
        expect([send.name, await refusedBy(send(browser))]).toEqual([send.name, [409, 'consent_missing']]);
      }
      await sayRecording(browser, 'yes').expect(200);
      expect(await readConsent(browser)).not.toHaveProperty('isAskedAnew');
      await sendRecording(browser).expect(201);
      expect(await refusedBy(preview(token))).toEqual([410, 'link_expired']);
    });
  });

  it('has a receipt of it, and a mail with that, and the audit names the producer', async () => {
    const person = await someone();
    const { browser, id, email } = person;
    await decided(person, 'no');
    await askAnew(id).expect(200);
    const receipts = (await browser.get('/api/consent/receipts').expect(200)).body as Receipt[];
    expect(receipts.at(-1)).toMatchObject({ kind: 'recording_asked_anew', actor: 'staff', method: 'staff_screen' });
    expect(await audited(id)).toEqual([{ actor: 'staff', producer: 'Maria', subject: { type: 'participant', id } }]);
    const subject = `Your receipt: ${RECEIPT_WORDS.recording_asked_anew}`;
    const mails = async () =>
      (await readOutbox(site.testApp)).filter((mail) => mail.to?.[0]?.address === email && mail.subject === subject);
    await until(async () => (await mails()).length > 0);
    expect(await mails()).toHaveLength(1);
  });

  it('is asked whatever they had refused themselves, which still holds beside the recording', async () => {
    const { browser, id } = await someone();
    await sayWords(browser, 'no').expect(200);
    await sayPhotos(browser, 'yes').expect(200);
    await askGuardian(browser, `parent-${randomUUID()}@example.org`).expect(200);
    await sayRecording(browser, 'no').expect(200);
    await askAnew(id).expect(200);
    const consent = await readConsent(browser);
    expect(consent).toMatchObject({ recording: 'none', words: false });
    expect(consent).not.toHaveProperty('photos');
    await sayRecording(browser, 'no').expect(200);
    expect(await refusedBy(sendPhoto(browser))).toEqual([409, 'consent_missing']);
    await sayPhotos(browser, 'yes').expect(200);
    await sendPhoto(browser).expect(201);
    await sayRecording(browser, 'yes').expect(200);
  });

  it('may have another parent or guardian asked, however often that was done before', async () => {
    const person = await someone();
    const { browser, id } = person;
    await decided(person, 'yes');
    await sayRecording(browser, 'no').expect(200);
    await site.testApp.dataSource.query('UPDATE recording_consent SET guardian_mails = $2 WHERE participant_id = $1', [
      id,
      GUARDIAN_MAILS_MAX,
    ]);
    await askAnew(id).expect(200);
    await decided(person, 'yes');
    await sendRecording(browser).expect(201);
    expect(await receiptsOf(browser)).toEqual([
      'guardian_asked participant',
      'recording_given guardian',
      'recording_withdrawn participant',
      'recording_asked_anew staff',
      'guardian_asked participant',
      'recording_given guardian',
    ]);
    await askAnew(id).expect(200);
  });

  it('is nobody about whom none was asked, nor who is not there', async () => {
    const { browser, id } = await someone();
    expect(await refusedBy(askAnew(id))).toEqual([409, 'no_guardian']);
    await sayRecording(browser, 'yes').expect(200);
    expect(await refusedBy(askAnew(id))).toEqual([409, 'no_guardian']);
    expect(await readConsent(browser)).toMatchObject({ recording: 'given' });
    expect(await refusedBy(askAnew(randomUUID()))).toEqual([404, 'participant_not_found']);
    expect(await refusedBy(askAnew('anna'))).toEqual([404, 'participant_not_found']);
    expect(await audited(id)).toEqual([]);
  });

  it('is asked by staff alone', async () => {
    const person = await someone();
    await asked(person);
    const path = `/api/admin/users/${person.id}/ask-anew`;
    expect((await person.browser.post(path)).status).toBe(401);
    expect((await site.testApp.http.post(path)).status).toBe(401);
    expect(await readConsent(person.browser)).toMatchObject({ recording: 'guardian_asked' });
  });

  it('is asked once, of two producers who press at once', async () => {
    const person = await someone();
    await asked(person);
    const hold = await holdTransaction(site.testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [person.id]),
    );
    const pressed = [askAnew(person.id), askAnew(person.id)].map(async (press) => (await press).status);
    await untilBlocked(site.testApp.dataSource);
    await hold();
    expect((await Promise.all(pressed)).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await audited(person.id)).toHaveLength(1);
    expect((await linesOf(person.id)).filter((kind) => kind === 'asked_anew')).toHaveLength(1);
  });

  it('is as before where the database could not keep it', async () => {
    const person = await someone();
    await decided(person, 'no');
    await whileNotKept(site.testApp.dataSource, 'UPDATE ON recording_consent', () => askAnew(person.id).expect(503));
    expect(await linesOf(person.id)).not.toContain('asked_anew');
    expect(await replay()).toBe(0);
    expect(await readConsent(person.browser)).toMatchObject({ recording: 'guardian_refused' });
    expect(await audited(person.id)).toEqual([]);
  });

  describe('what is public of them', () => {
    it('stays as it is after a yes, and nothing more is approved or shown before another', async () => {
      const person = await someone();
      await decided(person, 'yes');
      const video = await publish(person);
      await askAnew(person.id).expect(200);
      await site.get(storyOf(video)).expect(200);
      await person.browser.post('/api/my-story/hide').expect(204);
      expect(await refusedBy(show(person))).toEqual([409, 'consent_missing']);
      await site.archive.unapprove(video.id).expect(200);
      expect(await refusedBy(site.archive.approve(video.id))).toEqual([409, 'consent_missing']);
      await sayRecording(person.browser, 'no').expect(200);
      expect(await refusedBy(site.archive.approve(video.id))).toEqual([409, 'consent_missing']);
      expect(await refusedBy(show(person))).toEqual([409, 'consent_missing']);
      await sayRecording(person.browser, 'yes').expect(200);
      await show(person).expect(204);
      await site.archive.approve(video.id).expect(200);
      await site.get(storyOf(video)).expect(200);
    });

    it('stays gone after a no, until their yes', async () => {
      const person = await someone();
      const token = await decided(person, 'yes');
      const video = await publish(person);
      await decideAsGuardian(site.testApp, token, 'no').expect(200);
      await askAnew(person.id).expect(200);
      await site.get(storyOf(video)).expect(404);
      expect(await refusedBy(show(person))).toEqual([409, 'consent_missing']);
      await sayRecording(person.browser, 'yes').expect(200);
      await site.get(storyOf(video)).expect(404);
      await show(person).expect(204);
      await site.get(storyOf(video)).expect(200);
    });

    it('is turned into words by no other company before their yes, and needs a release as of whoever is not recorded', async () => {
      const person = await someone();
      await decided(person, 'yes');
      await sayTranscription(person.browser, 'yes').expect(200);
      const { id: video } = await site.archive.add(person.id, { questionId: 1, transcript: 'I rest.' });
      await site.testApp.dataSource.query(`UPDATE video_preparation SET state = 'ready', audio_media_id = media_id`);
      await site.testApp.dataSource.query('UPDATE showcase_video SET cues = NULL');
      const state = async () => {
        const row = await site.testApp.app.get(ShowcaseVideoRowsRepository, { strict: false }).find(video);
        const due = await site.testApp.app.get(TranscriptDraftsRepository, { strict: false }).findDue();
        return { isNotRecorded: row!.isNotRecorded, isSent: due.includes(video) };
      };
      expect(await state()).toEqual({ isNotRecorded: false, isSent: true });
      await askAnew(person.id).expect(200);
      expect(await readConsent(person.browser)).toMatchObject({ transcription: { isAllowed: null } });
      await sayTranscription(person.browser, 'yes').expect(200);
      expect(await state()).toEqual({ isNotRecorded: true, isSent: false });
      await sayRecording(person.browser, 'yes').expect(200);
      expect(await state()).toEqual({ isNotRecorded: false, isSent: true });
    });
  });

  describe('in an older database that was restored', () => {
    it.each(STANDINGS)('is asked again, of whom there a parent or guardian %s', async (_how, stand) => {
      const person = await someone();
      const token = await stand(person);
      const restore = await backUp(person.id);
      await askAnew(person.id).expect(200);
      expect(await replay()).toBe(0);
      await restore();
      expect(await replay()).toBe(1);
      expect(await replay()).toBe(0);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'none', guardian: null, isAskedAnew: true });
      expect(await receiptsOf(person.browser)).toContain('recording_asked_anew system');
      expect(await refusedBy(preview(token))).toEqual([410, 'link_expired']);
      await sayRecording(person.browser, 'yes').expect(200);
      expect(await replay()).toBe(0);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'given' });
    });

    it('is asked again where that database knew nothing of what they said', async () => {
      const person = await someone();
      await decided(person, 'no');
      await askAnew(person.id).expect(200);
      await site.testApp.dataSource.query('DELETE FROM recording_consent WHERE participant_id = $1', [person.id]);
      expect(await replay()).toBe(1);
      expect(await refusedBy(sendRecording(person.browser))).toEqual([409, 'consent_missing']);
    });

    it.each([
      ['their yes', 'none', (browser: Browser) => sayRecording(browser, 'yes')],
      ['their no', 'refused', (browser: Browser) => sayRecording(browser, 'no')],
      ['another guardian', 'guardian_asked', (browser: Browser) => askGuardian(browser, 'another@example.org')],
    ] as const)('is asked again, or has said what they said since: %s', async (_what, recording, say) => {
      const person = await someone();
      await decided(person, 'no');
      const restore = await backUp(person.id);
      await askAnew(person.id).expect(200);
      await say(person.browser).expect(200);
      expect(await replay()).toBe(0);
      await restore();
      await replay();
      expect(await replay()).toBe(0);
      expect(await readConsent(person.browser)).toMatchObject({ recording, guardian: null });
      expect(await refusedBy(sendRecording(person.browser))).toEqual([409, 'consent_missing']);
    });

    it('is asked again also where the ledger was lost in between', async () => {
      const person = await someone();
      await decided(person, 'no');
      const restore = await backUp(person.id);
      await askAnew(person.id).expect(200);
      const ledger = site.testApp.app.get(WithdrawalLedger, { strict: false });
      const { entries } = await ledger.read();
      using reading = jest.spyOn(ledger, 'read');
      reading.mockResolvedValueOnce({
        entries: entries.filter(({ kind, participantId }) => kind !== 'asked_anew' || participantId !== person.id),
        unread: [],
      });
      await site.testApp.app.get(LedgerReplay).writeMissing();
      expect((await linesOf(person.id)).filter((kind) => kind === 'asked_anew')).toHaveLength(2);
      await restore();
      expect(await replay()).toBe(1);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'none' });
    });
  });

  describe('who proves the e-mail in another browser then', () => {
    it('is asked there, and no guardian comes back with what they claim', async () => {
      const before = await registered();
      await sendRecording(before.browser).expect(201);
      await decided(before, 'no');
      await askAnew(before.id).expect(200);
      const person = await come(before);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'none', isAskedAnew: true });
      expect(await replay()).toBe(0);
      await person.browser.post('/api/user/unclaimed/claim').expect(204);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'none', isAskedAnew: true });
      expect(await refusedBy(sendRecording(person.browser, { questionId: 2 }))).toEqual([409, 'consent_missing']);
      await sayRecording(person.browser, 'yes').expect(200);
      expect(await replay()).toBe(0);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'given' });
    });

    it('does not hear what was said there until then, but that they are asked', async () => {
      const before = await registered();
      await sendRecording(before.browser).expect(201);
      await asked(before);
      await askAnew(before.id).expect(200);
      await sayRecording(before.browser, 'no').expect(200);
      const person = await come(before);
      expect(await replay()).toBe(0);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'none', isAskedAnew: true });
    });

    it('keeps what a guardian said of a beginning that waits', async () => {
      const before = await registered();
      await sendRecording(before.browser).expect(201);
      const token = await asked(before);
      const person = await come(before);
      expect(await refusedBy(askAnew(person.id))).toEqual([409, 'no_guardian']);
      await asked(person);
      await askAnew(person.id).expect(200);
      await preview(token).expect(200);
      expect(await replay()).toBe(0);
      await person.browser.post('/api/user/unclaimed/claim').expect(204);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'guardian_asked' });
      await decideAsGuardian(site.testApp, token, 'yes').expect(200);
      await sendRecording(person.browser, { questionId: 2 }).expect(201);
    });

    it('keeps it also where an earlier version has dropped it', async () => {
      const before = await registered();
      await sendRecording(before.browser).expect(201);
      await asked(before);
      const person = await come(before);
      await asked(person);
      await askAnew(person.id).expect(200);
      await site.testApp.dataSource.query('DELETE FROM guardian_set_apart WHERE participant_id = $1', [person.id]);
      expect(await replay()).toBe(1);
      expect(await replay()).toBe(0);
      await person.browser.post('/api/user/unclaimed/claim').expect(204);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'guardian_asked' });
    });

    it('is not recorded by the yes of a guardian to what they claim', async () => {
      const before = await registered();
      await sendRecording(before.browser).expect(201);
      const token = await decided(before, 'yes');
      const person = await come(before);
      await asked(person);
      await askAnew(person.id).expect(200);
      await person.browser.post('/api/user/unclaimed/claim').expect(204);
      expect(await readConsent(person.browser)).toMatchObject({ recording: 'guardian_asked' });
      await decideAsGuardian(site.testApp, token, 'yes').expect(200);
      await sendRecording(person.browser, { questionId: 2 }).expect(201);
    });
  });
});
