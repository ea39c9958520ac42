import type { RegisterResponse } from '../../../api/contract/people/participants.ts';
import type { ShowcaseVideo } from '../../../api/contract/videos/showcase.ts';
import type { StoryOverviewItem } from '../../../api/contract/stories/stories.ts';
import { HOSTILE_NAMES, HOSTILE_TRANSCRIPTS, longTranscript } from '../../../api/testing/hostile-texts.ts';
import { Client } from '../../lib/client.ts';
import { STAFF_PASSWORD, type Server } from './server.ts';

/** One answer that can be searched, by the id of its video. */
export interface PublishedAnswer {
  id: string;
  transcript: string;
}

export interface HostileArchive {
  server: Server;
  staff: Client;
  /** Everything that can be found, as it is published. */
  answers: PublishedAnswer[];
}

/** Said after 1:12 by somebody whose transcript has times. */
export const TIMED_WORD = 'marmalade';
const TIMED = `WEBVTT

00:05.000 --> 00:08.000
First the kettle

01:12.000 --> 01:15.000
then the ${TIMED_WORD} & toast`;

/** Publishes stories of people with difficult names and words. */
export async function publishHostileArchive(server: Server, people: number): Promise<HostileArchive> {
  const staff = new Client(server.url);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  const transcripts = [...HOSTILE_TRANSCRIPTS, TIMED, longTranscript(20_000)];
  const videos: string[] = [];
  const add = async (userId: string, questionId: number, transcript: string, title?: string) => {
    const form = new FormData();
    const fields = { userId, questionId: String(questionId), transcript, ...(title && { title }) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    // Words are found wherever their video stands, and one at a host is not converted.
    form.set('videoUrl', `https://vimeo.com/${1_000 + videos.length}`);
    videos.push((await staff.send<ShowcaseVideo>('POST', '/api/admin/showcase-videos', form)).id);
  };
  for (let person = 0; person < people; person++) {
    const userId = await register(server, HOSTILE_NAMES[person % HOSTILE_NAMES.length]!);
    await add(userId, 1, transcripts[person % transcripts.length]!);
    if (person % 3 === 1) await add(userId, 0, transcripts[person % transcripts.length]!);
    if (person % 3 === 0) await add(userId, 2, transcripts[(person * 7) % transcripts.length]!, 'Now & <then>');
    if (person % 5 === 0) await add(userId, 3, transcripts[person % transcripts.length]!, 'A Story Overview, too');
  }
  // Approvals that meet are published together.
  await Promise.all(videos.map((id) => staff.send('PUT', `/api/admin/showcase-videos/${id}/approve`)));
  const items = await staff.send<StoryOverviewItem[]>('GET', '/api/search-data');
  const videosShown = items.flatMap((item) => item.videos);
  const answers = videosShown.filter(({ title }) => !title.toLowerCase().includes('story overview'));
  return { server, staff, answers };
}

async function register(server: Server, firstName: string): Promise<string> {
  const registration = { firstName, lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` };
  return (await new Client(server.url).send<RegisterResponse>('POST', '/api/register', registration)).user.id;
}

const lower = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');

/** What a plain scan of the transcripts finds: ids, in no order that means anything. */
export function scan(answers: PublishedAnswer[], query: string): string[] {
  const words = lower(query.trim());
  return answers.filter(({ transcript }) => words !== '' && lower(transcript).includes(words)).map(({ id }) => id);
}
