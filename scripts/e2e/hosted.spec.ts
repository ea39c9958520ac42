import { LONG_PICTURES, recordClip } from './support/clip.ts';
import { HostPlayers } from './support/host-player.ts';
import { expect, test } from './support/journey-test.ts';
import { publishVideos } from './support/publish-story.ts';

const VTT =
  'WEBVTT\n\n00:00.000 --> 01:10.000\nIt came after a fever.\n\n01:10.000 --> 01:20.000\nAnd then I lay down.\n';
const VIMEO = 'https://vimeo.com/1084537';
const YOUTUBE = 'https://youtu.be/abcdefghijk';

/** So long a host may take to come, and so long its words stand before the interview goes on. */
const HOST_ARRIVING_MS = 30_000;
const SKIPPED_AFTER_MS = 4_000;

test('a story of files and hosted videos asks a host when it is pressed, and plays on when a hosted one ends', async ({
  page,
  browser,
  server,
}) => {
  const players = await HostPlayers.on(page);
  const { userName, videoIds } = await publishVideos(server, {
    firstName: 'Hanna',
    transcripts: { 1: 'I danced.', 2: VTT, 3: 'I rest.' },
    addresses: { 2: VIMEO, 3: YOUTUBE },
    clip: await recordClip(browser),
  });
  const vimeo = videoIds[2] ?? '';
  const answer = await page.goto(`/stories/${userName}#video-${vimeo}&t=72`, { waitUntil: 'networkidle' });
  expect(answer?.headers()['content-security-policy']).toContain(
    'frame-src https://player.vimeo.com https://www.youtube-nocookie.com;',
  );
  expect((await page.request.get('/stories')).headers()['content-security-policy']).not.toContain('frame-src');
  const player = page.locator('.player');
  const play = player.getByRole('link', { name: 'Play: Plays from Vimeo' });
  await expect(play).toBeVisible();
  await expect(page.locator('video')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Listen only' })).toBeDisabled();
  await expect(player.getByText('Listening only is not possible for videos from Vimeo.')).toBeVisible();
  await expect(player.getByRole('link', { name: 'Open at Vimeo' })).toHaveAttribute('href', VIMEO);
  expect(players.asked).toEqual([]);

  await play.press('Enter');
  const frame = page.getByTitle('Video player of Vimeo: The events that caused it');
  await expect(frame).toBeFocused();
  await expect(frame).toHaveAttribute(
    'src',
    'https://player.vimeo.com/video/1084537?dnt=1&autoplay=1&playsinline=1#t=72s',
  );
  await expect(page.getByText('Loading video...')).toBeHidden();
  await expect(frame).toHaveCSS('opacity', '1');
  await players.tell({ event: 'playing' });
  const bar = page.getByRole('complementary', { name: 'Player' });
  await expect(bar.getByText('Now playing: The events that caused it')).toBeVisible();
  await players.tell({ event: 'timeupdate', data: { seconds: 75 } });
  await expect(page.locator('.cue-now').first()).toHaveText('And then I lay down.');
  await page.getByRole('link', { name: 'Play from 0:00' }).click();
  await expect.poll(() => players.wasAsked()).toContain('{"method":"setCurrentTime","value":0}');

  await page.getByRole('button', { name: 'Play Full Interview' }).click();
  await expect(frame).toHaveAttribute('src', /#t=0s$/);
  await expect(bar.getByText('Now playing: The events that caused it')).toBeVisible();
  // Whoever else speaks is not heard.
  await page.evaluate(() => postMessage({ event: 'ended' }, '*'));
  await players.tell({ event: 'playing' });
  await expect(frame).toBeVisible();
  await players.tell({ event: 'ended' });
  const youtube = page.getByTitle('Video player of YouTube: Life today');
  await expect(youtube).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk\?autoplay=1/);
  await players.tell('{"event":"onStateChange","info":1}');
  await expect(bar.getByText('Now playing: Life today')).toBeVisible();
  await players.tell('{"event":"onStateChange","info":0}');
  await expect(bar).toBeHidden();
  // It is pressed in its own frame again.
  await players.tell('{"event":"infoDelivery","info":{"playerState":1,"currentTime":0}}');
  await expect(bar.getByText('Now playing: Life today')).toBeVisible();

  await page.locator(`#video-${videoIds[1]}`).getByRole('link', { name: 'Watch this answer' }).click();
  await expect(page.locator('video')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Listen only' })).toBeEnabled();

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page2 = await plain.newPage();
  await page2.goto(`/stories/${userName}`);
  const links = page2.getByRole('link', { name: 'Watch this answer' });
  await expect(links.nth(1)).toHaveAttribute('href', VIMEO);
  await expect(page2.getByText('Plays from YouTube', { exact: true })).toBeVisible();
  await plain.close();
});

test('a host that does not answer, or refuses, leaves calm words in the place of the browser’s own', async ({
  page,
  browser,
  server,
}) => {
  const { userName } = await publishVideos(server, {
    firstName: 'Hanna',
    transcripts: { 1: 'I dance.', 2: 'I fell ill.', 3: 'I rest.' },
    addresses: { 1: VIMEO, 2: YOUTUBE },
    clip: await recordClip(browser, LONG_PICTURES),
  });
  // The one takes every connection, and says nothing.
  await page.route('https://player.vimeo.com/**', () => undefined);
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.abort('connectionrefused'));
  await page.clock.install();
  await page.goto(`/stories/${userName}`);
  // What stands for seconds alone, however crowded the machine is.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const player = page.locator('.player');
  const bar = page.getByRole('complementary', { name: 'Player' });
  await player.getByRole('link', { name: 'Play: Plays from Vimeo' }).press('Enter');
  await expect(player.getByText('Loading video...')).toBeVisible();
  await page.clock.runFor(HOST_ARRIVING_MS);
  await expect(player.getByText('Vimeo does not answer')).toBeVisible();
  await expect(player.getByText('You can try again, or open the video at Vimeo.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(bar).toBeHidden();
  await expect(player.getByRole('button', { name: 'Try Again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(player.getByText('Loading video...')).toBeVisible();
  await page.clock.runFor(HOST_ARRIVING_MS);
  await expect(player.getByText('Vimeo does not answer')).toBeVisible();

  await page.getByRole('button', { name: 'Play Full Interview' }).click();
  await page.clock.runFor(HOST_ARRIVING_MS);
  await expect(player.getByText('The interview goes on with the next answer in a moment.')).toBeVisible();
  await expect(bar.getByText('Cannot be played: Life before ME/CFS')).toBeVisible();
  await page.clock.runFor(SKIPPED_AFTER_MS);
  await expect(bar.getByText('Now playing: The events that caused it')).toBeVisible();
  // What it holds is the browser's own bright page.
  await expect(page.locator('iframe')).toHaveCSS('opacity', '0');
  // Sooner, since that one has come.
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(player.getByText('YouTube does not answer')).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.runFor(SKIPPED_AFTER_MS);
  await expect(bar.getByText('Now playing: Life today')).toBeVisible();
  await expect(page.locator('video')).toBeVisible();
});
