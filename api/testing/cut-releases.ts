import type { AuditPage } from '../contract/staff/audit.js';
import type { OwnVideo } from '../contract/stories/my-story.js';
import type { ReleaseRequest } from '../contract/videos/releases.js';
import type { ShowcaseVideo } from '../contract/videos/showcase.js';
import { ReleaseTimes } from '../archive/videos/releases/release-times.js';
import { type Browser, readMyStory } from './my-story.js';
import { provenPerson } from './proven-person.js';
import type { PublishedSite } from './published-site.js';
import { sampleMp4 } from './sample-media.js';

/** What somebody says to a cut as they see it. */
export type Said = Omit<ReleaseRequest, 'cutHash'>;

const PATH = '/api/my-story';
export const YES: Said = { decision: 'yes', uses: ['archive'] };
export const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString();

/** Somebody signed in by a mailed link, with a video that waits for approval. @param film another one is another film */
export async function cutOwner(site: PublishedSite, { film = 0, firstName = 'Anna' } = {}) {
  const person = await provenPerson(site.testApp, firstName);
  const { body } = await site.archive
    .upload(person.id, { questionId: 1, transcript: 'I climbed. Then I fell ill.' }, sampleMp4(1000, film))
    .expect(201);
  return { ...person, video: body as ShowcaseVideo };
}

export async function ownVideo(browser: Browser, id: string): Promise<OwnVideo> {
  return (await readMyStory(browser)).videos.find((video) => video.id === id)!;
}

export async function say(browser: Browser, id: string, said: Said): Promise<void> {
  const { release } = await ownVideo(browser, id);
  await browser
    .post(`${PATH}/videos/${id}/release`)
    .send({ ...said, cutHash: release.cutHash })
    .expect(204);
}

export async function forStaff({ archive }: PublishedSite, id: string): Promise<ShowcaseVideo> {
  return (await archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body as ShowcaseVideo;
}

export async function approve({ archive }: PublishedSite, id: string): Promise<ShowcaseVideo> {
  return (await archive.approve(id).expect(200)).body as ShowcaseVideo;
}

export function ask({ archive }: PublishedSite, id: string) {
  return archive.post(`/${id}/release-request`);
}

/** As if two days had passed for what a person has said. */
export async function passTime({ testApp }: PublishedSite, participantId: string): Promise<void> {
  await testApp.dataSource.query(
    `UPDATE cut_release SET public_from = public_from - interval '2 days', public_until = public_until - interval '2 days'
     WHERE participant_id = $1`,
    [participantId],
  );
}

/** As the schedule does it. */
export function look({ testApp }: PublishedSite): Promise<void> {
  return testApp.app.get(ReleaseTimes).look();
}

export async function isInApi(site: PublishedSite, { user }: ShowcaseVideo): Promise<boolean> {
  return (await site.get(`/api/user-story/${user.userName}`)).status === 200;
}

/** Who published what of a person, or took it back, the latest first. */
export async function publishedOf({ testApp }: Pick<PublishedSite, 'testApp'>, id: string): Promise<string[]> {
  const { body } = await testApp.staff().get(`/api/admin/audit?person=${id}&kind=published`).expect(200);
  return (body as AuditPage).entries.map(({ actor, action }) => `${actor} ${action}`);
}
