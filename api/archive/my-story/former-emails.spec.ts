import { type MyStory, NEW_EMAIL_FRAGMENT, type Withdrawal } from '../../contract/my-story.js';
import { readOutbox } from '../../testing/outbox.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublicSender } from '../../testing/public-sender.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

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

  it('goes with them, whatever they are called by now', async () => {
    const person = await provenPerson(testApp);
    await send(person.email);
    await move(person, 'second@example.org');
    await send('second@example.org');
    await move(person, 'third@example.org');
    await send('third@example.org');
    const { body } = await person.browser.get(PATH).expect(200);
    expect((body as MyStory).publicUploads).toBe(3);
    const left = (await person.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
    expect(left.publicUploads).toBe(3);
    for (const email of [person.email, 'second@example.org', 'third@example.org']) {
      expect([email, await leftUnder(email)]).toEqual([email, 0]);
    }
    const mailed = (await readOutbox(testApp)).map(({ to }) => to?.[0]?.address);
    expect(mailed).not.toContain(person.email);
    expect(JSON.stringify(left)).not.toContain('example.org');
  });

  it('stays where it was sent after the e-mail had become somebody else’s', async () => {
    const person = await provenPerson(testApp);
    await send(person.email);
    await move(person, 'moved@example.org');
    const register = { firstName: 'Ben', lastName: 'Example', email: person.email };
    await testApp.browser().post('/api/register').send(register).expect(201);
    await send(person.email);
    const left = (await person.browser.post(`${PATH}/leave`).expect(200)).body as Withdrawal;
    expect(left.publicUploads).toBe(1);
    expect(await leftUnder(person.email)).toBe(1);
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
});
