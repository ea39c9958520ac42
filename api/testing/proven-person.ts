import type { RegisterResponse } from '../contract/people/participants.js';
import { readOutbox, signInTokenIn } from './outbox.js';
import type { TestApp } from './test-app.js';

let people = 0;

/** Someone signed in by a mailed link, in the browser in which they registered. */
export async function provenPerson(testApp: TestApp, firstName = 'Anna') {
  const email = `proven-${++people}@example.org`;
  const browser = testApp.browser();
  const { body } = await browser.post('/api/register').send({ firstName, lastName: 'Example', email }).expect(201);
  await openLink(testApp, email, browser);
  return { id: (body as RegisterResponse).user.id, email, browser };
}

/** Opens a newly mailed link of that person in a browser. */
export async function openLink(testApp: TestApp, email: string, browser = testApp.browser()) {
  await testApp.http.post('/api/resume-interview').send({ email }).expect(200);
  const mails = (await readOutbox(testApp)).filter(
    (mail) => mail.to?.[0]?.address === email && signInTokenIn(mail) !== '',
  );
  await browser
    .post('/api/auth/link')
    .send({ token: signInTokenIn(mails.at(-1)!) })
    .expect(200);
  return browser;
}

/** For requests that are made without the browser. */
export function cookieOf({ jar }: ReturnType<TestApp['browser']>): string {
  return jar.getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false }).toValueString();
}
