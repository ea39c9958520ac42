import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { GUARDIAN_PATH } from '../../contract/consent/consent.js';
import {
  GUARDIAN_LINK_MAX_AGE_MS,
  GUARDIAN_MAILS_MAX,
  GUARDIAN_MAILS_PER_MAILBOX,
} from '../../contract/common/limits.js';
import { PRIVACY_VERSIONS } from '../../contract/consent/privacy.js';
import { Mailer } from '../../platform/mail/mailer.js';
import {
  askGuardian,
  decideAsGuardian,
  guardianMail,
  idOf,
  readConsent,
  receiptsOf,
  sayPhotos,
  sayRecording,
  sayTranscription,
  sayWords,
  sendPhoto,
  sendRecording,
  sendWords,
} from '../../testing/consent.js';
import { crowdAt } from '../../testing/crowd.js';
import { NEW_EMAIL_FRAGMENT } from '../../contract/stories/my-story.js';
import { readOutbox } from '../../testing/outbox.js';
import { provenPerson } from '../../testing/proven-person.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { startMailServer } from '../../testing/mail-server.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

/** With a mail server. */
const outside = async () => {
  const server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const tokenIn = (address: string) => {
    const mails = server.received.filter(({ to }) => to.includes(address));
    return mails.at(-1)!.content.text!.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]!;
  };
  const end = async () => {
    await testApp.close();
    await server[Symbol.asyncDispose]();
  };
  return { server, testApp, tokenIn, [Symbol.asyncDispose]: end };
};

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  /** Changes what somebody has said in a transaction that stays open; gives what commits it. */
  const holdChange = (id: string, change: string) =>
    holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [id]);
      await transaction.query(`UPDATE recording_consent SET ${change} WHERE participant_id = $1`, [id]);
    });

  describe('of somebody under 18', () => {
    it('is asked of a parent or guardian by mail, and nothing is taken before they say yes', async () => {
      const { browser, email } = await registerPerson(testApp);
      const { body } = await askGuardian(browser).expect(200);
      expect(body).toMatchObject({ recording: 'guardian_asked', guardian: 'm•••@example.org' });
      await sendRecording(browser).expect(409);
      const { text, token } = await guardianMail(testApp, 'mother@example.org');
      expect(text).not.toContain(email);
      expect(text).not.toContain('Anna');
      const preview = await testApp.http.post('/api/consent/guardian/preview').send({ token }).expect(200);
      expect(preview.body).toEqual({ maskedEmail: 'p•••@example.org', recording: 'guardian_asked' });
      await decideAsGuardian(testApp, token, 'yes').expect(200);
      await sendRecording(browser).expect(201);
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant', 'recording_given guardian']);
    });

    it('is no yes to words that are not those of now', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'grandmother@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'grandmother@example.org');
      const answer = { token, answer: 'yes', version: '2020-01-01' };
      const { body } = await testApp.http.post('/api/consent/guardian/answer').send(answer).expect(409);
      expect(body).toMatchObject({ code: 'words_changed' });
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked' });
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant']);
    });

    it('is a no whichever words were read, which its receipt names', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'grandfather@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'grandfather@example.org');
      const { version } = PRIVACY_VERSIONS[0]!;
      await testApp.http.post('/api/consent/guardian/answer').send({ token, answer: 'no', version }).expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_refused', version });
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant', 'recording_refused guardian']);
    });

    it('is taken back with the same link, and then stays a no', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'father@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'father@example.org');
      await decideAsGuardian(testApp, token, 'yes').expect(200);
      await decideAsGuardian(testApp, token, 'no').expect(200);
      expect((await receiptsOf(browser)).at(-1)).toBe('recording_withdrawn guardian');
      await decideAsGuardian(testApp, token, 'yes').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_refused' });
      await sayRecording(browser, 'yes').expect(409);
      await askGuardian(browser, 'aunt@example.org').expect(409);
      await sayRecording(browser, 'no').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_refused' });
      await sendRecording(browser).expect(409);
    });

    it('is refused by a parent or guardian over that link, too', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'godfather@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'godfather@example.org');
      await decideAsGuardian(testApp, token, 'no').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_refused' });
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant', 'recording_refused guardian']);
    });

    it('is no yes over a no that they have said themselves since', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'sister@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'sister@example.org');
      await sayRecording(browser, 'no').expect(200);
      const receipts = await receiptsOf(browser);
      await decideAsGuardian(testApp, token, 'yes').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'refused' });
      expect(await receiptsOf(browser)).toEqual(receipts);
      await sendRecording(browser).expect(409);
    });

    it('is asked for by a link that works for thirty days', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'godmother@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'godmother@example.org');
      const id = await idOf(browser);
      const ask = async (agoMs: number) => {
        const asked = `UPDATE recording_consent SET guardian_asked_at = $2 WHERE participant_id = $1`;
        await testApp.dataSource.query(asked, [id, new Date(Date.now() - agoMs)]);
        const preview = await testApp.http.post('/api/consent/guardian/preview').send({ token });
        return [preview.status, (await decideAsGuardian(testApp, token, 'yes')).status];
      };
      expect(await ask(GUARDIAN_LINK_MAX_AGE_MS + 1_000)).toEqual([410, 410]);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked' });
      expect(await ask(GUARDIAN_LINK_MAX_AGE_MS - 60_000)).toEqual([200, 200]);
    });

    it('is none to words and photos either, also where they had said yes to them alone', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await askGuardian(browser, 'grandmother@example.org').expect(200);
      await sayRecording(browser, 'no').expect(200);
      expect(await readConsent(browser)).not.toHaveProperty('words');
      await sendWords(browser).expect(409);
      await sendPhoto(browser).expect(409);
    });

    it('leaves them no yes to words and photos that they said before, also after a guardian’s yes', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await askGuardian(browser, 'grandfather@example.org').expect(200);
      await decideAsGuardian(testApp, (await guardianMail(testApp, 'grandfather@example.org')).token, 'yes').expect(
        200,
      );
      await sendWords(browser).expect(200);
      await sayRecording(browser, 'no').expect(200);
      expect(await readConsent(browser)).not.toHaveProperty('words');
      expect(await readConsent(browser)).not.toHaveProperty('photos');
      await sendWords(browser, 'I danced on.', 1).expect(409);
      await sendPhoto(browser).expect(409);
      expect((await sayWords(browser, 'yes').expect(409)).body).toMatchObject({ code: 'guardian_decides' });
      expect((await sayWords(browser, 'no').expect(200)).body).toMatchObject({ words: false });
      expect((await receiptsOf(browser)).at(-1)).toBe('words_withdrawn participant');
    });

    it('is asked of one mailbox a few times a day, whoever has it asked', async () => {
      const ask = async (email: string) => askGuardian((await registerPerson(testApp)).browser, email);
      const teacher = `teacher-${randomUUID()}@example.org`;
      for (let n = 0; n < GUARDIAN_MAILS_PER_MAILBOX; n++) expect((await ask(teacher)).status).toBe(200);
      const { browser } = await registerPerson(testApp);
      const { body } = await askGuardian(browser, teacher.toUpperCase()).expect(429);
      expect(body).toMatchObject({ code: 'too_many_mails' });
      expect(await readConsent(browser)).toMatchObject({ recording: 'none' });
      await askGuardian(browser, 'another-teacher@example.org').expect(200);
    });

    it('is no matter of their own any more, nor of their own e-mail', async () => {
      const { browser, email } = await registerPerson(testApp);
      await askGuardian(browser, email.toUpperCase()).expect(409);
      expect(await readConsent(browser)).toMatchObject({ recording: 'none' });
      await askGuardian(browser, 'uncle@example.org').expect(200);
      await sayRecording(browser, 'yes').expect(409);
      await sendRecording(browser).expect(409);
    });

    it('is no yes over a mailbox that has become their own since, but of another one', async () => {
      const { browser } = await provenPerson(testApp);
      const email = 'step-mother@example.org';
      await askGuardian(browser, email).expect(200);
      const { token } = await guardianMail(testApp, email);
      await browser.post('/api/my-story/email').send({ email: 'Step-Mother@EXAMPLE.org' }).expect(202);
      const moving = (await readOutbox(testApp)).findLast(({ text }) => text?.includes(NEW_EMAIL_FRAGMENT));
      const moved = { token: moving!.text!.split(NEW_EMAIL_FRAGMENT)[1]!.split('\n')[0] };
      await browser.post('/api/my-story/email/confirm').send(moved).expect(204);
      expect((await decideAsGuardian(testApp, token, 'yes').expect(409)).body).toMatchObject({ code: 'own_email' });
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked' });
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant']);
      await askGuardian(browser, 'step-father@example.org').expect(200);
      const other = await guardianMail(testApp, 'step-father@example.org');
      await decideAsGuardian(testApp, other.token, 'yes').expect(200);
      await sendRecording(browser).expect(201);
    });

    it('is a no over such a mailbox, too', async () => {
      const { browser } = await provenPerson(testApp);
      await askGuardian(browser, 'step-sister@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'step-sister@example.org');
      const changed = { email: 'step-sister@example.org' };
      await testApp
        .staff()
        .patch(`/api/admin/users/${await idOf(browser)}`)
        .send(changed)
        .expect(200);
      await decideAsGuardian(testApp, token, 'no').expect(200);
    });

    it('is answered many times at once, and nobody else waits for a connection', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'stepmother@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'stepmother@example.org');
      const statuses = await crowdAt(testApp, await idOf(browser), () => decideAsGuardian(testApp, token, 'yes'));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await readConsent(browser)).toMatchObject({ recording: 'given' });
    });

    it('leaves what they have said to turning speech into words as a parent or guardian says no', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'stepfather@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'stepfather@example.org');
      await decideAsGuardian(testApp, token, 'yes').expect(200);
      await sayTranscription(browser, 'yes').expect(200);
      await using commit = await holdChange(await idOf(browser), 'may_transcribe = false');
      const decided = (async () => (await decideAsGuardian(testApp, token, 'no')).status)();
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await decided).toBe(200);
      expect(await readConsent(browser)).toMatchObject({
        recording: 'guardian_refused',
        transcription: { isAllowed: false },
      });
    });

    it('is no yes over a link that is replaced as it is pressed', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'great-aunt@example.org').expect(200);
      const { token } = await guardianMail(testApp, 'great-aunt@example.org');
      await using commit = await holdChange(
        await idOf(browser),
        `guardian_token_hash = sha256(gen_random_uuid()::text::bytea)`,
      );
      const decided = (async () => (await decideAsGuardian(testApp, token, 'yes')).status)();
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await decided).toBe(410);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked' });
    });

    it('stays a no that comes as a mail to another address cannot be sent', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'foster-mother@example.org').expect(200);
      const id = await idOf(browser);
      const held = Promise.withResolvers<Awaited<ReturnType<typeof holdChange>>>();
      using sending = jest.spyOn(testApp.app.get(Mailer, { strict: false }), 'send');
      sending.mockImplementationOnce(async () => {
        held.resolve(await holdChange(id, `state = 'guardian_refused'`));
        throw new Error('away');
      });
      const asked = (async () => (await askGuardian(browser, 'foster-father@example.org')).status)();
      await using commit = await held.promise;
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await asked).toBe(500);
      expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_refused' });
    });

    it('is asked of whom a later mail reached, though an earlier one could not be sent', async () => {
      const { browser } = await registerPerson(testApp);
      using sending = jest.spyOn(testApp.app.get(Mailer, { strict: false }), 'send');
      sending.mockImplementationOnce(async () => {
        await askGuardian(browser, 'second-aunt@example.org').expect(200);
        throw new Error('away');
      });
      await askGuardian(browser, 'first-aunt@example.org').expect(500);
      expect(await readConsent(browser)).toMatchObject({ guardian: 's•••@example.org' });
      const { token } = await guardianMail(testApp, 'second-aunt@example.org');
      await decideAsGuardian(testApp, token, 'yes').expect(200);
    });

    it('ends the first link when another address is given', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'wrong@example.org').expect(200);
      await askGuardian(browser, 'right@example.org').expect(200);
      await decideAsGuardian(testApp, (await guardianMail(testApp, 'wrong@example.org')).token, 'yes').expect(410);
      await decideAsGuardian(testApp, (await guardianMail(testApp, 'right@example.org')).token, 'yes').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'given', guardian: 'r•••@example.org' });
    });
  });

  it('is no yes to turning speech into words while a parent or guardian has not said yes', async () => {
    const { browser } = await registerPerson(testApp);
    await askGuardian(browser, 'grandmother@example.org').expect(200);
    expect((await sayTranscription(browser, 'yes').expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await sayTranscription(browser, 'no').expect(200);
    const { token } = await guardianMail(testApp, 'grandmother@example.org');
    await decideAsGuardian(testApp, token, 'yes').expect(200);
    await sayTranscription(browser, 'yes').expect(200);
  });
});

describe('a mail to a parent or guardian that could not be sent', () => {
  it('leaves the link before it working, and its address named', async () => {
    await using world = await outside();
    const { browser } = await registerPerson(world.testApp);
    await askGuardian(browser).expect(200);
    world.server.refuseAll(true);
    await askGuardian(browser, 'aunt@example.org').expect(503);
    expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked', guardian: 'm•••@example.org' });
    const token = world.tokenIn('mother@example.org');
    await decideAsGuardian(world.testApp, token, 'yes').expect(200);
    await sendRecording(browser).expect(201);
  });

  it('counts for nothing, but that they are under 18', async () => {
    await using world = await outside();
    const { browser } = await registerPerson(world.testApp);
    world.server.refuseAll(true);
    const tries = Math.max(GUARDIAN_MAILS_MAX, GUARDIAN_MAILS_PER_MAILBOX) + 1;
    for (let n = 0; n < tries; n++) await askGuardian(browser).expect(503);
    expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked', guardian: null });
    await sayRecording(browser, 'yes').expect(409);
    world.server.refuseAll(false);
    for (let n = 0; n < GUARDIAN_MAILS_MAX; n++) await askGuardian(browser, `${n}@example.org`).expect(200);
    expect((await askGuardian(browser, 'aunt@example.org').expect(429)).body).toMatchObject({ code: 'too_many_mails' });
  });
});
