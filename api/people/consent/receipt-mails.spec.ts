import { jest } from '@jest/globals';
import { MY_STORY_PATH } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { emailKey } from '../../contract/people/email-key.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { startMailServer } from '../../testing/mail-server.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { GivenUpReceiptMails1700000000665 } from '../../platform/database/migrations/1700000000665-given-up-receipt-mails.js';
import { MAIL_ATTEMPTS_MAX } from '../../platform/mail/mail-retries.js';
import { OutboxDelivery } from '../../platform/mail/outbox-delivery.js';
import { ReceiptsService } from './receipts.service.js';
import { ReceiptMailsWorker } from './receipt-mails.worker.js';

const deliver = OutboxDelivery.prototype.deliver;

describe('the mail of a receipt', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  type Browser = ReturnType<TestApp['browser']>;
  const say = (browser: Browser, answer: 'yes' | 'no') =>
    browser.post('/api/consent/recording').send({ answer, version: PRIVACY.version }).expect(200);
  const receiptsMailedTo = async (email: string) => {
    const mails = await readOutbox(testApp);
    return mails.filter(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Your receipt: '));
  };
  const waiting = async () => (await testApp.dataSource.query<unknown[]>('SELECT FROM receipt_mail')).length;
  /** As a server leaves a mail that is killed in its last try. */
  const cutOff = async (attempts: number) => {
    const { browser, email } = await provenPerson(testApp);
    await say(browser, 'yes');
    await until(async () => (await receiptsMailedTo(email)).length > 0 && (await waiting()) === 0);
    await testApp.dataSource.query(
      `INSERT INTO receipt_mail (receipt_id, subject_key, attempts)
       SELECT id, subject_key, $1 FROM consent_receipt ORDER BY number DESC LIMIT 1`,
      [attempts],
    );
    return email;
  };

  it('comes once, with the file, and without the e-mail in it', async () => {
    const { browser, email } = await provenPerson(testApp);
    await say(browser, 'yes');
    await until(async () => (await receiptsMailedTo(email)).length > 0 && (await waiting()) === 0);
    await say(browser, 'no');
    await until(async () => (await receiptsMailedTo(email)).length > 1 && (await waiting()) === 0);
    const mails = await receiptsMailedTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your receipt: Yes to being recorded',
      'Your receipt: The yes to being recorded was taken back',
    ]);
    expect(mails[0]!.text).toContain(`${testApp.config.publicUrl}${MY_STORY_PATH}`);
    expect(mails[0]!.text).not.toContain('last mail');
    const [file] = mails[0]!.attachments;
    const document = JSON.parse(new TextDecoder().decode(file!.content as ArrayBuffer)) as object;
    expect(document).toMatchObject({ 'dct:conformsTo': 'ISO/IEC TS 27560:2023' });
    expect(JSON.stringify(document)).not.toContain(emailKey(email));
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('comes also where its receipt is written before other things of the same transaction', async () => {
    const { id, email } = await provenPerson(testApp);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      testApp.app.get(ReceiptsService, { strict: false }).append(transaction, {
        subject: { participantId: id },
        kind: 'photos_given',
        actor: 'participant',
        method: 'screen',
        wording: { version: '1', words: 'Hide' },
      }),
    );
    // Whoever looks for mails.
    await untilBlocked(testApp.dataSource);
    await commit();
    await until(async () => (await waiting()) === 0);
    expect(await receiptsMailedTo(email)).toHaveLength(1);
  });

  it('waits until the e-mail is proven, and comes to nobody where it is another’s', async () => {
    const registered = await registerPerson(testApp);
    await say(registered.browser, 'yes');
    const proven = await provenPerson(testApp);
    await say(proven.browser, 'yes');
    await until(async () => (await receiptsMailedTo(proven.email)).length > 0);
    expect(await receiptsMailedTo(registered.email)).toEqual([]);
    await openLink(testApp, registered.email, registered.browser);
    await until(async () => (await receiptsMailedTo(registered.email)).length === 1);
    await say(registered.browser, 'no');
    await until(async () => (await receiptsMailedTo(registered.email)).length === 2);

    const stranger = await registerPerson(testApp);
    await say(stranger.browser, 'yes');
    const owner = await openLink(testApp, stranger.email);
    await say(owner, 'no');
    await until(async () => (await receiptsMailedTo(stranger.email)).length > 0 && (await waiting()) === 0);
    expect((await receiptsMailedTo(stranger.email)).map(({ subject }) => subject)).toEqual([
      'Your receipt: No to being recorded',
    ]);
  });

  describe('that was cut off in its last try', () => {
    it('is given up', async () => {
      const email = await cutOff(MAIL_ATTEMPTS_MAX);
      await testApp.app.get(ReceiptMailsWorker).look();
      expect(await waiting()).toBe(0);
      expect(await receiptsMailedTo(email)).toHaveLength(1);
    });

    it('stays given up where a later version tries more often', async () => {
      await using runner = testApp.dataSource.createQueryRunner();
      const isLeft = async (attempts: number) => {
        await cutOff(attempts);
        await new GivenUpReceiptMails1700000000665().up(runner);
        return (await waiting()) > 0;
      };
      expect([await isLeft(12), await isLeft(11)]).toEqual([false, true]);
    });
  });

  it('goes with its person', async () => {
    const { browser } = await registerPerson(testApp);
    const { id } = (await browser.get('/api/auth/user').expect(200)).body as { id: string };
    await say(browser, 'yes');
    expect(await waiting()).toBeGreaterThan(0);
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    await until(async () => (await waiting()) === 0);
  });

  it('goes with its person also where that is deleted while it is mailed', async () => {
    const { browser, id, email } = await provenPerson(testApp);
    using delivering = jest.spyOn(OutboxDelivery.prototype, 'deliver');
    const delivered = Promise.withResolvers<void>();
    delivering.mockImplementationOnce(async function (this: OutboxDelivery, message) {
      try {
        await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
        await deliver.call(this, message);
        expect(await receiptsMailedTo(email)).toHaveLength(1);
        delivered.resolve();
      } catch (error) {
        delivered.reject(error);
        throw error;
      }
    });
    await say(browser, 'yes');
    await delivered.promise;
    await until(async () => (await receiptsMailedTo(email)).length === 0);
  });
});

it('is given up after its last try, and then waits for nothing', async () => {
  await using server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  try {
    const { browser, email, resume } = await registerPerson(testApp);
    await resume().expect(200);
    const token = signInTokenIn(server.received[0]!.content);
    await browser.post('/api/auth/link').send({ token }).expect(200);
    server.refused.add(email);
    await browser.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }).expect(200);
    const attempts = async () =>
      (await testApp.dataSource.query<{ attempts: number }[]>('SELECT attempts FROM receipt_mail')).map(
        (row) => row.attempts,
      );
    const minutesUntilDue = async () => {
      const sql = `SELECT ceil(extract(epoch FROM due_at - clock_timestamp()) / 60)::int AS minutes FROM receipt_mail`;
      return (await testApp.dataSource.query<[{ minutes: number }]>(sql))[0].minutes;
    };
    await until(async () => (await attempts()).join() === '1');
    expect(await minutesUntilDue()).toBe(1);
    const tryAfter = async (already: number) => {
      await testApp.dataSource.query('UPDATE receipt_mail SET attempts = $1, due_at = now()', [already]);
      await testApp.app.get(ReceiptMailsWorker).look();
    };
    await tryAfter(MAIL_ATTEMPTS_MAX - 2);
    await until(async () => (await attempts()).join() === String(MAIL_ATTEMPTS_MAX - 1));
    expect(await minutesUntilDue()).toBe(12 * 60);
    await tryAfter(MAIL_ATTEMPTS_MAX - 1);
    await until(async () => (await attempts()).length === 0);
  } finally {
    await testApp.close();
  }
});

it('comes also after everything was deleted, as the last mail, where a mail server takes it', async () => {
  await using server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: 'stories@example.org' });
  const proven = async () => {
    const { browser, email, resume } = await registerPerson(testApp);
    await resume().expect(200);
    const token = signInTokenIn(server.received.at(-1)!.content);
    await browser.post('/api/auth/link').send({ token }).expect(200);
    return { browser, email };
  };
  try {
    const [first, { browser, email }] = [await proven(), await proven()];
    server.refuseAll(true);
    await first.browser.post('/api/my-story/leave').expect(200);
    server.refuseAll(false);
    await browser.post('/api/my-story/leave').expect(200);
    expect(await testApp.dataSource.query('SELECT FROM participant')).toEqual([]);
    expect(server.received.at(-1)).toMatchObject({
      to: [email],
      content: {
        subject: 'Your receipt: Everything about you was deleted',
        text: expect.stringContaining('our last mail to you'),
      },
    });
    expect(server.received.at(-1)!.content.text).not.toContain(MY_STORY_PATH);
  } finally {
    await testApp.close();
  }
});
