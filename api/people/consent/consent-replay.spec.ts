import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { examine, type Finding, type Patient } from '../../operations/doctor/examine.js';
import {
  askGuardian,
  type Browser,
  decideAsGuardian,
  guardianMail,
  idOf,
  readConsent,
  receiptsOf,
  sayPhotos,
  sayRecording,
  sayTranscription,
  sendRecording,
} from '../../testing/consent.js';
import { signUp } from '../../testing/participants.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { whileNotKept } from '../../testing/while-not-kept.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';

const { version } = PRIVACY;

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  const replay = () => testApp.app.get(LedgerReplay).apply();
  /** What was said of it now was not said yet; `state` null: nothing was. */
  const goBack = async (id: string, state: 'given' | 'refused' | null) => {
    await testApp.dataSource.query('DELETE FROM recording_consent WHERE participant_id = $1', [id]);
    if (state === null) return;
    await testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at, may_transcribe)
       VALUES ($1, $2, $3, now() - interval '1 day', true)`,
      [id, state, version],
    );
  };

  describe('in an older database that was restored', () => {
    it('is still taken back, with a receipt that says so', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await sayRecording(browser, 'yes').expect(200);
      await sayTranscription(browser, 'yes').expect(200);
      await sayTranscription(browser, 'no').expect(200);
      await sayRecording(browser, 'no').expect(200);
      await goBack(id, 'given');
      expect(await replay()).toBe(2);
      expect(await replay()).toBe(0);
      expect(await readConsent(browser)).toMatchObject({ recording: 'withdrawn', transcription: { isAllowed: false } });
      await sendRecording(browser).expect(409);
      expect((await receiptsOf(browser)).slice(-2)).toEqual([
        'transcription_withdrawn system',
        'recording_withdrawn system',
      ]);
      await sayRecording(browser, 'yes').expect(200);
      expect(await replay()).toBe(0);
      expect(await readConsent(browser)).toMatchObject({ recording: 'given' });
    });

    it('is a no also where that database knew nothing of the person’s words', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
      await goBack(await idOf(browser), null);
      expect(await replay()).toBe(1);
      await sendRecording(browser).expect(409);
    });

    it('is a yes where that was the last word, and never becomes one', async () => {
      const [anna, bea] = [await registerPerson(testApp), await registerPerson(testApp)];
      for (const { browser } of [anna, bea]) {
        await sayRecording(browser, 'no').expect(200);
        await sayRecording(browser, 'yes').expect(200);
      }
      await goBack(await idOf(anna.browser), 'given');
      await goBack(await idOf(bea.browser), 'refused');
      expect(await replay()).toBe(0);
      expect(await readConsent(anna.browser)).toMatchObject({ recording: 'given' });
      expect(await readConsent(bea.browser)).toMatchObject({ recording: 'refused' });
    });

    it('is a yes where the process was killed between its commit and its line', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await sayRecording(browser, 'no').expect(200);
      await goBack(id, 'given');
      await testApp.dataSource.query('UPDATE recording_consent SET changed_at = now() WHERE participant_id = $1', [id]);
      expect(await replay()).toBe(0);
      expect(await readConsent(browser)).toMatchObject({ recording: 'given' });
    });

    it('is a no that the database could not keep, whatever else was said since', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'yes').expect(200);
      await sayPhotos(browser, 'no').expect(200);
      await testApp.dataSource.query(`
        CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN RAISE EXCEPTION 'the database ends' USING ERRCODE = '57P01'; END$$`);
      await testApp.dataSource.query(`
        CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON recording_consent DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_connection()`);
      const { status } = await sayRecording(browser, 'no');
      await testApp.dataSource.query('DROP FUNCTION end_connection CASCADE');
      expect(status).toBe(503);
      await sayTranscription(browser, 'no').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'given' });
      expect(await replay()).toBe(1);
      expect(await replay()).toBe(0);
      expect(await readConsent(browser)).toMatchObject({
        recording: 'withdrawn',
        transcription: { isAllowed: false },
        photos: false,
      });
    });

    it('is no yes that the database could not keep: the no before it holds', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
      await whileNotKept(testApp.dataSource, 'UPDATE ON recording_consent', () =>
        sayRecording(browser, 'yes').expect(503),
      );
      await goBack(await idOf(browser), 'given');
      expect(await replay()).toBe(1);
      expect(await readConsent(browser)).toMatchObject({ recording: 'refused' });
    });

    it.each([
      [
        'a guardian’s no',
        'guardian_refused',
        (_browser: Browser, token: string) => decideAsGuardian(testApp, token, 'no').expect(200),
      ],
      ['their own no', 'refused', (browser: Browser) => sayRecording(browser, 'no').expect(200)],
      ['the question', 'guardian_asked', async () => {}],
    ] as const)('is not theirs to give after %s, who are under 18', async (_what, recording, happen) => {
      const { browser } = await registerPerson(testApp);
      const uncle = `uncle-${randomUUID()}@example.org`;
      await askGuardian(browser, uncle).expect(200);
      await happen(browser, (await guardianMail(testApp, uncle)).token);
      await goBack(await idOf(browser), 'given');
      expect(await replay()).toBe(1);
      expect(await readConsent(browser)).toMatchObject({ recording, guardian: null });
      await sayRecording(browser, 'yes').expect(409);
      await sendRecording(browser).expect(409);
    });

    it('is asked again of a guardian whom that database does not know, though they had said yes', async () => {
      for (const before of ['given', 'refused', null] as const) {
        const { browser } = await registerPerson(testApp);
        const email = `guardian-${before}@example.org`;
        await askGuardian(browser, email).expect(200);
        await decideAsGuardian(testApp, (await guardianMail(testApp, email)).token, 'yes').expect(200);
        const id = await idOf(browser);
        expect(await replay()).toBe(0);
        await goBack(id, before);
        expect(await replay()).toBe(1);
        expect(await replay()).toBe(0);
        expect(await readConsent(browser)).toMatchObject({ recording: 'guardian_asked', guardian: null });
        await sayRecording(browser, 'yes').expect(409);
        await sendRecording(browser).expect(409);
        await askGuardian(browser, email).expect(200);
        await decideAsGuardian(testApp, (await guardianMail(testApp, email)).token, 'yes').expect(200);
        expect(await replay()).toBe(0);
        await sendRecording(browser).expect(201);
      }
    });

    it('is read past lines that say nothing, which the doctor names', async () => {
      const severities = async () => {
        const findings: Finding[] = [];
        await examine({ config: testApp.config } as Patient, ['ledger'], (finding) => findings.push(finding));
        return findings.map(({ severity }) => severity);
      };
      const before = await severities();
      const cookie = await signUp(testApp);
      const { body } = await testApp.http.get('/api/auth/user').set('Cookie', cookie);
      const { id } = body as { id: string };
      const at = new Date().toISOString();
      const lines = [
        { at, kind: 'hidden' },
        { at, kind: 'hidden', participantId: 7 },
        { at, kind: 'recording', participantId: id, state: 'perhaps', guardianDecides: false },
        { at, kind: 'toString', participantId: id },
        { kind: 'hidden', participantId: id },
        { at, kind: 'photo', participantId: id, id: 'garden' },
      ].map((line) => JSON.stringify(line));
      const file = path.join(testApp.config.stateDir, 'ledger/withdrawals.jsonl');
      await appendFile(file, [...lines, 'null', '[]', '{"at":"2026-', ''].join('\n'));
      const answer = { answer: 'no', version };
      await testApp.http.post('/api/consent/recording').set('Cookie', cookie).send(answer).expect(200);
      await goBack(id, 'given');
      await testApp.restart();
      const { body: consent } = await testApp.http.get('/api/consent').set('Cookie', cookie).expect(200);
      expect(consent).toMatchObject({ recording: 'refused' });
      expect((await severities()).slice(before.length)).toEqual([...Array<string>(8).fill('wrong'), 'notice']);
    });
  });
});
