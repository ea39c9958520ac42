import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import { PRIVACY } from '../../api/contract/consent/privacy.ts';
import { RECORDING_COUNTDOWN_SECONDS } from '../../api/contract/common/screen-numbers.ts';
import { launchOptions } from '../lib/browser.ts';
import { Product } from './product.ts';
import { seconds, show } from './report.ts';
import { timed } from './timed.ts';

const RECORDED_MS = 60_000;
/** Of a home whose line is slow on its way up: 5 Mbit/s. */
const LINE = { offline: false, latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 625_000 };
const ASK_EVERY_MS = 50;
/** Until what was recorded last has gone up too, where it is sent meanwhile. */
const CAUGHT_UP_MS = 5_000;

/** From the press on "Use this recording" until the server has the answer: sent while it was recorded, and sent after it. */
export async function measureSaving(): Promise<void> {
  const product = await Product.prepare();
  // Nothing is saved before it was decoded.
  await product.start({ settings: { FFMPEG_PATH: '' } });
  const browser = await chromium.launch(launchOptions);
  const sink = await startSink();
  try {
    const sent = await save(browser, product, { isSentMeanwhile: true });
    show({
      what: '"Use this recording" of a minute at 5 Mbit/s until saved, in seconds: sent while it was recorded',
      ours: seconds(sent.seconds),
      peer: 'none',
      ratio: sent.seconds,
      goal: { atMost: 2 },
    });
    const asked = await save(browser, product, { isSentMeanwhile: false, sinkUrl: sink.url });
    show({
      what: `… sent only when that was pressed, beside the bare transfer of its ${(asked.bytes / 1e6).toFixed(1)} MB`,
      ours: seconds(asked.seconds),
      peer: seconds(asked.bareSeconds),
      ratio: asked.seconds / asked.bareSeconds,
      goal: { atMost: 1.1 },
    });
  } finally {
    await browser.close();
    sink.stop();
    await product.dispose();
  }
}

interface Saving {
  isSentMeanwhile: boolean;
  sinkUrl?: string;
}

async function save(browser: Browser, product: Product, { isSentMeanwhile, sinkUrl }: Saving) {
  const context = await browser.newContext({
    baseURL: product.url,
    permissions: ['camera', 'microphone'],
    // Its own policy lets it send nothing to the peer.
    bypassCSP: true,
  });
  try {
    const page = await openInterview(context, isSentMeanwhile);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Allow Camera Access').click();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await button('Record').click();
    await wait(RECORDING_COUNTDOWN_SECONDS * 1_000 + RECORDED_MS);
    await button('Stop').click();
    await button('Use this recording').waitFor();
    if (isSentMeanwhile) await wait(CAUGHT_UP_MS);
    let saved: AnswerVideo | undefined;
    const took = await timed(async () => {
      await button('Use this recording').click();
      while (!saved) {
        // Past the page and its line.
        [saved] = (await (await context.request.get('/api/videos')).json()) as AnswerVideo[];
        if (!saved) await wait(ASK_EVERY_MS);
      }
    });
    const bytes = Number((await context.request.head(saved!.videoUrl)).headers()['content-length']);
    const bareSeconds = sinkUrl === undefined ? 0 : await timed(() => page.evaluate(transfer, { bytes, sinkUrl }));
    return { seconds: took, bytes, bareSeconds };
  } finally {
    await context.close();
  }
}

async function openInterview(context: BrowserContext, isSentMeanwhile: boolean): Promise<Page> {
  const person = { firstName: 'Anna', lastName: 'Example', email: `${crypto.randomUUID()}@example.org` };
  await context.request.post('/api/register', { data: person });
  await context.request.post('/api/consent/recording', { data: { answer: 'yes', version: PRIVACY.version } });
  const page = await context.newPage();
  await page.goto('/');
  if (!isSentMeanwhile) await page.getByRole('button', { name: 'Send only when I say so' }).click();
  return page;
}

/** In the page, over its line. */
async function transfer({ bytes, sinkUrl }: { bytes: number; sinkUrl: string }): Promise<void> {
  await fetch(sinkUrl, { method: 'POST', mode: 'no-cors', body: new Uint8Array(bytes) });
}

async function startSink(): Promise<{ url: string; stop(): void }> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
