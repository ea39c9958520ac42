import type { BrowserContext, Page } from 'playwright/test';
import { UPLOAD_CHUNK_BYTES } from '../../api/contract/common/limits.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { NOTHING_KEPT, readKeptBytes, readReviewed } from './support/local-drafts.ts';
import {
  chooseFile,
  chooseOtherWay,
  expectAnswers,
  expectSaved,
  onQuestion,
  openInterview,
  playedSeconds,
  recordBriefly,
  saveAnswer,
  sha256,
  skipCountdown,
  startRecording,
} from './support/participant.ts';

/** Toasts are also read out, so their text stands twice for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const webm = (buffer: Buffer) => ({ name: 'garden.webm', mimeType: 'video/webm', buffer });

async function openAgain(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

test('a recording is not offered in another tab until its own is closed in the middle of it, which loses nothing', async ({
  context,
  page,
  browser,
}) => {
  await openInterview(page);
  await saveAnswer(page, 1, await recordClip(browser));
  await page.reload();
  await button(page, 'Allow Camera Access').click();
  await startRecording(page);
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(10_000);
  const other = await openAgain(context);
  await expect(other.getByText('A recording for this question is open in another tab.')).toBeVisible();
  await expect(other.getByText('We kept your recording')).toBeHidden();
  await page.close();

  await expect(other.getByRole('heading', { name: 'We kept your recording' })).toBeVisible();
  await button(other, 'Previous').click();
  await expect(other.getByText('We kept your recording for question 2.')).toBeVisible();
  await button(other, 'Go to question 2').click();

  const { sha256: recorded } = await readKeptBytes(other);
  await button(other, 'Watch').click();
  await expect(other.getByText('Review your recording')).toBeVisible();
  expect(await playedSeconds(other.getByLabel('Your recording'))).toBeGreaterThan(0);
  await button(other, 'Use this recording').click();
  await expectSaved(other, recorded, 2);
  await other.reload();
  await expect(other.getByText('Camera Permission Required')).toBeVisible();
});

test('the voice alone is an answer, to which a picture is added', async ({ page }) => {
  await openInterview(page);
  await chooseOtherWay(page, 'Record only my voice');
  await recordBriefly(page);
  await expect(page.getByText('Sound only')).toBeVisible();
  const recorded = await readReviewed(page);
  await button(page, 'Use this recording').click();
  const { mimeType } = await expectSaved(page, recorded);
  expect(['video/webm', 'audio/mp4']).toContain(mimeType);

  await button(page, 'Previous').click();
  await expect(page.getByText('Sound only')).toBeVisible();

  // Another day, with the camera: both are one answer, in the order that was told last.
  await chooseOtherWay(page, 'Record with my camera');
  await button(page, 'Keep my answer').click();
  await button(page, 'Add to this answer').click();
  await skipCountdown(page);
  await button(page, 'Pause').click();
  await expect(page.getByText('Paused. Take all the time you need.')).toBeVisible();
  await button(page, 'Go on').click();
  await button(page, 'Stop').click();
  await button(page, 'Use this recording').click();
  await onQuestion(page, 2);
  await button(page, 'Previous').click();
  await expect(page.getByText('Recording 1 of 2')).toBeVisible();
  await button(page, '2 recordings in this answer').click();
  await button(page, 'Play recording 2 earlier').click();
  await expect(page.getByText('Moved: it is number 1 of 2 now.')).toBeVisible();
  await button(page, 'Remove recording 2').click();
  await button(page, 'Remove').click();
  await expect(page.getByText('Removed.')).toBeVisible();
});

test('a video that exists already is an answer, also when its tab is closed in the middle of uploading', async ({
  context,
  page,
  browser,
}) => {
  const clip = padWebm(await recordClip(browser), UPLOAD_CHUNK_BYTES);
  await openInterview(page);
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Now') });
  await expect(toast(page, 'Invalid file')).toBeVisible();
  await chooseFile(page, webm(clip));
  await expect(page.getByText('Review your recording')).toBeVisible();
  expect(await playedSeconds(page.getByLabel('Your recording'))).toBeGreaterThan(0);
  await expect.poll(async () => (await readKeptBytes(page)).sha256).toBe(sha256(clip));
  let sent = 0;
  await page.route('**/api/uploads/chunk', (route) => (++sent === 1 ? route.continue() : route.abort()));
  await button(page, 'Use this recording').click();
  await expect(page.getByText('question 1 is waiting for the connection')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText('Question 1 is not saved yet: no connection')).toBeInViewport();
  await page.close();

  // It was used: it is sent without being asked about again.
  const again = await context.newPage();
  let sentAgain = 0;
  again.on('request', (request) => {
    if (request.url().endsWith('/api/uploads/chunk')) sentAgain++;
  });
  await again.goto('/');
  await expect(toast(again, 'Video saved')).toBeVisible();
  await expectAnswers(again, 1);
  await expect.poll(() => readKeptBytes(again)).toEqual(NOTHING_KEPT);
  expect(sentAgain).toBe(1);
});

test('another person in the same browser does not see a kept recording', async ({ context, page, browser }) => {
  await openInterview(page);
  await chooseFile(page, webm(await recordClip(browser)));
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(0);
  const first = await context.cookies();
  await page.close();

  await context.clearCookies();
  const stranger = await context.newPage();
  await openInterview(stranger);
  await expect(stranger.getByText('Camera Permission Required')).toBeVisible();
  expect((await readKeptBytes(stranger)).takes).toBe(1);
  await expect(stranger.getByText('We kept your recording')).toBeHidden();
  await stranger.close();

  await context.clearCookies();
  await context.addCookies(first);
  const again = await openAgain(context);
  await button(again, 'Discard').click();
  await again.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByText('Camera Permission Required')).toBeVisible();
  await expect(button(again, 'Record')).toBeFocused();
  expect(await readKeptBytes(again)).toEqual(NOTHING_KEPT);
  expect(await (await again.request.get('/api/videos')).json()).toEqual([]);
});

test('a browser that keeps no copy and a silent microphone are told of', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getAudioTracks()) track.enabled = false;
      return stream;
    };
  });
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await startRecording(page);
  await expect(page.getByText('Recording. This browser cannot keep a copy.')).toBeVisible();
  // In real time: the server looks whether as much was recorded as the page's clock says.
  await expect(page.getByText('Nothing is heard yet. Is the microphone on?')).toBeVisible();
  await button(page, 'Stop').click();
  await expect(page.getByText('Not saved yet. This browser cannot keep a copy.')).toBeVisible();
  await button(page, 'Use this recording').click();
  await onQuestion(page, 2);
});

test('a device is forgotten with what it keeps, from the interview and from the landing page', async ({
  page,
  browser,
}) => {
  const dialog = page.getByRole('alertdialog', { name: 'Forget this device?' });
  const forget = async () => {
    await button(page, 'Forget this device').click();
    await dialog.getByRole('button', { name: 'Forget this device' }).click();
  };
  await page.goto('/');
  await expect(button(page, 'Forget this device')).toHaveCount(0);
  await openInterview(page);
  await chooseFile(page, webm(await recordClip(browser)));
  await expect(page.getByText('Review your recording')).toBeVisible();
  await forget();
  await expect(page.getByText('New interviews are currently not being accepted').first()).toBeVisible();
  expect(await readKeptBytes(page)).toEqual(NOTHING_KEPT);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);

  const email = await openInterview(page);
  await chooseFile(page, webm(await recordClip(browser)));
  await expect.poll(async () => (await readKeptBytes(page)).takes).toBe(1);
  await button(page, 'Take a break').click();
  await expect(page.getByText('This browser remembers who told a story here')).toBeVisible();
  await button(page, 'Forget this device').click();
  await expect(dialog.getByText('One recording in this browser is not saved yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect((await readKeptBytes(page)).takes).toBe(1);
  await forget();
  await expect(page.getByText('This device is forgotten').first()).toBeVisible();
  await expect(button(page, 'Forget this device')).toHaveCount(0);
  expect(await readKeptBytes(page)).toEqual(NOTHING_KEPT);
  const resumed = await page.request.post('/api/resume-interview', { data: { email } });
  expect(await resumed.json()).toEqual({ nextQuestionUrl: '/resume?sent=1' });
});
