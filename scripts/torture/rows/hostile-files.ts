import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import sharp from 'sharp';
import type { ShowcaseVideo } from '../../../api/contract/showcase.ts';
import { launchOptions } from '../../lib/browser.ts';
import { register, videoPath } from '../archive.ts';
import { hasVideoTools } from '../clips.ts';
import type { Person } from '../person.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, NotRun, type Outcome, type Row } from '../row.ts';
import { randomMp4, randomWebm, toDataUrl } from '../samples.ts';

const SCRIPT = '<script>document.title="taken over";fetch("/api/auth/user")</script>';
const DECODED_WITHIN_MS = 30_000;

/** Files that are something else than they say, sent by everybody and opened from our own origin. */
export const hostileFiles: Row = { number: 12, name: 'hostile-files', counts: { full: 60, quick: 8 }, run };

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
  const product = await makeProduct(hasVideoTools() ? { FFMPEG_PATH: '' } : {});
  const secret = product.inState('secret.txt');
  try {
    const canary = random.word();
    await writeFile(secret, canary);
    await product.start();
    const staff = await product.staff();
    const { person, user } = await register(product, random);
    const files = (await makeFiles(random, outside, secret)).slice(0, count);
    const addresses: [name: string, address: string, by: Person][] = [];
    for (const [name, bytes] of files) addresses.push(...(await send(staff, person, user.id, name, bytes)));
    await decoded(staff);
    const notes: string[] = [];
    let scripts = 0;
    let read = 0;
    for (const [name, address, by] of addresses) {
      const answer = await by.download(address).catch(() => Buffer.alloc(0));
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
      // What is downloaded has no response here.
      const response = await page.goto(product.url + address, { timeout: 10_000 }).catch(() => null);
      const isOurPage = response?.status() === 404;
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
        atMost('the server ended', product.isRunning ? 0 : 1),
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
  if (approved.status === 200) kept.push([name, `/media/${id}.mp4`, owner]);
  return kept;
}

/** Until nothing waits for a decoder any more. */
async function decoded(staff: Person): Promise<void> {
  const deadline = Date.now() + DECODED_WITHIN_MS;
  const isBusy = async () => {
    const videos = await staff.do<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos/approved');
    return videos.some(({ preparation }) => preparation?.state === 'waiting' || preparation?.state === 'working');
  };
  while ((await isBusy()) && Date.now() < deadline) await wait(100);
}

async function makeFiles(random: Random, outside: string, secret: string): Promise<[string, Buffer][]> {
  const html = Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`);
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}<image href="${outside}"/></svg>`,
  );
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const mp4 = randomMp4(random, 2_000);
  const webm = randomWebm(random, 2_000);
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${outside}/a.ts\n#EXTINF:9,\nfile:${secret}\n#EXT-X-ENDLIST\n`;
  const huge = Buffer.from(png);
  huge.writeUInt32BE(0x7fffffff, 16);
  huge.writeUInt32BE(0x7fffffff, 20);
  const disguised: [string, Buffer][] = [
    ['page.html', html],
    ['picture.svg', svg],
    ['page.mp4', Buffer.concat([mp4, html])],
    ['head-of-a-page.mp4', Buffer.concat([Buffer.from('<!--'), mp4.subarray(4), Buffer.from('-->'), html])],
    ['page.webm', Buffer.concat([webm, html])],
    ['page.jpg', Buffer.concat([jpeg, html])],
    [
      'comment.jpg',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, html.length + 2]), html, jpeg.subarray(2)]),
    ],
    ['page.png', Buffer.concat([png, html])],
    ['script.gif', Buffer.from(`GIF89a/*\0\0*/=1;document.title="taken over";//`)],
    ['playlist.mp4', Buffer.from(playlist)],
    ['playlist.m3u8', Buffer.from(playlist)],
    ['list.mp4', Buffer.from(`ffconcat version 1.0\nfile '${secret}'\nfile '${outside}/a.mp4'\n`)],
    ['session.mp4', Buffer.from(`v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`)],
    [
      'manifest.mp4',
      Buffer.from(
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${outside}/</BaseURL></MPD>`,
      ),
    ],
    [
      'entities.svg',
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
      ),
    ],
    [
      'style.svg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(${outside}/a.css);</style></svg>`),
    ],
    ['document.pdf', Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')],
    ['words.vtt', Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${SCRIPT}\n`)],
    ['words.ass', Buffer.from(`[Script Info]\n[Fonts]\nfontname: ${secret}\n`)],
    ['huge.png', huge],
    ['other.mp4', mp4],
    ['other.webm', webm],
    ['nothing.mp4', Buffer.alloc(0)],
    ['nothing.jpg', Buffer.alloc(1)],
  ];
  // Cut and endless forms of the same.
  const cut = disguised.map(([name, bytes]): [string, Buffer] => [
    `cut-${name}`,
    bytes.subarray(0, random.below(bytes.length + 1)),
  ]);
  const endless = disguised
    .slice(0, 12)
    .map(([name, bytes]): [string, Buffer] => [`long-${name}`, Buffer.concat([bytes, Buffer.alloc(3_000_000, bytes)])]);
  return [...random.shuffled(disguised), ...random.shuffled([...cut, ...endless])];
}
