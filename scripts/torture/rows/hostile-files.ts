import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { ShowcaseVideo } from '../../../api/contract/videos/showcase.ts';
import { launchOptions } from '../../lib/browser.ts';
import { proportionalBytes, watchMemory } from '../../bench/processes.ts';
import { register, videoPath } from '../archive.ts';
import { hasVideoTools, makeClip } from '../clips.ts';
import { makeHostileFiles } from '../made-hostile-files.ts';
import type { Person } from '../person.ts';
import { atLeast, atMost, type Context, memoryAtMost, NotRun, type Outcome, type Row } from '../row.ts';
import { toDataUrl } from '../samples.ts';

const PUBLIC_WITHIN_MS = 300_000;
const OPENED_WITHIN_MS = 60_000;
/** To look takes some milliseconds. */
const LOOK_MS = 200;
/** With its decoders and its database: a decoded bomb would be more. */
const MOST_MEMORY_MB = 1_500;
/** Where what was kept is read, by what it was sent as. */
const READ_AT = {
  photos: '/api/photos/',
  answers: '/api/videos/',
  'finished videos': '/api/admin/',
  'public files': '/media/',
};

/** Files that are something else than they say, sent by everybody and opened from our own origin. */
export const hostileFiles: Row = { number: 12, name: 'hostile-files', counts: { full: 120, quick: 8 }, run };

async function run({ random, count, product: makeProduct }: Context): Promise<Outcome> {
  const browser = await chromium.launch(launchOptions).catch((error: Error) => {
    throw new NotRun(`no browser starts: ${error.message.split('\n')[0]}`);
  });
  const listener = http.createServer((_request, response) => response.end(String(++connections)));
  let connections = 0;
  listener.on('connection', () => connections++);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const outside = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const hasTools = hasVideoTools();
  const product = await makeProduct(hasTools ? { FFMPEG_PATH: '' } : {});
  const secret = product.inState('secret.txt');
  try {
    const canary = random.word();
    await writeFile(secret, canary);
    await product.start();
    const staff = await product.staff();
    // With video tools nothing is public that does not play.
    const playing = hasTools ? await makeClip(product.stateDir, 'playing.mp4', 1) : null;
    const files = (await makeHostileFiles(random, outside, secret, playing)).slice(0, count);
    // The many processes of a database share most of what they hold, which is counted once.
    const memory = watchMemory(product.pid, { bytesOf: (pid) => proportionalBytes([pid]), everyMs: LOOK_MS });
    const addresses: [name: string, address: string, by: Person][] = [];
    for (const [name, bytes] of files) {
      // Of one person the story would show the last one alone.
      const { person, user } = await register(product, random);
      addresses.push(...(await send(staff, person, user.id, name, bytes)));
    }
    await allPublic(staff);
    const peakBytes = memory.stop();
    const notes: string[] = [];
    let scripts = 0;
    let read = 0;
    const opened: string[] = [];
    for (const [name, address, by] of addresses) {
      const answer = await by.download(address).catch(() => Buffer.alloc(0));
      if (answer.length > 0) opened.push(address);
      if (answer.includes(canary)) {
        read++;
        notes.push(`${name}: ${address} holds a file of the server`);
      }
      const context = await browser.newContext();
      const cookies = [...by.cookies].map(([key, value]) => ({ name: key, value, url: product.url }));
      await context.addCookies(cookies);
      const page = await context.newPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('dialog', (dialog) => {
        requests.push('a dialog');
        void dialog.dismiss();
      });
      // What is downloaded is no page.
      await page.goto(product.url + address, { timeout: OPENED_WITHIN_MS }).catch(() => null);
      // In place of what is not public, and with all that it asks for itself.
      const isOurPage = answer.length === 0;
      const title = await page.title().catch(() => '');
      const others = requests.filter(
        (url) => !url.includes(address) && !url.endsWith('/favicon.ico') && !url.startsWith('data:'),
      );
      if (title === 'taken over' || (others.length > 0 && !isOurPage)) {
        scripts++;
        notes.push(`${name}: ${address} ${title} ${others.join(', ')}`);
      }
      await context.close();
    }
    if (connections > 0) notes.push(`${connections} connections to another server`);
    return {
      tried: `${files.length} files, ${addresses.length} of which are kept and were opened`,
      figures: [
        atMost('scripts run or addresses asked for', scripts),
        atMost('files of the server read', read),
        atMost('connections to elsewhere', connections),
        memoryAtMost('memory of the server', peakBytes, MOST_MEMORY_MB),
        atMost('the server ended', product.isRunning ? 0 : 1),
        ...Object.entries(READ_AT).map(([kind, at]) =>
          atLeast(`${kind} opened`, opened.filter((address) => address.startsWith(at)).length, 1),
        ),
      ],
      notes,
    };
  } finally {
    listener.close();
    await browser.close();
  }
}

/** Sends it in every way; whatever is kept can be read under the addresses. */
async function send(staff: Person, owner: Person, userId: string, name: string, bytes: Buffer) {
  const kept: [string, string, Person][] = [];
  const imageData = toDataUrl(bytes, 'image/jpeg');
  const photo = await owner.call('POST', '/api/photos', { json: { originalName: name, imageData } });
  if (photo.status === 201) kept.push([name, `/api/photos/stream/${(photo.body as { id: string }).id}`, owner]);
  const json = { questionId: 1, title: name, videoData: toDataUrl(bytes, 'video/mp4') };
  const answer = await owner.call('POST', '/api/videos/upload-cloud', { json });
  if (answer.status === 201) kept.push([name, `/api/videos/stream/${(answer.body as { id: string }).id}`, owner]);
  const form = new FormData();
  form.set('userId', userId);
  form.set('questionId', '1');
  form.set('video', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), name);
  const video = await staff.call('POST', '/api/admin/showcase-videos', { form });
  if (video.status !== 201) return kept;
  const { id } = video.body as ShowcaseVideo;
  kept.push([name, videoPath(id, '/stream'), staff], [name, videoPath(id, '/original'), staff]);
  const approved = await staff.call('PUT', videoPath(id, '/approve'), { json: {} });
  if (approved.status === 200) kept.push([name, publicFile(id), owner]);
  return kept;
}

/** Until nothing waits for a decoder any more, and the story shows what can be watched. */
async function allPublic(staff: Person): Promise<void> {
  const deadline = Date.now() + PUBLIC_WITHIN_MS;
  const isBusy = async ({ id, preparation, isShown, isWatchable }: ShowcaseVideo) =>
    preparation?.state === 'waiting' ||
    preparation?.state === 'working' ||
    (isShown && isWatchable && (await staff.call('HEAD', publicFile(id))).status !== 200);
  const isAnyBusy = async () => {
    const videos = await staff.do<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos/approved');
    return (await Promise.all(videos.map(isBusy))).includes(true);
  };
  while (await isAnyBusy()) {
    if (Date.now() > deadline) throw new Error(`Not all is prepared and public within ${PUBLIC_WITHIN_MS / 1000} s`);
    await wait(100);
  }
}

const publicFile = (id: string) => `/media/${id}.mp4`;
