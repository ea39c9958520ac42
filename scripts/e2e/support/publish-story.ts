import type { RegisterResponse } from '../../../api/contract/participants.ts';
import type { ShowcaseVideo } from '../../../api/contract/showcase.ts';
import { Client } from '../../lib/client.ts';
import { STAFF_PASSWORD, type Server } from './server.ts';

/** A story of one answer that a producer has approved. */
export interface PublishedStory {
  firstName: string;
  userName: string;
  videoId: string;
  staff: Client;
}

/** Registers a person and publishes one answer of theirs, all through the API. */
export async function publishStory(
  server: Server,
  story: { firstName: string; questionId: number; transcript: string; clip: Buffer },
): Promise<PublishedStory> {
  const participant = new Client(server.url);
  const { firstName } = story;
  const email = `${crypto.randomUUID()}@example.org`;
  const registration = { firstName, lastName: 'Marlow', email };
  const { user } = await participant.send<RegisterResponse>('POST', '/api/register', registration);

  const staff = new Client(server.url);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  const form = new FormData();
  form.set('userId', user.id);
  form.set('questionId', String(story.questionId));
  form.set('transcript', story.transcript);
  form.set('video', new Blob([new Uint8Array(story.clip)], { type: 'video/webm' }), 'finished.webm');
  const video = await staff.send<ShowcaseVideo>('POST', '/api/admin/showcase-videos', form);
  await staff.send('PUT', `/api/admin/showcase-videos/${video.id}/approve`);
  return { firstName, userName: video.user.userName, videoId: video.id, staff };
}
