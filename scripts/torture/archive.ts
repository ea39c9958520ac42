import type { MadeHelperLink } from '../../api/contract/people/helpers.ts';
import type { MyStory } from '../../api/contract/stories/my-story.ts';
import type { RegisteredUser, RegisterResponse } from '../../api/contract/people/participants.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { type Answer, Person } from './person.ts';
import type { Product } from './product.ts';
import type { Random } from './random.ts';
import { randomMp4 } from './samples.ts';

export interface Story {
  person: Person;
  user: RegisteredUser;
  email: string;
  video: ShowcaseVideo;
  address: string;
}

export const newcomer = (random: Random, firstName = 'Anna') => ({
  firstName,
  lastName: 'Example',
  email: `${random.word()}@example.org`,
});

export async function register(product: Product, random: Random, firstName?: string) {
  const person = new Person(product.url);
  const json = newcomer(random, firstName);
  const { user } = await person.do<RegisterResponse>('POST', '/api/register', { json });
  return { person, user, email: json.email };
}

/** A finished video that waits for approval, and plays: as if it had been converted. */
export async function addVideo(
  product: Product,
  staff: Person,
  userId: string,
  { bytes, ...texts }: { bytes: Buffer; transcript: string; title?: string; description?: string; questionId?: number },
): Promise<ShowcaseVideo> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ questionId: 1, userId, ...texts })) form.set(name, String(value));
  form.set('video', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'cut.mp4');
  const video = await staff.do<ShowcaseVideo>('POST', '/api/admin/showcase-videos', { form });
  await product.query(
    `UPDATE video_preparation SET state = 'ready', playable_media_id = media_id, duration_seconds = 60, width = 1080,
       height = 1920, changed_at = now()
     WHERE media_id = (SELECT media_id FROM showcase_video WHERE id = $1)`,
    [video.id],
  );
  return video;
}

/** A person with a finished video. */
export async function addStory(
  product: Product,
  staff: Person,
  random: Random,
  { firstName, transcript, ...texts }: { firstName?: string; transcript: string; title?: string; description?: string },
): Promise<Story> {
  const { person, user, email } = await register(product, random, firstName);
  const video = await addVideo(product, staff, user.id, { bytes: randomMp4(random, 2_000), transcript, ...texts });
  return { person, user, email, video, address: encodeURI(`/stories/${video.user.userName}`) };
}

/** A browser that has opened a new link by which others help that person. */
export async function openAsHelper(product: Product, person: Person): Promise<Person> {
  const { url } = await person.do<MadeHelperLink>('POST', '/api/helpers', { json: {} });
  const helper = new Person(product.url);
  await helper.do('POST', '/api/help/session', { json: { token: url.split('#')[1]! } });
  return helper;
}

/** What the person says to the cut as it is now. */
export async function release(person: Person, videoId: string, decision: 'yes' | 'no'): Promise<Answer> {
  const found = await person.call('GET', '/api/my-story');
  const video = (found.body as MyStory | null)?.videos?.find(({ id }) => id === videoId);
  if (!video) return found;
  const json = { cutHash: video.release.cutHash, decision, ...(decision === 'yes' ? { uses: ['archive'] } : {}) };
  return person.call('POST', `/api/my-story/videos/${videoId}/release`, { json });
}

export const videoPath = (id: string, step = '') => `/api/admin/showcase-videos/${id}${step}`;
