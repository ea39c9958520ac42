import { EMAIL_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { crowdAt } from '../../testing/crowd.js';
import { provenPerson } from '../../testing/proven-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

describe('another e-mail', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  it('is asked for many times at once, and nobody else waits for a connection', async () => {
    const { browser, email, id } = await provenPerson(testApp);
    const statuses = await crowdAt(testApp, id, () =>
      browser.post('/api/my-story/email').send({ email: `new-${email}` }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(EMAIL_CHANGES_PER_DAY).fill(202),
      ...Array<number>(statuses.length - EMAIL_CHANGES_PER_DAY).fill(429),
    ]);
  });
});
