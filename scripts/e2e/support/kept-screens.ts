import { writeFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright/test';
import sharp from 'sharp';
import { expect, test } from './journey-test.ts';
import { keptTree } from './kept-tree.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 800 };
/** When the browser of kept screens thinks that it is, and everything of theirs has happened. */
export const KEPT_AT = '2026-03-04T15:12:00.000Z';

/**
 * Compares a screen as it is now with what is kept of it: its accessible tree word for word, and pictures of it on a wide
 * light screen and on a dark phone.
 *
 * The pictures must not tell one machine from another. Both are halved before they are compared, which levels how letters
 * are smoothed; what plays is covered; the fonts are the product's own and loaded; and a small part may differ.
 */
export async function expectKept(page: Page, name: string): Promise<void> {
  await settle(page);
  const tree = `${name}.aria.yml`;
  if (isUpdating()) {
    // The one that Playwright writes would say any number for each, and every id as it is.
    await writeFile(test.info().snapshotPath(tree, { kind: 'aria' }), keptTree(await readTree(page)));
  }
  await expect.soft(page.locator('body')).toMatchAriaSnapshot({ name: tree });
  await show(page, 'light', WIDE);
  expect.soft(await picture(page)).toMatchSnapshot(`${name}-wide.png`, TOLERANCE);
  await show(page, 'dark', PHONE);
  expect.soft(await picture(page)).toMatchSnapshot(`${name}-phone.png`, TOLERANCE);
  await show(page, 'dark', WIDE);
}

const isUpdating = () => test.info().config.updateSnapshots === 'changed';

const TIMES_THE_SAME = 3;

/** Once it says the same several times, and that nothing is loading: what a page reads at its beginning is there then. */
async function readTree(page: Page): Promise<string> {
  let before = '';
  for (let same = 0; same < TIMES_THE_SAME;) {
    const now = await page.locator('body').ariaSnapshot();
    same = now === before && !/\bLoading\b/.test(now) ? same + 1 : 0;
    before = now;
    await settle(page);
  }
  return before;
}

const TOLERANCE = { threshold: 0.3, maxDiffPixelRatio: 0.01 };

async function show(page: Page, theme: 'dark' | 'light', size: typeof WIDE): Promise<void> {
  await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
  await page.setViewportSize(size);
  await settle(page);
}

async function picture(page: Page): Promise<Buffer> {
  const mask = [page.locator('video, iframe, img, time')];
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
    mask,
    maskColor: '#808080',
  });
  const { width } = page.viewportSize()!;
  // Of few colours is what is kept; what is compared with it need not be small.
  const kept = { palette: true, colours: 32, effort: 7 };
  return sharp(shot)
    .resize(width / 2)
    .png(isUpdating() ? kept : { compressionLevel: 1 })
    .toBuffer();
}

const SIZED_WITHIN_MS = 15_000;

const areSized = () =>
  [...document.querySelectorAll<HTMLVideoElement>('video[preload=metadata]')].every(
    ({ readyState, error }) => readyState > 0 || error !== null,
  );

/** The fonts are there, videos have their size, the page has been drawn with them, and the top of it is in view. */
async function settle(page: Page): Promise<void> {
  // What never gets one is compared all the same.
  await page.waitForFunction(areSized, undefined, { timeout: SIZED_WITHIN_MS }).catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    scrollTo({ top: 0, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Whatever staff are told has happened at one time. */
export async function holdDates(context: BrowserContext): Promise<void> {
  await context.route(/\/api\/admin2?\/(?!session|audit\/changes)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const body = (await response.text()).replaceAll(/"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g, JSON.stringify(KEPT_AT));
    return route.fulfill({ response, body });
  });
}
