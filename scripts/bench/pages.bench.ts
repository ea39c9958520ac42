import { chromium } from 'playwright';
import lighthouse from 'lighthouse';
import type { StoryOverviewItem } from '../../api/contract/stories.ts';
import { launchOptions } from '../lib/browser.ts';
import { weighPage } from '../lib/page-weight.ts';
import { measureCommand } from './processes.ts';
import { freePort, Product, STAFF_PASSWORD } from './product.ts';
import { show } from './report.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PEOPLE = 12;

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
    for (const url of [`${product.url}/stories`, story]) await score(url, port);
  } finally {
    await browser.close();
    await product.dispose();
  }
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
