import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ErrorBody } from '../../contract/common/errors.js';
import { EMAIL_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { NEW_EMAIL_FRAGMENT } from '../../contract/stories/my-story.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { MAIL_ATTEMPTS_MAX } from '../../platform/mail/mail-retries.js';
import { EmailNoticesWorker } from '../../people/sign-in/email-notices.worker.js';
import { startMailServer } from '../../testing/mail-server.js';
import { signInTokenIn } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';

const PATH = '/api/my-story/email';

/** With a mail server, and somebody who is signed in. */
const outside = async () => {
  const server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const { resume, email, browser } = await registerPerson(testApp);
  await resume().expect(200);
  const token = signInTokenIn(server.received.at(-1)!.content);
  await browser.post('/api/auth/link').send({ token }).expect(200);
  const ask = () => browser.post(PATH).send({ email: `new-${email}` });
  const end = async () => {
    await testApp.close();
    await server[Symbol.asyncDispose]();
  };
  return { server, testApp, email, browser, ask, [Symbol.asyncDispose]: end };
};

it('another e-mail is asked for again where the mail could not be sent, and only what was sent is counted', async () => {
  await using asking = await outside();
  const { server, testApp, ask } = asking;
  server.refuseAll(true);
  for (let count = 0; count < EMAIL_CHANGES_PER_DAY; count++) await ask().expect(503);
  server.refuseAll(false);
  expect(await testApp.dataSource.query('SELECT FROM email_notice')).toEqual([]);
  for (let count = 0; count < EMAIL_CHANGES_PER_DAY; count++) await ask().expect(202);
  await ask().expect(429);
});

it('a link to another e-mail is printed nowhere where it is mailed', async () => {
  await using asking = await outside();
  const { server, testApp, email, ask } = asking;
  const printed: unknown[] = [];
  const print = (message: unknown) => void printed.push(message);
  testApp.app.useLogger({ log: print, warn: print, error: print, debug: print });
  await ask().expect(202);
  new Logger('Spec').log('asked');
  testApp.app.useLogger(false);
  expect(printed).toContain('asked');
  expect(JSON.stringify(printed)).not.toContain(NEW_EMAIL_FRAGMENT);
  const mailed = server.received.filter(({ to }) => to.includes(`new-${email}`));
  expect(mailed.map(({ content }) => content.text)).toEqual([expect.stringContaining(NEW_EMAIL_FRAGMENT)]);
});

it('a changed e-mail counts though the last mail to the one before cannot go, and that one comes later', async () => {
  await using asking = await outside();
  const { server, testApp, email, browser, ask } = asking;
  const toldTheFormer = () =>
    server.received.filter(({ to }) => to.includes(email)).map(({ content }) => content.subject);
  const makeDue = () => testApp.dataSource.query('UPDATE email_notice SET due_at = now()');
  server.refused.add(email);
  await ask().expect(202);
  const { text = '' } = server.received.at(-1)!.content;
  const token = text.split(NEW_EMAIL_FRAGMENT)[1]!.split('\n')[0]!;
  await browser.post(`${PATH}/confirm`).send({ token }).expect(204);
  expect((await browser.get('/api/auth/user').expect(200)).body).toMatchObject({ email: `new-${email}` });
  const waiting = async (attempts: number) =>
    (await testApp.dataSource.query<unknown[]>('SELECT FROM email_notice WHERE attempts = $1', [attempts])).length;
  await until(async () => (await waiting(1)) === 2);
  server.refused.delete(email);
  await makeDue();
  await testApp.app.get(EmailNoticesWorker, { strict: false }).look();
  await until(async () => toldTheFormer().length === 3);
  expect(toldTheFormer().slice(1)).toEqual(
    expect.arrayContaining(['Your e-mail is about to change', 'Your e-mail has changed']),
  );
  await until(async () => (await waiting(1)) + (await waiting(2)) === 0);
});

it('the owner of an account is told that it is to change once the link has gone, and not before', async () => {
  await using asking = await outside();
  const { server, testApp, ask } = asking;
  const before = server.received.length;
  server.hang(true);
  const asked = ask().then(({ status, body }) => [status, (body as ErrorBody).code]);
  await until(() => server.waiting === 1);
  const held = `SELECT FROM email_notice WHERE due_at > now() AND due_at <= now() + interval '1 minute'`;
  expect(await testApp.dataSource.query(held)).toHaveLength(1);
  using queued = jest.spyOn(testApp.app.get(JobQueue, { strict: false }), 'add');
  await testApp.app.get(EmailNoticesWorker, { strict: false }).look();
  expect(queued).not.toHaveBeenCalled();
  server.refuseAll(true);
  server.hang(false);
  expect(await asked).toEqual([503, 'mail_not_sent']);
  expect(await testApp.dataSource.query('SELECT FROM email_notice')).toEqual([]);
  expect(server.received).toHaveLength(before);
});

it('a notice that an e-mail is to change is given up after its last try, and then waits for nothing', async () => {
  await using asking = await outside();
  const { server, testApp, email, ask } = asking;
  server.refused.add(email);
  await ask().expect(202);
  const attempts = async () => {
    const rows = await testApp.dataSource.query<{ attempts: number }[]>('SELECT attempts FROM email_notice');
    return rows.map((row) => row.attempts).join();
  };
  await until(async () => (await attempts()) === '1');
  const tryAfter = async (already: number) => {
    await testApp.dataSource.query('UPDATE email_notice SET attempts = $1, due_at = now()', [already]);
    await testApp.app.get(EmailNoticesWorker, { strict: false }).look();
  };
  await tryAfter(MAIL_ATTEMPTS_MAX - 2);
  await until(async () => (await attempts()) === String(MAIL_ATTEMPTS_MAX - 1));
  await tryAfter(MAIL_ATTEMPTS_MAX - 1);
  await until(async () => (await attempts()) === '');
});
