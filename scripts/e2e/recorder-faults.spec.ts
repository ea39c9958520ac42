import type { Page } from 'playwright/test';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { readKeptBytes } from './support/local-drafts.ts';
import { openInterview } from './support/participant.ts';

/** Toasts are also read out, so their text stands twice for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a camera that is unplugged and a page that is hidden end a recording, and keep it', async ({ page }) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      addEventListener('unplug', () => {
        const [camera] = stream.getVideoTracks();
        camera?.stop();
        camera?.dispatchEvent(new Event('ended'));
      });
      return stream;
    };
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    addEventListener('hide', () => {
      isHidden = true;
      document.dispatchEvent(new Event('visibilitychange'));
      isHidden = false;
    });
  });
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await button(page, 'Record').click();
  await expect(page.getByText('00:01')).toBeVisible();
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByText(/Camera or microphone stopped. What you recorded is kept/)).toBeVisible();
  await button(page, 'Redo').click();

  await button(page, 'Record').click();
  await expect(button(page, 'Cancel')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('hide')));
  await expect(page.getByText('Ready when you are')).toBeVisible();
  await button(page, 'Record').click();
  await expect(page.getByText('00:01')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('hide')));
  await expect(page.getByText(/Recording stopped when you left the page. What you recorded is kept/)).toBeVisible();
  await button(page, 'Use this recording').click();
  await expect(page.getByText('Question 2 of 6')).toBeVisible();

  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByRole('alert')).toHaveText('The camera stopped');

  await button(page, 'Try Again').click();
  await page.evaluate(() => {
    // Unplugged before its first picture, a camera leaves the recorder without anything.
    MediaRecorder.prototype.start = () => {};
  });
  await button(page, 'Record').click();
  await expect(page.getByText('REC', { exact: true })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByRole('alert')).toHaveText('The camera stopped');
  await expect(page.getByText('It was unplugged or switched off. Please try again.')).toBeVisible();
  await expect(toast(page, 'Error processing video')).toBeHidden();
});

test('a recorder that does not start and one that records nothing are told of', async ({ page }) => {
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await page.evaluate(() => {
    MediaRecorder.prototype.start = () => {
      throw new DOMException('no', 'NotSupportedError');
    };
  });
  await button(page, 'Record').click();
  await expect(page.getByRole('alert')).toHaveText('Recording could not start. Your device may not support it.');
  await page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what is around it stays behind when it goes to the page
    MediaRecorder.prototype.start = function stopAtOnce() {
      setTimeout(() => this.dispatchEvent(new Event('stop')));
    };
  });
  await button(page, 'Record').click();
  await expect(toast(page, 'Error processing video')).toBeVisible();
  await expect(toast(page, 'There was an error processing your video. Please try again.')).toBeVisible();
  await expect(button(page, 'Record')).toBeEnabled();
});

test('an answer that cannot be played is told of, and tried again', async ({ page, browser }) => {
  const stored = '**/api/videos/stream/**';
  await openInterview(page);
  const videoData = `data:video/webm;base64,${(await recordClip(browser)).toString('base64')}`;
  await page.request.post('/api/videos/upload-cloud', { data: { questionId: 1, title: 'Before', videoData } });
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route(stored, async (route) => {
    await mayAnswer;
    await route.abort();
  });
  await page.reload();
  await expect(page.getByText('Question 2 of 6')).toBeVisible();
  await button(page, 'Previous').click();
  await expect(page.getByText('Loading video...')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Failed to load video' })).toBeVisible();

  await page.unroute(stored);
  await page.route(stored, (route) => route.fulfill({ contentType: 'video/webm', body: 'no video' }));
  await button(page, 'Try Again').click();
  await expect(page.getByRole('heading', { name: 'Video playback error' })).toBeVisible();
  await expect(page.getByText('Unable to play this video on your device')).toBeVisible();
  await page.unroute(stored);
  await button(page, 'Try Again').click();
  await expect(page.getByText('Loading video...')).toBeHidden();
  await expect(page.getByLabel('Your answer')).toHaveJSProperty('error', null);
});
