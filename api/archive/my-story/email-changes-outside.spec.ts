import { EMAIL_CHANGES_PER_DAY } from '../../contract/limits.js';
import { startMailServer } from '../../testing/mail-server.js';
import { signInTokenIn } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp } from '../../testing/test-app.js';

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
  for (let count = 0; count < EMAIL_CHANGES_PER_DAY; count++) await ask().expect(202);
  await ask().expect(429);
  await testApp.close();
});
