import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerVideo } from '../../../api/contract/interview/answers.ts';
import { QUESTION_RECORDINGS_MAX } from '../../../api/contract/common/limits.ts';
import type { ProofState, RecordedFacts } from '../../../api/contract/media/recording-proof.ts';
import { QUESTION_IDS } from '../../../api/contract/interview/steps.ts';
import { damageRecording, recordSource, SOURCE_NAMES } from '../../../api/testing/damaged-recordings.ts';
import { makeGoodRecording } from '../../../api/testing/good-recordings.ts';
import { strangeRecordings } from '../../../api/testing/strange-recordings.ts';
import { register } from '../archive.ts';
import { requireVideoTools } from '../clips.ts';
import { inTurns } from '../in-turns.ts';
import type { Person } from '../person.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { toDataUrl } from '../samples.ts';

const AT_ONCE = 3;
const CHECKED_WITHIN_MS = 240_000;

interface Sent {
  name: string;
  bytes: Buffer;
  recorded: RecordedFacts;
}

/** Recordings as somebody sends them: whatever is not what was recorded is named, and a good one of any shape is taken. */
export const damagedRecordings: Row = {
  number: 26,
  name: 'damaged-recordings',
  counts: { full: 500, quick: 17 },
  run,
};

async function run({ random, count, isQuick, product: makeProduct }: Context): Promise<Outcome> {
  requireVideoTools();
  const product = await makeProduct({ FFMPEG_PATH: '' });
  await product.start();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'recordings-'));
  const notes: string[] = [];
  const found = { taken: 0, refused: 0, untold: 0 };
  let people: { person: Person; sent: number }[] = [];
  /** As many at a time as one person may keep. */
  const send = async (one: Sent): Promise<ProofState | 'refused'> => {
    let sender = people.find(({ sent }) => sent < QUESTION_IDS.length * QUESTION_RECORDINGS_MAX);
    if (!sender) people = [...people, (sender = { ...(await register(product, random)), sent: 0 })];
    const questionId = QUESTION_IDS[sender.sent++ % QUESTION_IDS.length]!;
    return sendRecording(sender.person, questionId, one);
  };
  let damaged = 0;
  const expectFlaw = async (one: Sent) => {
    damaged++;
    const state = await send(one);
    if (state === 'proven') found.taken++;
    if (state === 'checking' || state === 'unknown') found.untold++;
    if (state !== 'refused' && state !== 'flawed') notes.push(`${one.name} is ${state}`);
  };
  try {
    await inTurns(AT_ONCE, await strangeRecordings(folder), expectFlaw);
    for (const name of isQuick ? SOURCE_NAMES.slice(0, 1) : SOURCE_NAMES) {
      await inTurns(AT_ONCE, await damageRecording(folder, await recordSource(folder, name)), expectFlaw);
    }
    await inTurns(AT_ONCE, [...Array(count).keys()], async (index) => {
      const { name, file, recorded } = await makeGoodRecording(folder, index);
      const bytes = await readFile(file);
      await rm(file);
      const state = await send({ name, bytes, recorded });
      if (state === 'refused' || state === 'flawed') found.refused++;
      if (state === 'checking' || state === 'unknown') found.untold++;
      if (state !== 'proven') notes.push(`good ${name} is ${state}`);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  return {
    tried: `${damaged} damaged recordings and ${count} good ones`,
    figures: [
      atMost('damaged and taken', found.taken),
      atMost('good and refused', found.refused),
      atMost('not told', found.untold),
    ],
    notes,
  };
}

/** What came of it in the end. */
async function sendRecording(
  person: Person,
  questionId: number,
  { bytes, recorded: { seconds, ...facts } }: Sent,
): Promise<ProofState | 'refused'> {
  const known = { ...facts, ...(seconds !== undefined && { recordedSeconds: seconds }) };
  const json = { questionId, title: 'An answer', videoData: toDataUrl(bytes, 'video/webm'), asksProof: true, ...known };
  const { status, body, text } = await person.call('POST', '/api/videos/upload-cloud', { json });
  // Neither of a kind that is kept, nor what was recorded.
  if (status === 422 || status === 415) return 'refused';
  if (status !== 201) throw new Error(`POST /api/videos/upload-cloud: ${status} ${text}`);
  const { id } = body as AnswerVideo;
  for (const until = Date.now() + CHECKED_WITHIN_MS; ; await wait(200)) {
    const { proof } = await person.do<AnswerVideo>('GET', `/api/videos/${id}`);
    if (proof.state !== 'checking' || Date.now() > until) return proof.state;
  }
}
