import { mkdir } from 'node:fs/promises';
import { parseFeed } from '@rowanmanning/feed-parser';
import type { APIRequestContext, Page } from 'playwright/test';
import sharp from 'sharp';
import type { UserStory } from '../../api/contract/stories/stories.ts';
import { weighPage } from '../lib/page-weight.ts';
import { clipboardText } from './support/clipboard.ts';
import { encodeClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { tabTo } from './support/keyboard.ts';
import { publishVideos, type PublishedStory } from './support/publish-story.ts';

const STORY_MAX_BYTES = 100_000;
/** With its search. */
const ARCHIVE_MAX_BYTES = 160_000;
/** Long enough for every step, also on a crowded machine. */
const CLIP_SECONDS = 30;
const NAME = 'Zoë </script>"&';
const VTT = `WEBVTT

00:00.000 --> 00:02.000
Before ME/CFS I loved to climb.

00:02.000 --> 00:04.000
Now I rest &lt;/script&gt; &amp; count the steps.
`;

// Videos are prepared here, as on a real site: posters, sounds, the file for every device.
test.use({ isServerOwn: true, settings: { FFMPEG_PATH: '' } });

test('a finished story is light and still, heard without its picture, known to the web, and can be taken back', async ({
  page,
  context,
  server,
}, { outputDir }) => {
  test.slow();
  await context.grantPermissions(['clipboard-write']);
  await mkdir(outputDir, { recursive: true });
  const clip = await encodeClip(outputDir, CLIP_SECONDS);
  const story = await publishVideos(server, { firstName: NAME, transcripts: { 0: VTT, 1: 'I rest.' }, clip });
  const address = `/stories/${encodeURIComponent(story.userName)}`;
  await expect.poll(() => isPrepared(page.request, story), { timeout: 180_000 }).toBe(true);
  await watchShifts(page);

  await test.step('pages are light and nothing in them moves', async () => {
    expect(await weighPage(page, '/stories')).toBeLessThan(ARCHIVE_MAX_BYTES);
    await expect(page.locator('.poster img')).toHaveAttribute('loading', 'eager');
    await expect
      .poll(() => page.locator('.poster img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await shift(page)).toBeLessThan(0.01);
    expect(await weighPage(page, address)).toBeLessThan(STORY_MAX_BYTES);
    expect(await shift(page)).toBeLessThan(0.01);
  });

  await test.step('the player is seen whole, or scrolls by, on every height of screen', () =>
    lookAtSizes(page, address));

  await test.step('a link to a moment goes there, and plays nothing', async () => {
    await page.goto('about:blank');
    await page.goto(`${address}#video-${story.videoId}&t=2`, { waitUntil: 'networkidle' });
    await expect.poll(() => playing(page)).toEqual({ file: 'mp4', at: 2, isPaused: true });
    await expect(page.locator('.cue-now')).toHaveText('Now I rest </script> & count the steps.');
    await page.emulateMedia({ forcedColors: 'active' });
    const isMarked = await page.locator('.cue-now').evaluate((sentence) => {
      const chosen = document.body.appendChild(document.createElement('mark'));
      chosen.style.forcedColorAdjust = 'none';
      chosen.style.background = 'Highlight';
      const grounds = [chosen, sentence].map((element) => getComputedStyle(element).backgroundColor);
      chosen.remove();
      return grounds[0] === grounds[1];
    });
    expect(isMarked).toBe(true);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('listening plays the sound alone, from the same moment', async () => {
    await page.getByRole('button', { name: 'Listen only' }).click();
    await expect.poll(() => playing(page)).toEqual({ file: 'm4a', at: 2, isPaused: true });
    await page.getByRole('link', { name: 'Watch the overview' }).press('Enter');
    await expect(page.getByText('Now playing: Story overview')).toBeVisible();
    await expect.poll(async () => (await playing(page)).file).toBe('m4a');
    await page.getByRole('button', { name: 'Listen only' }).click();
    await expect.poll(async () => (await playing(page)).file).toBe('mp4');
  });

  await test.step('search engines, networks and readers of feeds are told what is so', () =>
    expectToBeKnown(page, server.url, address));

  await test.step('everything is done by keyboard alone', () => walkByKeyboard(page, address));

  await test.step('a story that is taken back while its page is open says so', async () => {
    const picture = await meta(page, 'og:image');
    for (const id of Object.values(story.videoIds)) {
      await story.staff.send('PUT', `/api/admin/showcase-videos/${id}/unapprove`);
    }
    await page.getByRole('link', { name: 'Watch this answer to Life before ME/CFS' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No videos available for this story.' })).toBeFocused();
    await expect(page.getByText('I rest')).toHaveCount(0);
    expect((await page.request.get(picture)).status()).toBe(404);
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await expect(page.getByRole('heading', { name: 'Story Archive' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
  });
});

async function isPrepared(request: APIRequestContext, { userName }: PublishedStory): Promise<boolean> {
  const story = (await (await request.get(`/api/user-story/${encodeURIComponent(userName)}`)).json()) as UserStory;
  return [story.overviewVideo, ...story.videos].every((video) => video?.audioUrl && video.posterUrl);
}

/** Sums up what moves by itself on each page from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as { layoutShift?: number };
    seen.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.layoutShift = (seen.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Widths and heights, each with the least width of the picture there. */
const SIZES = [
  [844, 340, 144],
  [568, 320, 144],
  [320, 256, 130],
  [360, 640, 240],
  [1280, 600, 170],
] as const;

async function lookAtSizes(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const [width, height, leastWidth] of SIZES) {
    await page.setViewportSize({ width, height });
    const frame = page.locator('.player-frame');
    expect((await frame.boundingBox())?.width).toBeGreaterThanOrEqual(leastWidth);
    const button = page.getByRole('button', { name: 'Play Full Interview' });
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
    // Where the keyboard leads, nothing that stays in view covers it.
    await button.focus();
    const isUncovered = await button.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + 4)?.closest('button') === element;
    });
    expect(isUncovered).toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 500));
  await expect(page.getByRole('button', { name: 'Play Full Interview' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
}

const shift = (page: Page) => page.evaluate(() => (window as { layoutShift?: number }).layoutShift);

const playing = (page: Page) =>
  page.locator('video').evaluate(({ currentSrc, currentTime, paused }: HTMLVideoElement) => ({
    file: currentSrc.split('.').at(-1),
    at: Math.floor(currentTime),
    isPaused: paused,
  }));

const meta = async (page: Page, name: string) =>
  (await page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')) ?? '';

async function expectToBeKnown(page: Page, site: string, address: string): Promise<void> {
  await expect(page).toHaveTitle(`${NAME}'s ME/CFS Story | Watch Now`);
  expect((await meta(page, 'description')).length).toBeLessThanOrEqual(160);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site + address);
  expect(await meta(page, 'twitter:card')).toBe('summary_large_image');
  expect(await meta(page, 'og:image:alt')).toBe(`${NAME}'s Story`);
  const picture = await sharp(await (await page.request.get(await meta(page, 'og:image'))).body()).metadata();
  expect([picture.width, picture.height]).toEqual([1200, 630]);

  const json = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@graph': videos } = JSON.parse(json ?? '') as { '@graph': Record<string, string>[] };
  expect(videos.map((video) => video.name)).toEqual([
    `${NAME}'s Story: Story overview`,
    `${NAME}'s Story: Life before ME/CFS`,
  ]);
  for (const video of videos) {
    expect(video).toMatchObject({ '@type': 'VideoObject', duration: `PT${CLIP_SECONDS}S` });
    expect(Date.parse(video.uploadDate ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await page.request.head(video.thumbnailUrl ?? '')).headers()['content-type']).toBe('image/jpeg');
    expect((await page.request.head(video.contentUrl ?? '')).headers()['content-type']).toBe('video/mp4');
  }
  expect(videos[0]?.transcript).toContain('Now I rest </script> & count the steps.');

  const { items } = parseFeed(await (await page.request.get('/stories/feed.xml')).text());
  const [enclosure] = items[0]?.media ?? [];
  expect(items[0]?.url).toBe(site + address);
  const file = await page.request.get(enclosure?.url ?? '');
  expect({ type: file.headers()['content-type'], length: (await file.body()).length }).toEqual({
    type: enclosure?.mimeType,
    length: enclosure?.length,
  });
}

async function walkByKeyboard(page: Page, address: string): Promise<void> {
  await page.goto('/stories', { waitUntil: 'networkidle' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const emmie = page.getByRole('button', { name: 'Ask Emmie' });
  await tabTo(page, emmie);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ask Emmie (beta)' });
  await expect(dialog.getByText('Try it Out')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Ask Emmie (beta)' })).toBeFocused();
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).toMatch(/DIALOG|BODY/);
    await expect(page.locator('main :focus:not(dialog *)')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(emmie).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: `${NAME}'s Story` }).first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  const interview = page.getByRole('button', { name: 'Play Full Interview' });
  await expect(interview).toBeVisible();
  await tabTo(page, interview);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now playing: Life before ME/CFS')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Questions & Responses' }).getByText('I rest.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Play Full Interview' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Play from 0:00' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now playing: Story overview')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: `Share ${NAME}'s Story` }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const copied = () => clipboardText(page);
  await expect.poll(copied).toContain(`${address}#video-`);
}
