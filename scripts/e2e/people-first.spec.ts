import type { Page } from 'playwright/test';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { luminanceOf } from './support/luminance.ts';
import { publishVideos } from './support/publish-story.ts';

const PHONE = { width: 360, height: 800 };
const PHONE_ON_ITS_SIDE = { width: 800, height: 360 };
const DESKTOP = { width: 1440, height: 900 };
const ZOOMED_IN = { width: 320, height: 256 };
/** Of HTMLMediaElement. */
const NETWORK_LOADING = 2;
/** Of a room without a lamp. */
const DARK = 0.02;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const partOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element: HTMLElement) => element.getBoundingClientRect().toJSON() as DOMRect);

test.describe('with pictures of videos', () => {
  test.use({ isServerOwn: true, settings: { FFMPEG_PATH: '' } });

  test('whoever speaks is seen on every screen of the archive, and nothing turns over their face', async ({
    page,
    browser,
    server,
  }) => {
    test.slow();
    const transcripts = { 3: 'WEBVTT\n\n00:00.000 --> 00:00.500\nNow a good day is one conversation.\n' };
    const { userName } = await publishVideos(server, {
      firstName: 'Grace',
      transcripts,
      clip: await recordClip(browser),
    });
    const read = async (path: string) => (await fetch(server.url + path)).text();
    await expect.poll(() => read(`/stories/${userName}`), { timeout: 180_000 }).toContain(' poster=');
    await expect.poll(() => read('/listen/life-today'), { timeout: 180_000 }).toContain('data-sound=');

    await test.step('in the dark, before and while they are heard', async () => {
      for (const size of [PHONE, PHONE_ON_ITS_SIDE, DESKTOP]) {
        await page.setViewportSize(size);
        await page.goto('/listen/life-today');
        await expect(page.locator('.listen-voice .poster').first()).toBeInViewport({ ratio: 1 });
        await page.evaluate(() => (document.documentElement.dataset.dim = ''));
        await expect(page.locator('.listen-voice .poster-frame').first()).toHaveCSS('filter', 'brightness(0.45)');
        await page.getByRole('button', { name: 'Listen', exact: true }).click();
        await expect(page.getByRole('button', { name: /^(Play|Pause)$/ })).toBeFocused();
        await expect(page.locator('.listen-face')).toBeInViewport({ ratio: 0.9 });
        const width = () => page.locator('.listen-face').evaluate((face: HTMLImageElement) => face.naturalWidth);
        await expect.poll(width).toBeGreaterThan(0);
        expect(await luminanceOf(page)).toBeLessThan(DARK);
      }
      const told = page.getByRole('dialog', { name: 'Listen in the dark' }).getByRole('status');
      await expect(told).toContainText('1 of 1');
    });

    await test.step('at the beginning of the archive, on a phone on its side', async () => {
      await page.setViewportSize(PHONE_ON_ITS_SIDE);
      await page.goto('/stories');
      await expect(page.locator('.poster').first()).toBeInViewport({ ratio: 0.5 });
    });

    await test.step('on a story at 400 %, below one row of preferences', async () => {
      await page.setViewportSize(ZOOMED_IN);
      await page.goto(`/stories/${userName}`);
      const tops = await page
        .locator('.reading-preferences button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
      for (const name of ['Listen only', 'Dim', 'Larger text', 'Follow the words']) {
        await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
      }
      expect((await partOf(page, '.player-frame')).top).toBeLessThan(ZOOMED_IN.height * 0.6);
    });

    await test.step('while a video comes', async () => {
      const held = Promise.withResolvers<void>();
      await page.route(/\/media\/.*\.(webm|mp4)$/, async (route) => {
        await held.promise;
        await route.abort();
      });
      await page.setViewportSize(DESKTOP);
      await page.goto(`/stories/${userName}`);
      const video = page.locator('.player-frame video');
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.networkState))
        .toBe(NETWORK_LOADING);
      const { x, y, width, height } = await partOf(page, '.player-frame');
      const upperHalf = { x, y, width, height: height / 2 };
      const whileLoading = await page.screenshot({ clip: upperHalf });
      await video.evaluate((element) => element.removeAttribute('controls'));
      const picture = await page.screenshot({ clip: upperHalf });
      held.resolve();
      expect(whileLoading.equals(picture)).toBe(true);
    });
  });
});

test('before its script is there, the interview has the shape of a question', async ({ page }) => {
  const person = { firstName: 'Vera', lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` };
  await page.request.post('/api/register', { data: person });
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.setViewportSize(PHONE);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByText('Loading questions...')).toBeVisible();
  await expect(page.locator('.stage-panel')).toBeInViewport({ ratio: 0.6 });
  held.resolve();
});
