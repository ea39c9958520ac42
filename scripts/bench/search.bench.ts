import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import send from 'send';
import type { SearchAnswer } from '../../api/contract/search/search-answer.ts';
import { launchOptions } from '../lib/browser.ts';
import { fillArchive } from './fill-archive.ts';
import { Product } from './product.ts';
import { megabytes, seconds, show } from './report.ts';
import { VOCABULARY } from './words.ts';

const SIZES = [
  { stories: 1_125, firstRowGoal: 0.1 },
  { stories: 10_125, firstRowGoal: 0.15 },
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
      goal: { atMost: 0.01 },
    });
    await withoutApi(browser, product, stories);
  } finally {
    await product.dispose();
  }
}

/** The same from a plain file server on the published tree, where no API answers: rows, bytes, and the exact count. */
async function withoutApi(browser: Browser, product: Product, stories: number): Promise<void> {
  const queries = QUERIES.slice(1);
  const counts: number[] = [];
  for (const query of queries) {
    const found = await fetch(
      `${product.url}/api/search-data?${new URLSearchParams({ q: query, from: '0' }).toString()}`,
    );
    counts.push(((await found.json()) as SearchAnswer).count);
  }
  await product.stop();
  const files = await serveFiles(path.join(product.stateDir, 'site'));
  const counter = await startCounter(files.port);
  const times: number[] = [];
  const bytes: number[] = [];
  try {
    for (const [index, query] of queries.entries()) {
      // Each in a browser that has nothing yet.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${counter.url}/stories`, { waitUntil: 'networkidle' });
      const before = counter.bytes;
      times.push(await search(page, query));
      await page.getByRole('heading', { name: `Search Results (${counts[index]})` }).waitFor();
      bytes.push(counter.bytes - before);
      await context.close();
    }
  } finally {
    counter.stop();
    files.stop();
  }
  show({
    what: `First rows of a search without the API, ${stories} stories, in seconds (slowest of ${queries.length})`,
    ours: seconds(Math.max(...times)),
    peer: 'none',
    ratio: Math.max(...times),
    goal: { atMost: 0.4 },
  });
  show({
    what: `Bytes of such a search until its exact count stands there, ${stories} stories, in kB (most of ${queries.length})`,
    ours: megabytes(Math.max(...bytes)),
    peer: 'none',
    ratio: Math.max(...bytes) / 1000,
    goal: { atMost: 300 },
  });
}

async function serveFiles(root: string): Promise<{ port: number; stop(): void }> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const file = path.extname(pathname) === '' ? `${pathname}/index.html` : pathname;
    send(request, file, { root })
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, stop: () => void server.close() };
}

/** Types the query at once; returns the seconds until a row with it stands in the page. */
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
