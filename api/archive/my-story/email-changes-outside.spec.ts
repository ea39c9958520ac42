import { EMAIL_CHANGES_PER_DAY } from '../../contract/limits.js';
import { NEW_EMAIL_FRAGMENT } from '../../contract/my-story.js';
import { EmailNoticesWorker } from '../../people/sign-in/email-notices.worker.js';
import { startMailServer } from '../../testing/mail-server.js';
import { signInTokenIn } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';

const PATH = '/api/my-story/email';

it('another e-mail is asked for again where the mail could not be sent, and only what was sent is counted', async () => {
  await using server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const { resume, email, browser } = await registerPerson(testApp);
  await resume().expect(200);
  const token = signInTokenIn(server.received.at(-1)!.content);
  await browser.post('/api/auth/link').send({ token }).expect(200);
  const ask = () => browser.post(PATH).send({ email: `new-${email}` });
  server.refuseAll(true);
  for (let count = 0; count < EMAIL_CHANGES_PER_DAY; count++) await ask().expect(503);
  server.refuseAll(false);
  expect(await testApp.dataSource.query('SELECT FROM email_notice')).toEqual([]);
  for (let count = 0; count < EMAIL_CHANGES_PER_DAY; count++) await ask().expect(202);
  await ask().expect(429);
  await testApp.close();
});

it('a link to another e-mail is printed nowhere where it is mailed', async () => {
  await using server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const { resume, email, browser } = await registerPerson(testApp);
  await resume().expect(200);
  await browser
    .post('/api/auth/link')
    .send({ token: signInTokenIn(server.received.at(-1)!.content) })
    .expect(200);
  const printed: unknown[] = [];
  const print = (message: unknown) => void printed.push(message);
  testApp.app.useLogger({ log: print, warn: print, error: print, debug: print });
  await browser
    .post(PATH)
    .send({ email: `new-${email}` })
    .expect(202);
  testApp.app.useLogger(false);
  expect(JSON.stringify(printed)).not.toContain(NEW_EMAIL_FRAGMENT);
  const mailed = server.received.filter(({ to }) => to.includes(`new-${email}`));
  expect(mailed.map(({ content }) => content.text)).toEqual([expect.stringContaining(NEW_EMAIL_FRAGMENT)]);
  await testApp.close();
});

it('a changed e-mail counts though the last mail to the one before cannot go, and that one comes later', async () => {
  await using server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const { resume, email, browser } = await registerPerson(testApp);
  await resume().expect(200);
  await browser
    .post('/api/auth/link')
    .send({ token: signInTokenIn(server.received.at(-1)!.content) })
    .expect(200);
  const toldTheFormer = () =>
    server.received.filter(({ to }) => to.includes(email)).map(({ content }) => content.subject);
  const makeDue = () => testApp.dataSource.query('UPDATE email_notice SET due_at = now()');
  server.refused.add(email);
  await browser
    .post(PATH)
    .send({ email: `new-${email}` })
    .expect(202);
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
  await testApp.close();
});
