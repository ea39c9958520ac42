import { TRACKED_STEPS, LAST_STEP } from '../../contract/interview/steps.js';
import { startMailServer } from '../../testing/mail-server.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PATH = '/api/resume-interview';
const SENT = { nextQuestionUrl: '/resume?sent=1' };
const DONE = { message: 'You have already completed all interview questions!' };
const STEP_URLS = TRACKED_STEPS.slice(0, LAST_STEP).map(({ number }) => `https://forms.example.com/${number}`);

describe('resuming with a mail server', () => {
  it('answers once the mail is there, and prints no link', async () => {
    await using server = await startMailServer();
    const testApp = await createTestApp({ SMTP_URL: server.url, PUBLIC_URL: 'https://stories.example.org' });
    const { resume, email } = await registerPerson(testApp);
    const printed: unknown[] = [];
    const print = (message: unknown) => void printed.push(message);
    testApp.app.useLogger({ log: print, warn: print, error: print, debug: print });
    await resume().expect(200, SENT);
    testApp.app.useLogger(false);
    expect(JSON.stringify(printed)).not.toContain('#signin=');
    expect(server.received.map(({ to }) => to)).toEqual([[email]]);
    expect(server.received[0]?.content.text).toContain('\nhttps://stories.example.org/#signin=');
    expect(await readOutbox(testApp)).toEqual([]);
    await testApp.close();
  });

  it('says so when the mail cannot be sent, and counts only what was', async () => {
    await using server = await startMailServer();
    const testApp = await createTestApp({ SMTP_URL: server.url });
    const { resume } = await registerPerson(testApp);
    server.refuseAll(true);
    for (let count = 0; count < 3; count++) {
      const { body } = await resume().expect(503);
      expect(body).toEqual({
        code: 'mail_not_sent',
        message: 'We could not send the mail just now. Please try again in a few minutes.',
      });
    }
    server.refuseAll(false);
    await resume().expect(200, SENT);
    await resume().expect(200, SENT);
    await resume().expect(429);
    await testApp.close();
  });
});

describe('resuming with external forms', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({
      INTERVIEW_FORM_URL: 'https://forms.example.com/start',
      INTERVIEW_STEP_URLS: JSON.stringify(STEP_URLS),
    });
  });
  afterAll(() => testApp.close());

  it('leads to the screen before the first open step, with the e-mail appended', async () => {
    const { resume, email, completeSteps } = await registerPerson(testApp);
    const mails = (await readOutbox(testApp)).length;
    for (const [screen, url] of STEP_URLS.entries()) {
      await completeSteps(screen);
      await resume().expect(200, { nextQuestionUrl: `${url}?contact_email=${encodeURIComponent(email)}` });
    }
    await completeSteps(LAST_STEP);
    await resume().expect(200, { nextQuestionUrl: `/upload?contact_email=${encodeURIComponent(email)}` });
    expect(await readOutbox(testApp)).toHaveLength(mails);
  });

  it('repeats the e-mail as it was typed, and tells nothing else', async () => {
    const { email } = await registerPerson(testApp);
    const typed = email.toUpperCase();
    const { body } = await testApp.http.post(PATH).send({ email: typed }).expect(200);
    expect(body).toEqual({ nextQuestionUrl: `${STEP_URLS[0]}?contact_email=${encodeURIComponent(typed)}` });
  });

  it('says that nothing is left to do, and leads to what is there', async () => {
    const { resume, completeAll, browser, email } = await registerPerson(testApp);
    await completeAll();
    await resume(browser).expect(200, { ...DONE, isSignedIn: true });
    await resume().expect(200, { ...DONE, isLinkSent: true });
    const mail = (await readOutbox(testApp)).find(({ to }) => to?.[0]?.address === email)!;
    const token = signInTokenIn(mail);
    await testApp.http.post('/api/auth/link').send({ token }).expect(200, { nextUrl: '/my-story' });
  });

  it('leads to the one form where the steps have none of their own', async () => {
    const other = await createTestApp({ INTERVIEW_FORM_URL: 'https://forms.example.com/start?lang=en' });
    const { resume, email, completeSteps } = await registerPerson(other);
    const query = `contact_email=${encodeURIComponent(email)}`;
    await resume().expect(200, { nextQuestionUrl: `https://forms.example.com/start?lang=en#${query}` });
    await completeSteps(LAST_STEP);
    await resume().expect(200, { nextQuestionUrl: `/upload?${query}` });
    await other.close();
  });
});
