import { TRACKED_STEPS } from '../contract/interview/steps.js';
import type { TestApp } from './test-app.js';

const STEP_COLUMNS = TRACKED_STEPS.map(({ wireField }) => wireField);

let people = 0;

/** Someone who has registered, the browser in which they did, and what they have done since. */
export async function registerPerson(testApp: TestApp, email = `person-${++people}@example.org`) {
  const browser = testApp.browser();
  await browser.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email }).expect(201);
  const set = (changes: string[]) =>
    testApp.dataSource.query(`UPDATE participant SET ${changes.join(', ')} WHERE email = $1`, [email]);
  const setTimes = (columns: string[]) => set(columns.map((column) => `${column} = now()`));
  return {
    email,
    browser,
    /** Asks to go on, in a browser that nobody knows unless another one is given. */
    resume: (client: Pick<TestApp['http'], 'post'> = testApp.http) =>
      client.post('/api/resume-interview').send({ email }),
    completeSteps: (last: number) => setTimes(STEP_COLUMNS.slice(0, last + 1)),
    completeMedia: () => setTimes(['media_upload_completed_at']),
    completeAll: () => setTimes([...STEP_COLUMNS, 'media_upload_completed_at']),
    submit: () => set(["status = 'submitted'"]),
  };
}
