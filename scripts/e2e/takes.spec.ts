import { createHash } from 'node:crypto';
import type { BrowserContext, Locator, Page, Route } from 'playwright/test';
import type { AnswerVideo } from '../../api/contract/answers.ts';
import { UPLOAD_CHUNK_BYTES } from '../../api/contract/limits.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { NOTHING_KEPT, readKeptBytes } from './support/local-drafts.ts';
import { openInterview, recordTake } from './support/participant.ts';

/** Toasts are also read out, so their text stands twice for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function startRecording(page: Page): Promise<void> {
  await button(page, 'Allow Camera Access').click();
  await button(page, 'Record').click();
  await expect(page.getByText('00:02')).toBeVisible();
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(10_000);
}

async function openAgain(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

async function chooseOtherWay(page: Page, way: string): Promise<void> {
  await button(page, 'Other ways to answer').click();
  await page.getByRole('menuitem', { name: way }).click();
}

async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    chooseOtherWay(page, 'Choose a video I already have'),
  ]);
  await chooser.setFiles(file);
}

function play(video: Locator): Promise<number> {
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    element.pause();
    return element.currentTime;
  });
}

/** The server has these bytes as the answer to the last of the questions answered so far, and this browser keeps nothing. */
async function expectSaved(page: Page, hash: string, questionId = 1): Promise<AnswerVideo> {
  await expect(page.getByText(`Question ${questionId + 1} of 6`)).toBeVisible();
  const answers = (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  const [answer] = answers.filter((one) => one.questionId === questionId);
  expect(answers).toHaveLength(questionId);
  expect(answer?.sha256).toBe(hash);
  expect(sha256(await (await page.request.get(answer?.videoUrl ?? '')).body())).toBe(hash);
  await expect.poll(() => readKeptBytes(page)).toEqual(NOTHING_KEPT);
  return answer!;
}

test('a tab closed in the middle of recording loses nothing', async ({ context, page, browser }) => {
  await openInterview(page);
  const videoData = `data:video/webm;base64,${(await recordClip(browser)).toString('base64')}`;
  await page.request.post('/api/videos/upload-cloud', { data: { questionId: 1, title: 'Before', videoData } });
  await page.reload();
  await startRecording(page);
  await page.close();

  const again = await openAgain(context);
  await expect(again.getByRole('heading', { name: 'We kept your recording' })).toBeVisible();
  await button(again, 'Previous').click();
  await expect(again.getByText('We kept your recording for question 2.')).toBeVisible();
  await button(again, 'Go to question 2').click();

  const { sha256: recorded } = await readKeptBytes(again);
  await button(again, 'Watch').click();
  await expect(again.getByText('Review your recording')).toBeVisible();
  expect(await play(again.getByLabel('Your recording'))).toBeGreaterThan(0);
  await button(again, 'Use this recording').click();
  await expectSaved(again, recorded, 2);
  await again.reload();
  await expect(again.getByText('Camera Permission Required')).toBeVisible();
});

test('the voice alone is an answer', async ({ page }) => {
  await openInterview(page);
  await chooseOtherWay(page, 'Record only my voice');
  await recordTake(page);
  await expect(page.getByText('Sound only')).toBeVisible();
  const { sha256: recorded } = await readKeptBytes(page);
  await button(page, 'Use this recording').click();
  const { mimeType } = await expectSaved(page, recorded);
  expect(mimeType).toBe('video/webm');

  await button(page, 'Previous').click();
  await expect(page.getByText('Sound only')).toBeVisible();
});

test('a connection cut in the middle of uploading saves the answer once', async ({ context, page }) => {
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await recordTake(page);
  const { sha256: recorded } = await readKeptBytes(page);
  const cut = async (route: Route) => {
    await context.setOffline(true);
    await route.abort();
  };
  await page.route('**/api/uploads/chunk', cut, { times: 1 });
  await button(page, 'Use this recording').click();
  await expect(page.getByText('The connection was cut. Trying again...')).toBeVisible();

  await context.setOffline(false);
  await expect(toast(page, 'Video saved')).toBeVisible();
  await expectSaved(page, recorded);
});

test.describe('a server that is killed', () => {
  test.use({ isServerOwn: true });

  test('between two chunks goes on with those that are missing', async ({ page, browser, server }) => {
    const clip = padWebm(await recordClip(browser), UPLOAD_CHUNK_BYTES);
    await openInterview(page);
    await chooseFile(page, { name: 'garden.webm', mimeType: 'video/webm', buffer: clip });
    await expect(page.getByText('Review your recording')).toBeVisible();

    let sent = 0;
    let received = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/api/uploads/chunk') && response.ok()) received++;
    });
    await page.route('**/api/uploads/chunk', async (route) => {
      if (++sent === 2) await server.kill();
      await route.continue();
    });
    await button(page, 'Use this recording').click();
    await expect(page.getByText('The connection was cut. Trying again...')).toBeVisible();
    await server.start();
    await expect(toast(page, 'Video saved')).toBeVisible({ timeout: 40_000 });
    await expectSaved(page, sha256(clip));
    expect(received).toBe(2);
  });
});

test('a tab closed in the middle of uploading goes on from there', async ({ context, page, browser }) => {
  const clip = padWebm(await recordClip(browser), UPLOAD_CHUNK_BYTES);
  await openInterview(page);
  await chooseFile(page, { name: 'garden.webm', mimeType: 'video/webm', buffer: clip });
  await expect.poll(async () => (await readKeptBytes(page)).sha256).toBe(sha256(clip));
  let sent = 0;
  await page.route('**/api/uploads/chunk', (route) => (++sent === 1 ? route.continue() : route.abort()));
  await button(page, 'Use this recording').click();
  await expect(page.getByText('The connection was cut. Trying again...')).toBeVisible();
  await page.close();

  const again = await openAgain(context);
  await expect(again.getByText('“garden.webm”. It is not saved yet.')).toBeVisible();
  let sentAgain = 0;
  again.on('request', (request) => {
    if (request.url().endsWith('/api/uploads/chunk')) sentAgain++;
  });
  await button(again, 'Continue and save').click();
  await expect(toast(again, 'Video saved')).toBeVisible();
  await expectSaved(again, sha256(clip));
  expect(sentAgain).toBe(1);
});

test('another person in the same browser does not see a kept recording', async ({ context, page }) => {
  await openInterview(page);
  await startRecording(page);
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

test('a video that exists already is an answer', async ({ page, browser }) => {
  const clip = await recordClip(browser);
  await openInterview(page);
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Now') });
  await expect(toast(page, 'Invalid file')).toBeVisible();
  await chooseFile(page, { name: 'garden.webm', mimeType: 'video/webm', buffer: clip });
  await expect(page.getByText('Review your recording')).toBeVisible();
  expect(await play(page.getByLabel('Your recording'))).toBeGreaterThan(0);
  await button(page, 'Use this recording').click();
  await expectSaved(page, sha256(clip));
});

test('a recording in one tab is not offered in another until that is closed', async ({ context, page }) => {
  await openInterview(page);
  await startRecording(page);
  const other = await openAgain(context);
  await expect(other.getByText('A recording for this question is open in another tab.')).toBeVisible();
  await expect(other.getByText('We kept your recording')).toBeHidden();
  await page.close();
  await expect(other.getByRole('heading', { name: 'We kept your recording' })).toBeVisible();
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
  await button(page, 'Record').click();
  await expect(page.getByText('Recording. This browser cannot keep a copy.')).toBeVisible();
  await expect(page.getByText('Nothing is heard yet. Is the microphone on?')).toBeVisible();
  await button(page, 'Stop').click();
  await expect(page.getByText('Not saved yet. This browser cannot keep a copy.')).toBeVisible();
  await button(page, 'Use this recording').click();
  await expect(page.getByText('Question 2 of 6')).toBeVisible();
});

test('a forgotten device keeps nothing', async ({ page, browser }) => {
  await openInterview(page);
  const clip = { name: 'garden.webm', mimeType: 'video/webm', buffer: await recordClip(browser) };
  await chooseFile(page, clip);
  await expect(page.getByText('Review your recording')).toBeVisible();
  await button(page, 'Forget this device').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget this device' }).click();
  await expect(page.getByText('New interviews are currently not being accepted').first()).toBeVisible();
  expect(await readKeptBytes(page)).toEqual(NOTHING_KEPT);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});
