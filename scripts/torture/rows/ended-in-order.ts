import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShowcaseVideo } from '../../../api/contract/videos/showcase.ts';
import type { StartUploadResponse, UploadStatusResponse } from '../../../api/contract/media/uploads.ts';
import { addStory, register, type Story, videoPath } from '../archive.ts';
import { hasVideoTools, makeClip } from '../clips.ts';
import { chunkForm, chunkOf, chunksOf, type Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, ifAlone, type Outcome, type Row } from '../row.ts';
import { randomWebm } from '../samples.ts';

const END_WITHIN_S = 10;
const WAIT_MS = 120_000;
const BACKUP_TAKES_MS = 800;

/** SIGTERM in the middle of something. */
export const endedInOrder: Row = { number: 16, name: 'ended-in-order', counts: { full: 20, quick: 1 }, run };

type Middle = (world: World) => Promise<() => Promise<string | null>>;

interface World {
  product: Product;
  random: Random;
  staff: Person;
  owner: Person;
  userId: string;
  story: Story;
  /** Where backups go. */
  backups: string;
}

async function run({ random, count, isQuick, product: makeProduct }: Context): Promise<Outcome> {
  const hasTools = !isQuick && hasVideoTools();
  const middles: Record<string, Middle> = {
    'a chunk': inChunk,
    publishing: inPublishing,
    'a backup': inBackup,
    ...(hasTools ? { 'a conversion': inConversion } : {}),
  };
  const notes: string[] = hasTools ? [] : ['No conversion was tried: it needs ffmpeg, and a full run.'];
  let slowest = 0;
  let unclean = 0;
  let lost = 0;
  let tried = 0;
  const product = await makeProduct(hasTools ? { FFMPEG_PATH: '' } : {});
  await product.start();
  const staff = await product.staff();
  const owner = await register(product, random);
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  const backups = await mkdtemp(path.join(os.tmpdir(), 'stories-ended-'));
  const world = { product, random, staff, owner: owner.person, userId: owner.user.id, story, backups };
  for (let time = 0; time < count; time++) {
    for (const [name, begin] of Object.entries(middles)) {
      tried++;
      const check = await begin(world);
      const { code, ms } = await product.stop();
      slowest = Math.max(slowest, ms / 1000);
      if (code !== 0) {
        unclean++;
        notes.push(`in ${name}: ended with ${code}`);
      }
      await product.start();
      const wrong = await check();
      if (wrong === null) continue;
      lost++;
      notes.push(`in ${name}: ${wrong}`);
    }
  }
  await rm(backups, { recursive: true });
  return {
    tried: `${tried} ends in the middle of ${Object.keys(middles).join(', ')}`,
    figures: [
      ifAlone(isQuick, 'slowest end', slowest, END_WITHIN_S, 's'),
      atMost('ends other than clean', unclean),
      atMost('acknowledged lost, or not gone on with', lost),
    ],
    notes,
  };
}

async function inChunk({ product, random, owner }: World): Promise<() => Promise<string | null>> {
  const bytes = randomWebm(random, 6_000_000);
  const json = { filename: 'a.webm', mimeType: 'video/webm', totalSize: bytes.length, totalChunks: chunksOf(bytes) };
  const { uploadId } = await owner.do<StartUploadResponse>('POST', '/api/uploads/start', { json });
  await owner.do('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, 1, chunkOf(bytes, 1)) });
  await sendHalf(product, owner, chunkForm(uploadId, 0, chunkOf(bytes, 0)));
  return async () => {
    const { receivedChunks } = await owner.do<UploadStatusResponse>('GET', `/api/uploads/${uploadId}`);
    return receivedChunks.join() === '1' ? null : `chunks ${receivedChunks.join()} in place of 1`;
  };
}

/** The head of a request and the first half of its body; the rest never comes. */
async function sendHalf(product: Product, person: Person, form: FormData): Promise<void> {
  const whole = new Response(form);
  const body = Buffer.from(await whole.clone().arrayBuffer());
  const request = http.request({
    port: product.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/uploads/chunk',
    headers: {
      cookie: person.cookie,
      'content-type': whole.headers.get('content-type')!,
      'content-length': body.length,
    },
  });
  request.on('error', () => undefined);
  request.write(body.subarray(0, body.length / 2));
  await Promise.race([once(request, 'drain'), wait(300)]);
}

async function inPublishing({ staff, story, random }: World): Promise<() => Promise<string | null>> {
  const address = videoPath(story.video.id);
  await staff.do('PUT', `${address}/unapprove`);
  const answering = staff.call('PUT', `${address}/approve`, { json: {} });
  await wait(random.below(80));
  return async () => {
    const { status } = await answering;
    const video = await staff.do<ShowcaseVideo>('GET', address);
    if (status === 200 && !video.isApproved) return 'approve was answered and is lost';
    const page = await staff.call('GET', story.address);
    return (page.status === 200) === video.isApproved ? null : `the page is ${page.status}`;
  };
}

async function inBackup({ product, random, backups }: World): Promise<() => Promise<string | null>> {
  const list = async () => {
    const { output } = await product.run('backup', ['--to', backups, '--list']);
    return output.split('\n').filter(Boolean);
  };
  const before = await list();
  const { kill, ended } = product.begin('backup', ['--to', backups]);
  await wait(random.below(BACKUP_TAKES_MS));
  kill('SIGTERM');
  const { code } = await ended;
  return async () => {
    const after = await list();
    await product.runWell('backup', ['--to', backups]);
    if (after.some((line) => line.includes('damaged'))) return 'half a backup is listed';
    return code === 0 && after.length === before.length ? 'the backup said that it was done, and was not' : null;
  };
}

async function inConversion({ product, staff, userId }: World): Promise<() => Promise<string | null>> {
  const clip = await makeClip(product.stateDir, 'clip.mp4', 4);
  const form = new FormData();
  form.set('userId', userId);
  form.set('questionId', '2');
  form.set('video', new Blob([new Uint8Array(clip)], { type: 'video/mp4' }), 'clip.mp4');
  const { id } = await staff.do<ShowcaseVideo>('POST', '/api/admin/showcase-videos', { form });
  const state = async () => (await staff.do<ShowcaseVideo>('GET', videoPath(id))).preparation?.state;
  await until(async () => (await state()) !== 'waiting');
  return async () => {
    await until(async () => ['ready', 'failed'].includes((await state()) ?? ''));
    const found = await state();
    await staff.do('DELETE', videoPath(id));
    return found === 'ready' ? null : `the conversion is ${found}`;
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while (!(await isSo()) && Date.now() < deadline) await wait(30);
}
