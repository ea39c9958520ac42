import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Product } from './product.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { seededNumbers } from '../../api/testing/hostile-texts.ts';
import { makeTranscript } from './words.ts';

const WORDS_PER_STORY = 1_000;
/** They share a media file: ext4 allows 65,000 links to one, and each public video is one. */
const STORIES_AT_A_TIME = 500;

/** Fills the database with public stories that answer every question. The server must be stopped. */
export async function fillArchive(product: Product, stories: number): Promise<void> {
  const random = seededNumbers(stories);
  await product.query(async (client) => {
    for (let first = 0; first < stories; first += STORIES_AT_A_TIME) {
      const mediaId = await addMediaFile(product, client);
      const people = Array.from({ length: Math.min(STORIES_AT_A_TIME, stories - first) }, (_, index) =>
        person(first + index),
      );
      await insert(client, 'participant', people);
      await insert(
        client,
        'showcase_video',
        people.flatMap(({ id, created_at }) => videosOf(id, mediaId, created_at, random)),
      );
    }
    await client.query('ANALYZE');
  });
}

let newcomers = 0;

/** A person without any video. Answers their id. */
export async function addParticipant(product: Product): Promise<string> {
  const newcomer = person(1_000_000 + newcomers++);
  await product.query((client) => insert(client, 'participant', [newcomer]));
  return newcomer.id;
}

/** A person with one video that waits for approval. Returns the ids of the video and of its file, and the story's address. */
export async function addWaitingStory(
  product: Product,
  transcript: string,
): Promise<{ id: string; mediaId: string; address: string }> {
  return product.query(async (client) => {
    const newcomer = person(1_000_000 + newcomers++);
    await insert(client, 'participant', [newcomer]);
    const mediaId = await addMediaFile(product, client);
    const video = {
      ...videosOf(newcomer.id, mediaId, newcomer.created_at, () => 0)[0]!,
      transcript,
      is_approved: false,
      approved_at: null,
    };
    await insert(client, 'showcase_video', [video]);
    return { id: video.id, mediaId, address: `/stories/${newcomer.user_name}` };
  });
}

function person(index: number) {
  const created_at = new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();
  const email = `person-${index}@example.org`;
  const name = `anna-${created_at.slice(0, 10)}-${index}`;
  return {
    id: randomUUID(),
    first_name: 'Anna',
    last_name: 'Example',
    email,
    email_key: email,
    user_name: name,
    status: 'submitted',
    is_done: true,
    tag: false,
    photos_needed: true,
    created_at,
  };
}

function videosOf(participant_id: string, media_id: string, created_at: string, random: () => number) {
  return QUESTION_IDS.map((question_id) => ({
    id: randomUUID(),
    participant_id,
    question_id,
    media_id,
    title: 'An answer',
    description: '',
    transcript: makeTranscript(random, Math.round(WORDS_PER_STORY / QUESTION_IDS.length)),
    filename: 'clip.mp4',
    is_approved: true,
    approved_at: created_at as string | null,
    created_at,
    revision: 1,
  }));
}

/** Makes a file out of these bytes what is played of another one, as a conversion would. */
export async function makePlayable(product: Product, mediaId: string, bytes: Buffer): Promise<void> {
  await product.query(async (client) => {
    const playable = await addMediaFile(product, client, bytes);
    await client.query(
      `INSERT INTO video_preparation (media_id, line, waiting_since, state, playable_media_id, duration_seconds, width, height, changed_at)
       VALUES ($1, 'approved', now(), 'ready', $2, 60, 1080, 1920, now())
       ON CONFLICT (media_id) DO UPDATE SET state = 'ready', playable_media_id = excluded.playable_media_id`,
      [mediaId, playable],
    );
  });
}

async function addMediaFile({ stateDir }: Product, client: pg.Client, content?: Buffer): Promise<string> {
  const id = randomUUID();
  const key = `${id.slice(0, 2)}/${id}.mp4`;
  const bytes = content ?? Buffer.from(id);
  const file = path.join(stateDir, 'media', key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  await client.query(
    `INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at) VALUES ($1, $2, $3, $4, 'video/mp4', now())`,
    [id, key, sha256, bytes.length],
  );
  return id;
}

async function insert(client: pg.Client, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
