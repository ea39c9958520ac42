import type { RegisterResponse } from '../../../api/contract/participants.ts';
import type { ShowcaseVideo } from '../../../api/contract/showcase.ts';
import { Client } from '../../lib/client.ts';
import { STAFF_PASSWORD, type Server } from './server.ts';

/** A story whose videos a producer has approved. */
export interface PublishedStory {
  firstName: string;
  email: string;
  userName: string;
  /** Of its first video. */
  videoId: string;
  /** By the number of their question, 0 for the overview. */
  videoIds: Record<number, string>;
  staff: Client;
}

interface StoryToPublish {
  firstName: string;
  /** By the number of the question, 0 for the overview; plain text or WebVTT. */
  transcripts: Record<number, string>;
  /** Addresses of the videos that stand at a host, by the number of their question; the others are files. */
  addresses?: Record<number, string>;
  clip: Buffer;
}

/** Registers a person and publishes videos of theirs, all through the API. */
export async function publishVideos(server: Server, story: StoryToPublish): Promise<PublishedStory> {
  const { firstName } = story;
  const registration = { firstName, lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` };
  const { user } = await new Client(server.url).send<RegisterResponse>('POST', '/api/register', registration);

  const staff = new Client(server.url);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  const videos: [number, ShowcaseVideo][] = [];
  for (const [questionId, transcript] of Object.entries(story.transcripts)) {
    const form = new FormData();
    form.set('userId', user.id);
    form.set('questionId', questionId);
    form.set('transcript', transcript);
    const address = story.addresses?.[Number(questionId)];
    if (address === undefined) {
      form.set('video', new Blob([new Uint8Array(story.clip)], { type: 'video/webm' }), 'finished.webm');
    } else form.set('videoUrl', address);
    const video = await staff.send<ShowcaseVideo>('POST', '/api/admin/showcase-videos', form);
    await staff.send('PUT', `/api/admin/showcase-videos/${video.id}/approve`);
    videos.push([Number(questionId), video]);
  }
  const [[, first]] = videos as [[number, ShowcaseVideo]];
  const videoIds = Object.fromEntries(videos.map(([questionId, { id }]) => [questionId, id]));
  return { firstName, email: registration.email, userName: first.user.userName, videoId: first.id, videoIds, staff };
}

/** Registers a person and publishes one answer of theirs. */
export function publishStory(
  server: Server,
  {
    firstName,
    questionId,
    transcript,
    clip,
  }: { firstName: string; questionId: number; transcript: string; clip: Buffer },
): Promise<PublishedStory> {
  return publishVideos(server, { firstName, clip, transcripts: { [questionId]: transcript } });
}
