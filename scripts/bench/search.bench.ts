import { once } from 'node:events';
import net from 'node:net';
import { pipeline } from 'node:stream';
import { type Browser, chromium, type Page } from 'playwright';
import { setTimeout as wait } from 'node:timers/promises';
import { launchOptions } from '../lib/browser.ts';
import { fillArchive } from './fill-archive.ts';
import { Product } from './product.ts';
import { megabytes, seconds, show } from './report.ts';
import { VOCABULARY } from './words.ts';

const SIZES = [
  { stories: 1_125, firstRowGoal: 0.15 },
  { stories: 10_125, firstRowGoal: 0.3 },
];
/** After one to warm up, words as people search for: neither in every story nor in one alone. */
const QUERIES = [40, 2_000, 4_000, 8_000, 11_000].map((rank) => VOCABULARY[rank] ?? '');

/** A search in the real page: what comes over the wire, and when its first row stands there. */
export async function measureSearch(): Promise<void> {
  const browser = await chromium.launch(launchOptions);
  try {
    for (const { stories, firstRowGoal } of SIZES) await measureSize(browser, stories, firstRowGoal);
  } finally {
    await browser.close();
  }
}

async function measureSize(browser: Browser, stories: number, firstRowGoal: number): Promise<void> {
  const product = await Product.prepare();
  try {
    await fillArchive(product, stories);
    await product.start();
    const counter = await startCounter(product.port);
    const page = await browser.newPage();
    await page.goto(`${counter.url}/stories`);
    const [warmUp = '', ...queries] = QUERIES;
    await search(page, warmUp);
    const before = counter.bytes;
    const times: number[] = [];
    for (const query of queries) times.push(await search(page, query));
    await wait(1_000);
    const whole = await wireBytes(`${product.url}/api/search-data`);
    const searched = (counter.bytes - before) / queries.length;
    await page.close();
    counter.stop();
    show({
      what: `First rows of a search after the key, ${stories} stories, in seconds (slowest of ${queries.length})`,
      ours: seconds(Math.max(...times)),
      peer: 'none',
      ratio: Math.max(...times),
      goal: { atMost: firstRowGoal },
    });
    show({
      what: `Bytes of one search, ${stories} stories, beside /api/search-data`,
      ours: megabytes(searched),
      peer: megabytes(whole),
      ratio: searched / whole,
      goal: { atMost: 1 / 50 },
    });
  } finally {
    await product.dispose();
  }
}

/** Types the query at once; answers the seconds until a row with it stands in the page. */
async function search(page: Page, query: string): Promise<number> {
  await page.getByRole('searchbox').fill('');
  await page.locator('mark').first().waitFor({ state: 'detached' });
  return page.evaluate(async (text) => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const shown = new Promise<number>((resolve) => {
      const look = () => {
        if (document.querySelector('mark')?.textContent?.toLowerCase() === text) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
    const startedAt = performance.now();
    setValue?.call(box, text);
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    return ((await shown) - startedAt) / 1000;
  }, query);
}

/** A way to the server that counts what comes back, workers and all. */
async function startCounter(port: number): Promise<{ url: string; bytes: number; stop(): void }> {
  const counter = { url: '', bytes: 0, stop: () => void proxy.close() };
  const proxy = net.createServer((client) => {
    const server = net.connect(port, 'localhost');
    server.on('data', (piece) => (counter.bytes += piece.length));
    pipeline(client, server, client, () => {});
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  counter.url = `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  return counter;
}

async function wireBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const length = response.headers.get('content-length');
  await response.arrayBuffer();
  if (length === null) throw new Error(`${url} does not tell its length.`);
  return Number(length);
}
