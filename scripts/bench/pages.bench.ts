import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, devices } from 'playwright';
import lighthouse from 'lighthouse';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import type { StoryOverviewItem } from '../../api/contract/stories/stories.ts';
import { launchOptions } from '../lib/browser.ts';
import { weighPage } from '../lib/page-weight.ts';
import { measureCommand } from './processes.ts';
import { freePort } from '../lib/free-port.mjs';
import { Product, STAFF_PASSWORD } from './product.ts';
import { median, show } from './report.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PEOPLE = 12;
const TURNS = 3;
/** What Lighthouse calls slow 4G: 1.6 Mbit/s. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Until nothing of a page moves any more. */
const SETTLED_MS = 3_000;

/** The archive and a story's page of the demo, as a phone gets them: weight over the wire, and Lighthouse's four scores. */
export async function measurePages(): Promise<void> {
  const product = await Product.prepare();
  const port = await freePort();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    await product.start({ settings: { FFMPEG_PATH: '' } });
    const demo = [
      'scripts/demo/demo.ts',
      '--url',
      product.url,
      '--password',
      STAFF_PASSWORD,
      '--people',
      String(PEOPLE),
    ];
    await measureCommand(process.execPath, demo);
    const [item] = (await (await fetch(`${product.url}/api/stories-overview`)).json()) as StoryOverviewItem[];
    const story = `${product.url}/stories/${item?.user.userName}`;
    const page = await browser.newPage();
    const weight = (await weighPage(page, story)) / 1000;
    await page.close();
    show({
      what: 'A story page over the wire without its media, in kB',
      ours: `${weight.toFixed(0)} kB`,
      peer: 'none',
      ratio: weight,
      goal: { atMost: 100 },
    });
    await onSlowLine(browser, product, story);
    for (const url of [`${product.url}/stories`, story]) await score(url, port);
  } finally {
    await browser.close();
    await product.dispose();
  }
}

/** What a visitor sees who comes for the first time, on a line of 1.6 Mbit/s that takes 150 ms each way and back. */
async function onSlowLine(browser: Browser, product: Product, story: string): Promise<void> {
  await untilConverted(product, story);
  const visits: Visit[] = [];
  for (let turn = 0; turn < TURNS; turn++) visits.push(await visit(browser, story));
  const rows = [
    ['words readable (largest contentful paint), in seconds', 'paint', 1.2],
    ['first picture of the video, in seconds', 'picture', 2],
    ['JavaScript, in kB', 'script', 60],
    ['layout shift', 'shift', 0],
  ] as const;
  for (const [what, key, atMost] of rows) {
    const value = median(visits.map((one) => one[key]));
    show({
      what: `A story page, cold, on slow 4G: ${what}`,
      ours: String(Number(value.toPrecision(3))),
      peer: 'none',
      ratio: value,
      goal: { atMost },
    });
  }
}

/** Until then there is what the producer has uploaded. */
async function untilConverted(product: Product, story: string): Promise<void> {
  const staff = await product.signInStaff();
  const isOfStory = ({ user }: ShowcaseVideo) => story.endsWith(`/${user.userName}`);
  const isReady = async () => {
    const videos = await staff.send<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos/approved');
    return videos.filter(isOfStory).every(({ preparation }) => preparation?.state === 'ready');
  };
  while (!(await isReady())) await wait(1_000);
}

/** Seconds, bytes in thousands, and the sum of all shifts. */
interface Visit {
  paint: number;
  picture: number;
  script: number;
  shift: number;
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext(devices['Pixel 7']);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
    const scripts = new Set<string>();
    let script = 0;
    devtools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scripts.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) script += encodedDataLength / 1000;
    });
    await page.addInitScript(watchPage);
    await page.goto(address);
    await page.waitForFunction(() => seen.picture > 0);
    await wait(SETTLED_MS);
    return { ...(await page.evaluate(() => seen)), script };
  } finally {
    await context.close();
  }
}

declare global {
  /** Of a page that is visited: seconds since it was asked for, and the sum of shifts. */
  var seen: Omit<Visit, 'script'>;
}

/** Runs in the page before it is read. */
function watchPage(): void {
  globalThis.seen = { paint: 0, picture: 0, shift: 0 };
  const notes: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => (seen.paint = startTime / 1000),
    'layout-shift': (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value),
  };
  for (const [type, note] of Object.entries(notes)) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  }
  // Events of media reach nobody but those who catch them on their way down.
  addEventListener('loadeddata', () => (seen.picture ||= performance.now() / 1000), { capture: true });
}

async function score(url: string, port: number): Promise<void> {
  const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'silent' });
  for (const { title, score: part } of Object.values(result?.lhr.categories ?? {})) {
    const points = (part ?? 0) * 100;
    show({
      what: `Lighthouse, mobile preset, ${new URL(url).pathname.split('/').length > 2 ? 'a story' : '/stories'}: ${title}`,
      ours: points.toFixed(0),
      peer: 'none',
      ratio: points,
      goal: { atLeast: 100 },
    });
  }
  for (const audit of Object.values(result?.lhr.audits ?? {})) {
    const counts = audit.scoreDisplayMode === 'binary' || audit.scoreDisplayMode === 'metricSavings';
    if (counts && audit.score !== null && audit.score < 0.9)
      console.log(`        ${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`);
  }
}
