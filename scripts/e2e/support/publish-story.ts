import type { RegisterResponse } from '../../../api/contract/people/participants.ts';
import { type ShowcaseVideo, WRITTEN_CHAPTERS_PATH } from '../../../api/contract/videos/showcase.ts';
import { type WrittenAnswer, WRITTEN_ANSWERS_PATH } from '../../../api/contract/interview/written-answers.ts';
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
  /** Signed in as whose story it is. */
  person: Client;
  staff: Client;
}

interface StoryToPublish {
  firstName: string;
  /** By the number of the question, 0 for the overview; plain text or WebVTT. */
  transcripts: Record<number, string>;
  /** Addresses of the videos that stand at a host, by the number of their question; the others are files. */
  addresses?: Record<number, string>;
  /** What they answered in words, by the number of the question: plain text. */
  words?: Record<number, string>;
  clip: Buffer;
}

/** Registers a person and publishes videos and written chapters of theirs, all through the API. */
export async function publishVideos(server: Server, story: StoryToPublish): Promise<PublishedStory> {
  const { firstName, words = {} } = story;
  const person = new Client(server.url);
  const registration = { firstName, lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` };
  const { user } = await person.send<RegisterResponse>('POST', '/api/register', registration);

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
  for (const [questionId, text] of Object.entries(words)) {
    const { id: writtenAnswerId } = await person.send<WrittenAnswer>('PUT', `${WRITTEN_ANSWERS_PATH}/${questionId}`, {
      text,
      revision: 0,
    });
    const chapter = await staff.send<ShowcaseVideo>('POST', WRITTEN_CHAPTERS_PATH, { writtenAnswerId });
    await staff.send('PUT', `/api/admin/showcase-videos/${chapter.id}/approve`);
    videos.push([Number(questionId), chapter]);
  }
  const [[, first]] = videos as [[number, ShowcaseVideo]];
  const videoIds = Object.fromEntries(videos.map(([questionId, { id }]) => [questionId, id]));
  return {
    firstName,
    email: registration.email,
    userName: first.user.userName,
    videoId: first.id,
    videoIds,
    person,
    staff,
  };
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
