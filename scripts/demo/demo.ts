import '../require-node.mjs';
import '../config/resolve-typescript.mjs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TranscriptCue } from '../../api/contract/transcripts/cues.ts';
import type { RegisteredUser, RegisterResponse } from '../../api/contract/people/participants.ts';
import type { InterviewQuestion } from '../../api/contract/interview/questions.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { Client } from '../lib/client.ts';
import { readOptions } from '../lib/options.mjs';
import { CLIP_SECONDS, generateClip, generatePhoto, temporaryFolder } from './clips.ts';
import { overviewOf, PEOPLE, transcriptOf } from './people.ts';

/** Loaded once imports of `.js` are found: the rules of the contract import one another. */
const { formatWebVtt } = await import('../../api/contract/transcripts/cues.ts');

const { values } = readOptions({
  command: 'npm run demo',
  about: 'Fills a running instance with made-up people, through its API.',
  options: {
    url: {
      type: 'string',
      default: `http://localhost:${process.env.PORT ?? 3000}`,
      value: 'URL',
      about: 'of another instance than the one on this machine',
    },
    password: { type: 'string', default: process.env.STAFF_PASSWORD, value: 'WORDS', about: 'of its staff' },
    people: { type: 'string', default: String(PEOPLE.length), value: 'N', about: 'how many' },
  },
});

/** Registers one person who answers every question, adds a photo and submits; the answers are the clip. */
async function tellStory(index: number, questions: InterviewQuestion[], clip: string): Promise<RegisteredUser> {
  const participant = new Client(values.url);
  const [firstName, lastName] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
  const email = `demo-${index}-${Date.now()}@example.org`;
  const { user } = await participant.send<RegisterResponse>('POST', '/api/register', { firstName, lastName, email });
  const videoData = `data:video/mp4;base64,${await readFile(clip, 'base64')}`;
  for (const { id, title } of questions) {
    await participant.send('POST', '/api/videos/upload-cloud', { questionId: id, title, videoData });
  }
  const photo = await generatePhoto(index);
  const imageData = `data:image/jpeg;base64,${photo.toString('base64')}`;
  await participant.send('POST', '/api/photos', { originalName: 'evening.jpg', imageData, description: 'Home' });
  await participant.send('PATCH', '/api/user/status', { status: 'submitted' });
  return user;
}

/** Uploads a finished video for each question and the overview, and approves all of them; some stories have short forms. */
async function publishStory(staff: Client, user: RegisteredUser, person: number, questionIds: number[], clip: string) {
  const file = new Blob([await readFile(clip)], { type: 'video/mp4' });
  const hasShortForms = person % 3 === 2;
  for (const questionId of questionIds) {
    const transcript = questionId === 0 ? overviewOf(person) : transcriptOf(person, questionId - 1);
    const cues = sentencesInTime(transcript, CLIP_SECONDS);
    const form = new FormData();
    form.set('userId', user.id);
    form.set('questionId', String(questionId));
    form.set('transcript', formatWebVtt(cues));
    form.set('video', file, path.basename(clip));
    const { id } = await staff.send<ShowcaseVideo>('POST', '/api/admin/showcase-videos', form);
    if (hasShortForms) {
      await staff.send('PATCH', `/api/admin/showcase-videos/${id}`, { cues: withShortForms(cues) });
    }
    await staff.send('PUT', `/api/admin/showcase-videos/${id}/approve`);
  }
}

/** The first sentence is in both short forms, the next two are in the longer one. */
function withShortForms(cues: TranscriptCue[]): TranscriptCue[] {
  const forms = [2, 10, 10] as const;
  return cues.map((cue, index) => ({ ...cue, form: forms[index] }));
}

/** The password of the instance on this machine, which `npm start` made and keeps in its STATE_DIR. */
async function keptPassword(): Promise<string> {
  const file = path.join(process.env.STATE_DIR ?? 'var', 'staff-password');
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text) throw new Error('Say the staff password that the running instance printed: --password …');
  return text.trim();
}

/** The sentences of a made-up transcript as if they were said one after the other, each as long as its words take. */
function sentencesInTime(transcript: string, seconds: number): TranscriptCue[] {
  const sentences = transcript.match(/[^.!?]+[.!?]+/g)?.map((sentence) => sentence.trim()) ?? [];
  const letters = sentences.join('').length;
  let said = 0;
  const now = () => Math.round((said / letters) * seconds * 1_000) / 1_000;
  return sentences.map((text) => {
    const start = now();
    said += text.length;
    return { start, end: now(), text };
  });
}

async function main(): Promise<void> {
  const password = values.password ?? (await keptPassword());
  const staff = new Client(values.url);
  await staff.send('POST', '/api/admin/session', { password }).catch((cause: unknown) => {
    const hint = 'Where producers have accounts, fill the instance before STAFF_ACCOUNTS is set.';
    throw new Error(`The staff password opens nothing there. ${hint}`, { cause });
  });
  const questions = await staff.send<InterviewQuestion[]>('GET', '/api/questions');
  const folder = await temporaryFolder();
  try {
    for (let index = 0; index < Number(values.people); index++) {
      const clip = await generateClip(folder, index);
      const user = await tellStory(index, questions, clip);
      await publishStory(staff, user, index, [0, ...questions.map(({ id }) => id)], clip);
      console.log(`${user.firstName}'s story is public`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  console.log(`Open ${new URL('/stories', values.url).href}`);
}

await main();
