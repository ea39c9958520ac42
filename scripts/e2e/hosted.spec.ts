import { once } from 'node:events';
import net from 'node:net';
import { chromium, type Page } from 'playwright/test';
import { launchOptions } from '../lib/browser.ts';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { HostPlayers } from './support/host-player.ts';
import { expect, test } from './support/journey-test.ts';
import { publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { openPart } from './support/staff-page.ts';

const VTT =
  'WEBVTT\n\n00:00.000 --> 01:10.000\nIt came after a fever.\n\n01:10.000 --> 01:20.000\nAnd then I lay down.\n';
const VIMEO = 'https://vimeo.com/1084537';
const YOUTUBE = 'https://youtu.be/abcdefghijk';

const toast = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })).toBeVisible();

// What the public watches is a copy that video tools make.
test.use({ isServerOwn: true, settings: { FFMPEG_PATH: '' } });

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

test('a host that does not answer, or refuses, leaves calm words, and the interview goes on', async ({
  browser,
  server,
}) => {
  const { userName } = await publishVideos(server, {
    firstName: 'Hanna',
    transcripts: { 1: 'I dance.', 2: 'I fell ill.', 3: 'I rest.', 4: 'I sing.' },
    addresses: { 1: VIMEO, 2: YOUTUBE, 4: VIMEO },
    clip: await recordClip(browser),
  });
  // Takes every connection, and says nothing.
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as net.AddressInfo;
  // At port 9 nobody answers.
  const rules = `MAP player.vimeo.com 127.0.0.1:${port}, MAP www.youtube-nocookie.com 127.0.0.1:9`;
  const args = [...launchOptions.args, `--host-resolver-rules=${rules}`, '--autoplay-policy=no-user-gesture-required'];
  const lonely = await chromium.launch({ ...launchOptions, args });
  try {
    const page = await lonely.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await page.goto(`/stories/${userName}`);
    const player = page.locator('.player');
    const bar = page.getByRole('complementary', { name: 'Player' });
    const play = player.getByRole('link', { name: 'Play: Plays from Vimeo' });
    await play.press('Enter');
    await expect(player.getByText('Loading video...')).toBeVisible();
    await expect(player.getByText('Vimeo does not answer')).toBeVisible({ timeout: 7_000 });
    await expect(player.getByText('You can try again, or open the video at Vimeo.')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(bar).toBeHidden();
    await expect(player.getByRole('button', { name: 'Try Again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(player.getByText('Loading video...')).toBeVisible();
    await expect(player.getByText('Vimeo does not answer')).toBeVisible({ timeout: 7_000 });

    await page.getByRole('button', { name: 'Play Full Interview' }).click();
    await expect(player.getByText('The interview goes on with the next answer in a moment.')).toBeVisible();
    await expect(bar.getByText('Cannot be played: Life before ME/CFS')).toBeVisible();
    await expect(bar.getByText('Now playing: The events that caused it')).toBeVisible();
    // What it holds is the browser's own bright page.
    await expect(page.locator('iframe')).toHaveCSS('opacity', '0');
    await expect(player.getByText('YouTube does not answer')).toBeVisible({ timeout: 7_000 });
    await expect(bar.getByText('Now playing: Life today')).toBeVisible();
    await expect(page.locator('video')).toBeVisible();
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.dispatchEvent(new Event('ended')));
    await expect(bar.getByText('Now playing: What helped most in coping')).toBeVisible();
    await expect(bar).toBeHidden({ timeout: 20_000 });
    await expect(player.getByText('You can try again, or open the video at Vimeo.')).toBeVisible();
  } finally {
    await lonely.close();
    silent.close();
  }
});

test('producers add a video that stands at a host, look at it and move it', async ({ page, server }) => {
  const players = await HostPlayers.on(page);
  const name = { firstName: 'Ida', lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` };
  await new Client(server.url).send('POST', '/api/register', name);
  await page.goto('/admin3');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');

  await openPart(page, 'Upload');
  const form = page.getByRole('form', { name: 'Upload a video' });
  await form.getByLabel('At Vimeo or YouTube').check();
  await form.getByRole('button', { name: 'Upload video' }).click();
  await toast(page, 'Missing Information');
  await toast(page, 'Please select a user and question, and give the address of the video');
  await form.getByLabel('User').selectOption({ label: `Ida Marlow (${name.email})` });
  await form.getByLabel('Question').selectOption({ label: 'Life today' });
  await form.getByLabel('Address of the video').fill('https://example.org/1');
  await form.getByRole('button', { name: 'Upload video' }).click();
  await toast(page, 'Invalid Address');
  await form.getByLabel('Address of the video').fill(`${VIMEO}?share=copy`);
  await form.getByRole('button', { name: 'Upload video' }).click();
  await toast(page, 'Video added');

  await openPart(page, 'Waiting');
  const row = page
    .getByRole('region', { name: 'Videos Waiting for Approval' })
    .getByRole('listitem')
    .filter({ hasText: 'Ida Marlow' })
    .first();
  await expect(row.getByRole('link', { name: 'Open at Vimeo' })).toHaveAttribute('href', VIMEO);
  await row.getByRole('button', { name: 'View' }).click();
  const view = page.getByRole('dialog', { name: "Ida's Story" });
  await expect(view.getByText('Plays from Vimeo')).toBeVisible();
  expect(players.asked).toEqual([]);
  await view.getByRole('button', { name: 'Play video' }).click();
  await expect.poll(() => players.asked).toEqual(['https://player.vimeo.com/video/1084537?dnt=1']);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit video' });
  await edit.getByLabel('Address at Vimeo or YouTube').fill(YOUTUBE);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(row.getByRole('link', { name: 'Open at YouTube' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=abcdefghijk',
  );
});
