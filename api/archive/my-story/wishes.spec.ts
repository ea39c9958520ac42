import { type MyStory, type StoryWishes, wishesPath } from '../../contract/stories/my-story.js';
import { provenPerson } from '../../testing/proven-person.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const PATH = '/api/my-story';
const WISHES = {
  words: 'Keep it public.\nAsk my sister first.',
  contactName: 'Eva Example',
  contact: 'eva@example.org',
};
const NONE = { words: '', contactName: '', contact: '' };

describe('what a person wishes for their story', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  const forStaff = async (id: string) =>
    ((await testApp.staff().get(wishesPath(id)).expect(200)).body as { wishes: StoryWishes | null }).wishes;

  it('is kept, shown to them and to staff, changed, and taken away when it is empty', async () => {
    const { browser, id } = await provenPerson(testApp);
    expect(await forStaff(id)).toBeNull();
    await browser.put(`${PATH}/wishes`).send(WISHES).expect(204);
    expect(((await browser.get(PATH).expect(200)).body as MyStory).wishes).toMatchObject(WISHES);
    expect(await forStaff(id)).toMatchObject(WISHES);
    await browser
      .put(`${PATH}/wishes`)
      .send({ ...WISHES, contact: '' })
      .expect(204);
    expect(await forStaff(id)).toMatchObject({ contact: '' });
    await browser.put(`${PATH}/wishes`).send(NONE).expect(204);
    expect(await forStaff(id)).toBeNull();
  });

  it('goes with the person', async () => {
    const { browser } = await provenPerson(testApp);
    await browser.put(`${PATH}/wishes`).send(WISHES).expect(204);
    await browser.post(`${PATH}/leave`).expect(200);
    expect(await testApp.dataSource.query('SELECT * FROM story_wish')).toEqual([]);
  });

  it('is said by whoever has proven the e-mail, and read by nobody else', async () => {
    const { browser } = await registerPerson(testApp);
    expect((await browser.put(`${PATH}/wishes`).send(WISHES).expect(403)).body).toMatchObject({
      code: 'email_unproven',
    });
    const { browser: proven, id } = await provenPerson(testApp);
    await proven.get(wishesPath(id)).expect(401);
    await testApp.http.put(`${PATH}/wishes`).send(WISHES).expect(401);
    for (const wrong of [
      { words: 'a'.repeat(4001) },
      { words: 7 },
      { contactName: 'a\nb' },
      { contact: 'a'.repeat(301) },
    ]) {
      await proven
        .put(`${PATH}/wishes`)
        .send({ ...WISHES, ...wrong })
        .expect(400);
    }
    await testApp.staff().get(wishesPath('none')).expect(404);
  });
});
