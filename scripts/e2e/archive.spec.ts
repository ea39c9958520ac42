import type { Page } from 'playwright/test';
import { LONG_PICTURES, recordClip } from './support/clip.ts';
import { clipboardText } from './support/clipboard.ts';
import { expect, test } from './support/journey-test.ts';
import { publishVideos } from './support/publish-story.ts';

const WORDS = 'Before ME/CFS I loved to climb, and on Saturdays we went up the hill behind the school with bread. ';
const LONG = WORDS.repeat(3).trim();
/** Not their posters: a page is there once its pictures are. */
const VIDEO_FILES = /\/media\/[^/]+\.(webm|mp4)$/;
const PHONE = { width: 360, height: 800 };
const isPlaying = (page: Page) => page.locator('video').evaluate(({ paused }: HTMLVideoElement) => !paused);

test('the archive shows people as pictures and as a list, and shares a story', async ({
  page,
  context,
  browser,
  server,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const clip = await recordClip(browser);
  await publishVideos(server, { firstName: 'Vera', transcripts: { 0: '' }, clip });
  const { userName } = await publishVideos(server, { firstName: 'Uma', transcripts: { 0: LONG }, clip });
  await page.clock.install();
  await page.goto('/stories');
  const uma = page.getByRole('listitem').filter({ hasText: "Uma's Story" });
  const vera = page.getByRole('listitem').filter({ hasText: "Vera's Story" });
  await expect(uma.getByRole('link', { name: "Uma's Story" })).toHaveAttribute('href', `/stories/${userName}`);
  await expect(uma.getByText(`${LONG.slice(0, 80).trimEnd()}…`, { exact: true })).toBeVisible();
  await expect(uma.locator('.poster-play')).toBeVisible();
  await expect(vera.getByText('No transcript available').filter({ visible: true })).toHaveCount(1);

  // Two seconds of the page's own time, however crowded the machine is.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await uma.getByRole('button', { name: "Share Uma's Story" }).click();
  const confirmation = uma.locator('[aria-live=polite]').getByText('Link Copied');
  await expect(confirmation).toBeVisible();
  expect(await clipboardText(page)).toBe(`${server.url}/stories/${userName}`);
  await page.clock.runFor(1_900);
  await expect(confirmation).toBeVisible();
  await page.clock.runFor(200);
  await expect(confirmation).toBeHidden();
  await page.clock.resume();

  await page.getByText('List', { exact: true }).click();
  await expect(uma.locator('.poster-play')).toBeHidden();
  await expect(uma.getByText(`${LONG.slice(0, 100).trimEnd()}…`)).toBeVisible();
  await uma.getByText('More', { exact: true }).click();
  await expect(uma.getByText(LONG, { exact: true })).toBeVisible();
  await uma.getByText('Less', { exact: true }).click();
  await expect(uma.getByText(LONG, { exact: true })).toBeHidden();
  await expect(vera.getByText('More', { exact: true })).toHaveCount(0);
  await uma.getByRole('link', { name: "View Uma's Story" }).click();
  await expect(page).toHaveURL(`/stories/${userName}`);
});

test('on a phone a story has its clips in a dialog and its words under the player', async ({
  page,
  browser,
  server,
}) => {
  await page.setViewportSize(PHONE);
  const clip = await recordClip(browser, LONG_PICTURES);
  const transcripts = { 0: LONG, 2: 'Short.', 3: '' };
  const { userName } = await publishVideos(server, { firstName: 'Wanda', transcripts, clip });
  await page.goto(`/stories/${userName}`);
  const words = page.getByRole('region', { name: 'What is said in this video' });
  await expect(words.getByText(`${LONG.slice(0, 150).trimEnd()}…`, { exact: true })).toBeVisible();
  await words.getByRole('button', { name: 'Read more' }).click();
  await expect(words.getByText(LONG, { exact: true })).toBeVisible();
  await words.getByRole('button', { name: 'Show less' }).click();
  await expect(words.getByText(LONG, { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Clips' }).click();
  const clips = page.getByRole('dialog', { name: 'Clips' });
  await expect(clips.getByRole('listitem')).toHaveText(['Story overview', 'The events that caused it', 'Life today']);
  await expect(clips.getByRole('button', { name: 'Story overview' })).toHaveAttribute('aria-current', 'true');
  await clips.getByRole('button', { name: 'The events that caused it' }).click();
  await expect(clips).toBeHidden();
  await expect(page.getByText('Now playing: The events that caused it')).toBeVisible();
  await expect(words.getByText('Short.')).toBeVisible();
  await expect(words.getByRole('button')).toBeHidden();

  const answers = page.getByRole('region', { name: 'Questions & Responses' });
  await answers.getByRole('heading', { name: 'Life today' }).click();
  await expect(answers.getByText('No transcript available')).toBeVisible();
  const unanswered = answers.locator('[aria-disabled]').filter({ hasText: 'A dream or goal held onto' });
  await unanswered.click();
  await expect(unanswered).toContainText('Not answered');
});

test('a video that does not come says why, and is tried again', async ({ page, browser, server }) => {
  const clip = await recordClip(browser, LONG_PICTURES);
  const { userName } = await publishVideos(server, { firstName: 'Xenia', transcripts: { 1: 'I rest.' }, clip });
  const held = Promise.withResolvers<void>();
  await page.route(VIDEO_FILES, async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.goto(`/stories/${userName}`);
  const player = page.locator('.player');
  await page.getByRole('button', { name: 'Play Full Interview' }).click();
  await expect(player.getByText('Loading video...')).toBeVisible();
  held.resolve();
  await expect(player.getByRole('alert')).toHaveText('Failed to load video');
  await expect(player.getByText('Loading video...')).toBeHidden();

  await page.unroute(VIDEO_FILES);
  await page.route(VIDEO_FILES, (route) => route.fulfill({ contentType: 'video/webm', body: 'no video' }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(player.getByRole('alert')).toContainText('Video playback error');
  await expect(player.getByRole('alert')).toContainText('Unable to play this video on your device');

  await page.unroute(VIDEO_FILES);
  // It plays until that is seen.
  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.loop = true));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Now playing: Life before ME/CFS')).toBeVisible();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await expect(player.getByText('Video playback error')).toBeHidden();
});
