import type { MyStory } from '../../contract/stories/my-story.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../contract/people/participants.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';

const PATH = '/api/my-story';
const TIMES = 5;

describe('at once with what staff do', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  const told = async () => {
    const person = await provenPerson(site.testApp);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' }) };
  };
  const ownCut = async ({ browser }: Awaited<ReturnType<typeof told>>) =>
    ((await browser.get(PATH).expect(200)).body as MyStory).videos[0]!;

  it('a hidden story stays a 404 whichever of Hide and Approve comes first', async () => {
    const { browser, video } = await told();
    for (let time = 0; time < TIMES; time++) {
      await site.archive.unapprove(video.id).expect(200);
      const [hidden] = await Promise.all([browser.post(`${PATH}/hide`), site.archive.approve(video.id)]);
      expect(hidden.status).toBe(204);
      await site.get(storyOf(video)).expect(404);
      await browser.post(`${PATH}/show`).expect(204);
    }
  });

  it('a yes is never one to words that its person has not seen', async () => {
    const person = await told();
    for (let time = 0; time < TIMES; time++) {
      const { id, release } = await ownCut(person);
      const yes = { cutHash: release.cutHash, decision: 'yes', uses: ['archive'] };
      const [said] = await Promise.all([
        person.browser.post(`${PATH}/videos/${id}/release`).send(yes),
        site.archive.edit(id, { transcript: `I rest, for the ${time}th time.` }),
      ]);
      expect([204, 409]).toContain(said.status);
      expect((await ownCut(person)).release.standing).not.toBe('yes');
    }
  });

  it('a no holds for what a producer has made of it meanwhile', async () => {
    const person = await told();
    const { id, release } = await ownCut(person);
    await site.archive.edit(id, { transcript: 'I rest again.' }).expect(200);
    await site.get(storyOf(person.video)).expect(200);
    const no = { cutHash: release.cutHash, decision: 'no' };
    await person.browser.post(`${PATH}/videos/${id}/release`).send(no).expect(204);
    await site.get(storyOf(person.video)).expect(404);
    expect((await ownCut(person)).release.standing).toBe('no');
  });

  it('what was withdrawn is shown again by nothing', async () => {
    const { browser, video } = await told();
    await browser.post(`${PATH}/hide`).expect(204);
    await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    await browser.post(`${PATH}/show`).expect(204);
    // Their own pages know: nobody records for nothing.
    const { withdrawnAt } = (await browser.get(CURRENT_USER_PATH).expect(200)).body as CurrentUser;
    expect(Date.parse(withdrawnAt ?? '')).toBeGreaterThan(0);
    await site.archive.approve(video.id).expect(404);
    await site.get(storyOf(video)).expect(404);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
  });
});
