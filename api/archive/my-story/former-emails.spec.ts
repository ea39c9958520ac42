import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type MyStory, NEW_EMAIL_FRAGMENT, type Withdrawal } from '../../contract/stories/my-story.js';
import { MediaService } from '../../media/store/media.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { keepRows } from '../../testing/keep-rows.js';
import { readOutbox } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { PublicSender } from '../../testing/public-sender.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { UploadClient } from '../../testing/upload-client.js';
import { until } from '../../testing/until.js';
import { LedgerReplay } from './ledger-replay.js';

const PATH = '/api/my-story';

describe('what came under an e-mail that a person had before', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  const send = async (email: string) =>
    testApp.http
      .post('/api/public/upload')
      .field('submitterEmail', email)
      .attach('file0', await sampleJpeg(), 'me.jpg')
      .expect(201);
  /** Moves to a new e-mail, as its mail proves. */
  const move = async ({ browser }: Awaited<ReturnType<typeof provenPerson>>, email: string) => {
    await browser.post(`${PATH}/email`).send({ email }).expect(202);
    const mails = await readOutbox(testApp);
    const mail = mails.findLast(({ to, text }) => to?.[0]?.address === email && text?.includes(NEW_EMAIL_FRAGMENT));
    const token = mail!.text!.split(NEW_EMAIL_FRAGMENT)[1]!.split('\n')[0]!;
    await browser.post(`${PATH}/email/confirm`).send({ token }).expect(204);
  };
  const leftUnder = async (email: string) => {
    const rows = await testApp.dataSource.query<unknown[]>('SELECT FROM public_upload WHERE submitter_email_key = $1', [
      email.toLowerCase(),
    ]);
    return rows.length;
  };

  const replay = () => testApp.app.get(LedgerReplay).apply();
  const linesOf = async () => {
    const text = await readFile(path.join(testApp.config.stateDir, 'ledger', 'withdrawals.jsonl'), 'utf8');
    return text.split('\n').filter((line) => line.includes('"upload"'));
  };

  const backUp = (table: string, condition: string, value: string) =>
    keepRows(testApp.dataSource, table, condition, value);
  /** Uploads, with their files. */
  const backUpUploads = async (email: string) => {
    const key = email.toLowerCase();
    const used = 'id IN (SELECT media_id FROM public_upload WHERE submitter_email_key = $1)';
    const media = await backUp('media_file', used, key);
    const uploads = await backUp('public_upload', 'submitter_email_key = $1', key);
    return async () => {
      await media();
      await uploads();
    };
  };

  it('goes with them, whatever they are called by now', async () => {
    const person = await provenPerson(testApp);
    const [second, third] = [`second-${person.email}`, `third-${person.email}`];
    await send(person.email);
    await move(person, second);
    await send(second);
    await move(person, third);
    await send(third);
    const { body } = await person.browser.get(PATH).expect(200);
    expect((body as MyStory).publicUploads).toBe(3);
    // A mail about the moves that is on its way is taken back only after it has come.
    await until(async () => (await testApp.dataSource.query('SELECT FROM email_notice')).length === 0);
    const left = (await person.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
    expect(left.publicUploads).toBe(3);
    for (const email of [person.email, second, third]) {
      expect([email, await leftUnder(email)]).toEqual([email, 0]);
    }
    const mailed = (await readOutbox(testApp)).map(({ to }) => to?.[0]?.address);
    expect(mailed).not.toContain(person.email);
    expect(JSON.stringify(left)).not.toContain('example.org');
  });

  it('is no file that somebody else is sending under it by now', async () => {
    const person = await provenPerson(testApp);
    const before = person.email;
    await move(person, `moved-${before}`);
    await testApp
      .browser()
      .post('/api/register')
      .send({ firstName: 'Ben', lastName: 'Example', email: before })
      .expect(201);
    const client = new UploadClient(testApp, '', sampleMp4(), '/api/public/upload');
    const uploadId = await client.open({ submitterEmail: before, filename: 'sea.mp4', mimeType: 'video/mp4' });
    await person.browser.post(`${PATH}/leave`).expect(200);
    await client.status(uploadId).expect(200);
  });

  it('stays where it was sent after the e-mail had become somebody else’s', async () => {
    const person = await provenPerson(testApp);
    await send(person.email);
    await move(person, `moved-${person.email}`);
    const register = { firstName: 'Ben', lastName: 'Example', email: person.email };
    await testApp.browser().post('/api/register').send(register).expect(201);
    await send(person.email);
    const left = (await person.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
    expect(left.publicUploads).toBe(1);
    expect(await leftUnder(person.email)).toBe(1);
  });

  describe('that two people had after each other', () => {
    let shared: string;
    beforeEach(() => {
      shared = `${randomUUID()}@example.org`;
    });
    /** One has it first, then another; each has sent something under it, and something under their own. */
    const twoAfterEachOther = async () => {
      const people = [await provenPerson(testApp), await provenPerson(testApp)] as const;
      for (const [index, person] of people.entries()) {
        await move(person, shared);
        await send(shared);
        await move(person, `after-${index}-${person.email}`);
      }
      return people;
    };

    it.each([
      ['whoever had it first', 0],
      ['whoever had it last', 1],
    ] as const)('goes with its sender alone: %s', async (_, index) => {
      const people = await twoAfterEachOther();
      const [leaving, staying] = [people[index], people[1 - index]!];
      const { publicUploads } = (await leaving.browser.get(PATH).expect(200)).body as MyStory;
      const left = (await leaving.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
      expect([publicUploads, left.publicUploads, await leftUnder(shared)]).toEqual([1, 1, 1]);
      await staying.browser.post(`${PATH}/leave`).expect(200);
      expect(await leftUnder(shared)).toBe(0);
    });

    it('stays of whoever had it first, where whoever has it now leaves', async () => {
      const [first, now] = [await provenPerson(testApp), await provenPerson(testApp)];
      await move(first, shared);
      await send(shared);
      await move(first, `after-${first.email}`);
      await move(now, shared);
      await send(shared);
      const left = (await now.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
      expect([left.publicUploads, await leftUnder(shared)]).toEqual([1, 1]);
      await send(shared);
      await first.browser.post(`${PATH}/leave`).expect(200);
      expect(await leftUnder(shared)).toBe(0);
    });
  });

  it('stays where nobody had shown that the e-mail was theirs', async () => {
    const sender = new PublicSender(testApp);
    const { email, browser } = await registerPerson(testApp);
    await send(email);
    const { id } = (await browser.get('/api/auth/user').expect(200)).body as { id: string };
    await testApp.staff().patch(`/api/admin/users/${id}`).send({ email: sender.email }).expect(200);
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    expect(await leftUnder(email)).toBe(1);
  });

  describe('once they are gone, is gone again in an older database that was restored', () => {
    it.each(['they leave', 'staff delete them'])('that is older than their registration, where %s', async (how) => {
      const sender = new PublicSender(testApp);
      await send(sender.email);
      await send(sender.email);
      const restore = await backUpUploads(sender.email);
      await sender.register();
      const owner = await openLink(testApp, sender.email);
      const { id } = (await owner.get('/api/auth/user').expect(200)).body as { id: string };
      if (how === 'they leave') await owner.post(`${PATH}/leave`).expect(200);
      else await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
      await restore();
      expect(await replay()).toBe(2);
      expect(await leftUnder(sender.email)).toBe(0);
      expect(await replay()).toBe(0);
    });

    it('in which they have an earlier e-mail', async () => {
      const person = await provenPerson(testApp);
      const later = `later-${person.email}`;
      await send(person.email);
      await send(later);
      const [restore, restoreFirst] = [await backUpUploads(later), await backUpUploads(person.email)];
      const restorePerson = await backUp('participant', 'id = $1', person.id);
      await move(person, later);
      await person.browser.post(`${PATH}/leave`).expect(200);
      await restore();
      await restoreFirst();
      await restorePerson();
      const written = await linesOf();
      await replay();
      expect([await leftUnder(later), await leftUnder(person.email)]).toEqual([0, 0]);
      expect(await linesOf()).toEqual(written);
    });

    it('also where an earlier version had noted the person alone', async () => {
      const person = await provenPerson(testApp);
      const { email, id } = person;
      await send(email);
      const restore = await backUpUploads(email);
      await testApp.app.get(WithdrawalLedger).append({ kind: 'left', participantId: id });
      expect(await replay()).toBe(1);
      await testApp.app.get(MediaService).sweepDeletions();
      await restore();
      expect(await replay()).toBe(1);
      expect(await leftUnder(email)).toBe(0);
    });
  });
});
