import type { Page } from 'playwright/test';
import { expect, test } from './support/journey-test.ts';
import { readKeptBytes } from './support/local-drafts.ts';
import { onQuestion, openInterview, startRecording } from './support/participant.ts';

/** Toasts are also read out, so their text stands twice for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
/** On a crowded machine a browser encodes nothing for a while. */
const HANDED_OVER = { timeout: 40_000 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a camera that is unplugged ends a recording, and a page that is hidden pauses it', async ({ page }) => {
  test.slow();
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
  await startRecording(page);
  await expect.poll(async () => (await readKeptBytes(page)).bytes, HANDED_OVER).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByText(/Camera or microphone stopped. What you recorded is kept/)).toBeVisible();
  await button(page, 'Redo').click();

  // The countdown must not end by itself.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, 'Record').click();
  await expect(button(page, 'Cancel')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('hide')));
  await expect(page.getByText('Ready when you are')).toBeVisible();
  await page.clock.resume();
  await startRecording(page);
  await expect.poll(async () => (await readKeptBytes(page)).bytes, HANDED_OVER).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('hide')));
  await expect(page.getByText('Paused when you left the page. Go on when you like.')).toBeVisible();
  const { bytes } = await readKeptBytes(page);
  await button(page, 'Go on').click();
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(bytes);
  await button(page, 'Stop').click();
  await button(page, 'Use this recording').click();
  await onQuestion(page, 2);

  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByRole('alert')).toHaveText('The camera stopped');

  await button(page, 'Try Again').click();
  await page.evaluate(() => {
    // Unplugged before its first picture, a camera leaves the recorder without anything.
    MediaRecorder.prototype.start = () => {};
  });
  await startRecording(page);
  await page.evaluate(() => dispatchEvent(new Event('unplug')));
  await expect(page.getByRole('alert')).toHaveText('The camera stopped');
  await expect(page.getByText('It was unplugged or switched off. Please try again.')).toBeVisible();
  await expect(toast(page, 'Error processing video')).toBeHidden();
});
