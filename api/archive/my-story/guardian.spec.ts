import { jest } from '@jest/globals';
import type { AdminUser } from '../../contract/staff/admin-participants.js';
import { GUARDIAN_PATH } from '../../contract/consent/consent.js';
import { GUARDIAN_LINK_MAX_AGE_MS } from '../../contract/common/limits.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { RecordingConsentRepository } from '../../people/consent/recording-consent.repository.js';
import { OutboxDelivery } from '../../platform/mail/outbox-delivery.js';
import { readOutbox } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';

const { version } = PRIVACY;
type Person = Awaited<ReturnType<typeof provenPerson>>;

const show = ({ browser }: Person) => browser.post('/api/my-story/show');
const sayNo = ({ browser }: Person) =>
  browser.post('/api/consent/recording').send({ answer: 'no', version }).expect(200);
const hiddenAtOf = async ({ browser }: Person) =>
  ((await browser.get('/api/my-story').expect(200)).body as MyStory).hiddenAt;

describe('the story of somebody under 18', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  let guardians = 0;
  const askGuardian = async ({ browser }: Person) => {
    const email = `parent-${++guardians}@example.org`;
    await browser.post('/api/consent/guardian').send({ email, version }).expect(200);
    const [mail] = (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === email);
    return mail!.text!.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]!;
  };
  const answerAs = (token: string, answer: 'yes' | 'no') =>
    site.testApp.http.post('/api/consent/guardian/answer').send({ token, answer, version });
  const decide = (token: string, answer: 'yes' | 'no') => answerAs(token, answer).expect(200);
  const publish = ({ id }: Person, transcript = 'I rest.') => site.archive.publish(id, { questionId: 1, transcript });

  it('is a 404 once a parent or guardian takes their yes back, and nobody shows or approves it again', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    await decide(token, 'yes');
    const video = await publish(child);
    await site.get(storyOf(video)).expect(200);
    await decide(token, 'no');
    await site.get(storyOf(video)).expect(404);
    expect((await show(child).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await site.archive.unapprove(video.id).expect(200);
    await site.archive.approve(video.id).expect(409);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
  });

  it('is told to staff as what a guardian has refused, not as what its person hides', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    await decide(token, 'yes');
    const { id } = await publish(child);
    const seen = async (path: string) =>
      (await site.testApp.http.get(path).set('Cookie', site.archive.cookie).expect(200)).body as unknown;
    const told = async () => {
      const video = await seen(`/api/admin/showcase-videos/${id}`);
      const people = await seen('/api/admin/all-users');
      return [
        (video as ShowcaseVideo).notShown?.as,
        (people as AdminUser[]).find((person) => person.id === child.id)?.notShown?.as,
      ];
    };
    await child.browser.post('/api/my-story/hide').expect(204);
    expect(await told()).toEqual(['hidden', 'hidden']);
    await decide(token, 'no');
    expect(await told()).toEqual(['guardian_refused', 'guardian_refused']);
  });

  it('is a 404 once a no is said again whose files could not be taken down', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    await decide(token, 'yes');
    const video = await publish(child);
    using withdrawing = jest.spyOn(site.testApp.app.get(PersonVideosService), 'takeDown');
    withdrawing.mockRejectedValueOnce(new Error('the server ends'));
    const { status } = await answerAs(token, 'no');
    expect(status).toBe(500);
    await decide(token, 'no');
    withdrawing.mockRestore();
    await site.get(storyOf(video)).expect(404);
  });

  it('is a 404 where a no is kept, and the database could not say so', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    await decide(token, 'yes');
    const video = await publish(child);
    const consents = site.testApp.app.get(RecordingConsentRepository);
    const transact = consents.inTransaction.bind(consents);
    using changing = jest.spyOn(consents, 'inTransaction');
    changing.mockImplementationOnce(async (work) => {
      await transact(work);
      throw new Error('the connection ends');
    });
    const { status } = await answerAs(token, 'no');
    expect(status).toBe(500);
    await site.get(storyOf(video)).expect(404);
  });

  it('waits for a guardian’s yes: silence is none', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    const video = await site.archive.add(child.id, { questionId: 1 });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await decide(token, 'yes');
    expect(await hiddenAtOf(child)).toBeNull();
    await site.archive.approve(video.id).expect(200);
    await site.get(storyOf(video)).expect(200);
  });

  it('is hidden from when they say so until a guardian has said yes and they show it again', async () => {
    const child = await provenPerson(site.testApp);
    const video = await publish(child);
    const token = await askGuardian(child);
    await site.get(storyOf(video)).expect(404);
    await show(child).expect(409);
    await decide(token, 'yes');
    await site.get(storyOf(video)).expect(404);
    await show(child).expect(204);
    await site.get(storyOf(video)).expect(200);
  });

  it('is hidden also where no mail to a guardian can be sent', async () => {
    const child = await provenPerson(site.testApp);
    const video = await publish(child);
    using delivering = jest.spyOn(OutboxDelivery.prototype, 'deliver').mockRejectedValue(new Error('No folder.'));
    const { status } = await child.browser.post('/api/consent/guardian').send({ email: 'parent@example.org', version });
    delivering.mockRestore();
    expect(status).toBe(503);
    await site.get(storyOf(video)).expect(404);
    expect(await hiddenAtOf(child)).not.toBeNull();
  });

  it('stays hidden after a no of their own, which is no guardian’s yes', async () => {
    const child = await provenPerson(site.testApp);
    const video = await publish(child);
    const token = await askGuardian(child);
    await sayNo(child);
    expect((await show(child).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await site.archive.unapprove(video.id).expect(200);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await decide(token, 'no');
    await site.get(storyOf(video)).expect(404);
  });

  it('is hidden at the start where an earlier version let it be shown after such a no', async () => {
    const child = await provenPerson(site.testApp);
    const video = await publish(child);
    await site.testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at, guardian_email)
       VALUES ($1, 'refused', $2, now(), 'parent@example.org')`,
      [child.id, version],
    );
    await site.get(storyOf(video)).expect(200);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
  });

  it('is hidden at the start of an older database that takes them for an adult, until a guardian is asked again', async () => {
    const child = await provenPerson(site.testApp);
    await decide(await askGuardian(child), 'yes');
    const video = await publish(child);
    const saidAsAdult = `UPDATE recording_consent SET guardian_email = NULL, guardian_token_hash = NULL,
      guardian_agreed_hashes = '{}', changed_at = now() - interval '1 day' WHERE participant_id = $1`;
    await site.testApp.dataSource.query(saidAsAdult, [child.id]);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
    const again = { ...child, browser: await openLink(site.testApp, child.email) };
    expect((await show(again).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await decide(await askGuardian(again), 'yes');
    await show(again).expect(204);
    await site.restart();
    await site.get(storyOf(video)).expect(200);
  });

  it('is taken back with the link over which a yes was said, whatever its person does since', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    const mother = `parent-${guardians}@example.org`;
    await decide(token, 'yes');
    const video = await publish(child);
    const ask = (email: string) => child.browser.post('/api/consent/guardian').send({ email, version });
    await ask(mother).expect(409);
    await sayNo(child);
    await sayNo(child);
    await site.get(storyOf(video)).expect(200);
    const friend = 'friend@example.org';
    expect((await ask(friend).expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await ask(mother.toUpperCase()).expect(200);
    await ask(friend).expect(409);
    await sayNo(child);
    await ask(friend).expect(409);
    await ask(mother).expect(200);
    // The first link says yes and no like the last one.
    await decide(token, 'yes');
    await show(child).expect(204);
    await site.get(storyOf(video)).expect(200);
    await decide(token, 'no');
    await site.get(storyOf(video)).expect(404);
    await show(child).expect(409);
  });

  it('is taken back with that link, however long ago its guardian was asked again', async () => {
    const child = await provenPerson(site.testApp);
    const token = await askGuardian(child);
    const email = `parent-${guardians}@example.org`;
    await decide(token, 'yes');
    const video = await publish(child);
    await sayNo(child);
    await child.browser.post('/api/consent/guardian').send({ email, version }).expect(200);
    await site.testApp.dataSource.query(
      'UPDATE recording_consent SET guardian_asked_at = $2 WHERE participant_id = $1',
      [child.id, new Date(Date.now() - GUARDIAN_LINK_MAX_AGE_MS - 1_000)],
    );
    const { body } = await site.testApp.http.post('/api/consent/guardian/preview').send({ token }).expect(200);
    expect(body).toMatchObject({ recording: 'guardian_asked' });
    await decide(token, 'no');
    await site.get(storyOf(video)).expect(404);
  });
});
