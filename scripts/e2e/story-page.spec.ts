import type { Page } from 'playwright/test';
import { clipboardText } from './support/clipboard.ts';
import { LONG_PICTURES, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishVideos } from './support/publish-story.ts';

const VTT = `WEBVTT

00:00.000 --> 00:00.400
Before ME/CFS I loved to climb.

00:00.400 --> 00:00.800
Now I rest & count the steps.
`;
const LONG = `${'The curtains stay drawn. '.repeat(20)}And yet the garden waits.`;

const currentVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({ paused: video.paused, at: video.currentTime }));

test('a story is watched, read along, heard and shared down to a sentence', async ({
  page,
  context,
  browser,
  server,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const clip = await recordClip(browser, LONG_PICTURES);
  const story = await publishVideos(server, {
    firstName: 'Mira',
    transcripts: { 0: LONG, 1: VTT, 3: 'Life is slower now.' },
    clip,
  });
  const address = `/stories/${story.userName}`;
  const answer = story.videoIds[1] ?? '';
  const chapter = page.locator(`#video-${answer}`);
  const sentences = chapter.locator('.cue');

  await page.goto(`${address}#video-${answer}`);
  await expect(chapter).toHaveAttribute('open');
  await expect(chapter).toBeInViewport();
  await expect(page.getByRole('heading', { name: "Mira's Story", level: 1 })).toBeVisible();
  await expect(page.locator('.player').getByText('Life before ME/CFS')).toBeVisible();
  expect((await currentVideo(page)).paused).toBe(true);
  const captions = await page.request.get(`${address}/${answer}.vtt`);
  expect(captions.headers()['content-type']).toContain('text/vtt');
  expect(await captions.text()).toContain('Now I rest &amp; count the steps.');
  await expect(page.locator(`video track[src$="${answer}.vtt"]`)).toBeAttached();

  await page.goto('about:blank');
  await page.goto(`${address}#video-${answer}&t=0`);
  await sentences.nth(1).click();
  await expect(sentences.nth(1)).toHaveClass(/cue-now/);
  expect((await currentVideo(page)).paused).toBe(true);
  await page.getByRole('button', { name: 'Follow the words' }).click();
  await expect(page.locator('.cue-now')).toHaveCount(0);

  await sentences.nth(1).selectText();
  await page.keyboard.press('Shift');
  const moment = page.getByRole('group', { name: 'This moment' });
  await expect(moment.getByRole('button', { name: 'Play from 0:00' })).toBeVisible();
  await moment.getByRole('button', { name: 'Copy link to 0:00' }).click();
  const copied = () => clipboardText(page);
  await expect.poll(copied).toBe(`${server.url}${address}#video-${answer}&t=0`);
  await expect(moment.locator('[aria-live=polite]').getByText('Link Copied')).toHaveCount(1);

  const listen = page.getByRole('button', { name: 'Listen only' });
  const large = page.getByRole('button', { name: 'Larger text' });
  for (const button of [listen, page.getByRole('button', { name: 'Dim' }), large]) await button.click();
  await expect(page.getByText('Listening only')).toBeVisible();
  await page.reload();
  await expect(listen).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Follow the words' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Listening only')).toBeVisible();
  await expect(page.locator('video')).toHaveCSS('filter', 'brightness(0.45)');
  await large.click();
  await expect(page.locator('html')).not.toHaveAttribute('data-large');
  await page.goto('/stories');
  await expect(page.locator('.poster-frame').first()).toHaveCSS('filter', 'brightness(0.45)');
  await page.goto(`${address}#video-${answer}`);

  await page.getByRole('link', { name: 'Play from 0:00' }).press('Enter');
  await expect.poll(async () => (await currentVideo(page)).at).toBeGreaterThan(0);
  await expect(page).toHaveURL(`${address}#video-${answer}&t=0`);

  await test.step('its words alone, or the sentences that somebody chose for two minutes, with a way to the rest', async () => {
    const cues = [
      { start: 0, end: 0.4, text: 'Before ME/CFS I loved to climb.' },
      { start: 0.4, end: 0.8, text: 'Now I rest & count the steps.', form: 2 },
    ];
    await expect(page.getByRole('radio', { name: '2 minutes' })).toHaveCount(0);
    await story.staff.send('PATCH', `/api/admin/showcase-videos/${answer}`, { cues });
    await page.reload();
    await page.getByRole('radio', { name: 'Only words' }).check();
    await expect(page.locator('video')).toBeHidden();
    await expect(chapter.getByRole('link', { name: 'Watch this answer' })).toBeHidden();
    await expect(sentences.first()).toBeVisible();
    await page.getByRole('radio', { name: '2 minutes' }).check();
    await expect(page.locator('video')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: '2 minutes' })).toBeChecked();
    await expect(sentences.first()).toBeHidden();
    await expect(sentences.nth(1)).toBeVisible();
    await chapter.getByRole('button', { name: 'What is left out here' }).click();
    await expect(sentences.first()).toBeVisible();
    await page.getByRole('radio', { name: 'Whole story' }).check();
  });

  await page.getByRole('button', { name: 'Play Full Interview' }).click();
  const bar = page.getByRole('complementary', { name: 'Player' });
  await expect(bar.getByRole('status')).toHaveText('Now playing: Life before ME/CFS');
  await expect(page.getByRole('button', { name: 'Stop Interview' })).toBeVisible();
  // At the end of a film, which is as long as its recording took.
  await expect(bar.getByText('Now playing: Life today')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Play Full Interview' })).toBeVisible({ timeout: 60_000 });
  await expect(bar).toBeHidden();
  await expect(page.locator('.chapter[aria-disabled]')).toHaveCount(4);
});

test('a story is whole without JavaScript and on paper', async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  const story = await publishVideos(server, { firstName: 'Mira', transcripts: { 0: LONG, 1: VTT }, clip });
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page2 = await plain.newPage();
  await page2.goto(`/stories/${story.userName}`);
  await expect(page2.getByText('Now I rest & count the steps.')).toBeVisible();
  await expect(page2.getByRole('link', { name: 'Watch this answer' })).toBeVisible();
  await expect(page2.getByRole('button', { name: 'Listen only' })).toBeHidden();
  await plain.close();

  await page.goto(`/stories/${story.userName}`);
  await expect(page.getByText('Now I rest & count the steps.')).toBeHidden();
  const howMuch = page.getByRole('group', { name: 'How much today?' });
  await expect(howMuch).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Now I rest & count the steps.')).toBeVisible();
  await expect(page.locator('video')).toBeHidden();
  await expect(howMuch).toBeHidden();
  await expect(page.getByRole('link', { name: 'Listen in the dark' }).filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText('Now I rest & count the steps.')).toBeHidden();
});

test('a story told in words is read, found and shared down to a paragraph, also without a script', async ({
  page,
  context,
  browser,
  server,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const words = { 1: 'I climbed <every> week.\nOften alone.\n\nThen the quiet came.', 3: 'Slow and bright days.' };
  const story = await publishVideos(server, { firstName: 'Wanda', transcripts: {}, words, clip: Buffer.of() });
  const address = `/stories/${story.userName}`;
  const [first, later] = [story.videoIds[1] ?? '', story.videoIds[3] ?? ''];

  await page.goto(`${address}#video-${first}&p=2`);
  const passage = page.getByText('Then the quiet came.');
  await expect(passage).toBeInViewport();
  await expect(page.locator('video, .player')).toHaveCount(0);
  await expect(page.locator(`#video-${later}`)).not.toHaveAttribute('open');
  await passage.selectText();
  await page.keyboard.press('Shift');
  const moment = page.getByRole('group', { name: 'This moment' });
  await expect(moment.getByRole('button', { name: /^Play/ })).toBeHidden();
  await moment.getByRole('button', { name: 'Copy link to this paragraph' }).click();
  expect(await clipboardText(page)).toBe(`${new URL(address, baseURL).href}#video-${first}&p=2`);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Slow and bright days.')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/stories');
  await page.getByRole('searchbox').fill('the quiet came');
  await page
    .getByRole('link', { name: /^View Story/ })
    .first()
    .click();
  await expect(page.locator(`#video-${first}`)).toHaveAttribute('open');

  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const plain = await quiet.newPage();
  await plain.goto(`${address}#video-${later}&p=1`);
  await expect(plain.getByText('Slow and bright days.')).toBeInViewport();
  await quiet.close();
});
