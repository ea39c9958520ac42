import { writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from 'playwright/test';
import { CHUNKED_UPLOAD_OVER_BYTES } from '../../api/contract/limits.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { tinyPhoto } from './support/photo.ts';
import { sparseFile } from './support/sparse-file.ts';

const email = () => `${crypto.randomUUID()}@example.org`;
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Media' });
const choose = (page: Page, files: Parameters<Locator['setInputFiles']>[0]) =>
  page.getByLabel(/^Choose/).setInputFiles(files);
/** A large file is read from the disk: handing its bytes to the browser would take longer than the upload. */
async function onDisk(testInfo: TestInfo, name: string, buffer: Buffer): Promise<string> {
  const file = testInfo.outputPath(name);
  await writeFile(file, buffer);
  return file;
}
const garden = async () => ({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await tinyPhoto() });

async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page).toHaveURL('/upload?submitted=true');
}

test('photos and videos are chosen, described and sent', async ({ page, browser }, testInfo) => {
  const sender = email();
  await page.goto(`/upload?contact_email=${sender}`);
  await expect(page.getByRole('heading', { name: 'One Final Step' })).toBeVisible();
  for (const advice of [/at least 8/, /an activity you used to love/, /especially difficult day/, /keeps you going/]) {
    await expect(page.getByText(advice).first()).toBeVisible();
  }
  await expect(page.getByLabel('E-mail')).toHaveValue(sender);
  await expect(page).toHaveURL('/upload');
  await page.reload();
  await expect(page.getByLabel('E-mail')).toHaveValue(sender);
  await expect(submit(page)).toBeDisabled();

  const dance = { name: 'dance.webm', mimeType: 'video/webm', buffer: await recordClip(browser) };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await choose(page, [await garden(), dance, notes]);
  await expect(page.getByText('Some files skipped', { exact: true })).toBeVisible();
  await expect(page.getByText('Only image and video files are accepted.', { exact: true })).toBeVisible();
  await choose(page, await sparseFile(testInfo, 'huge.mp4', 600));
  await expect(page.getByRole('alert')).toHaveText(/“huge.mp4” is too large\. .*videos up to 500MB\./);
  await choose(page, [{ ...(await garden()), name: 'twice.jpg' }]);
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Remove twice.jpg' }).click();
  const items = page.getByRole('list', { name: 'Chosen photos and videos' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first().getByRole('presentation')).toBeVisible();
  await expect(items.first().getByText(/MB$/)).toBeVisible();
  await items.first().getByLabel('Describe this photo/video (optional)').fill('My garden, before');

  await page.route('**/api/public/upload', async (route) => {
    await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible();
    await route.continue();
  });
  await submit(page).click();
  await expectThanks(page);
  await page.reload();
  await expectThanks(page);
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Upload more media' }).click();
  await expect(page.getByRole('heading', { name: 'One Final Step' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(sender);
  await expect(page).toHaveURL('/upload');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('what is missing is said', async ({ page }) => {
  await page.goto('/upload');
  await page.getByLabel('E-mail').press('Enter');
  await expect(page.getByText('No files selected', { exact: true })).toBeVisible();
  await expect(page.getByText('Please select at least one image or video file.', { exact: true })).toBeVisible();
  await choose(page, [await garden()]);
  await expect(submit(page)).toBeDisabled();
  await page.getByLabel('E-mail').press('Enter');
  await expect(page.getByText('Email required', { exact: true })).toBeVisible();
  await expect(page.getByText('Please provide your email address.', { exact: true })).toBeVisible();
  await page.getByLabel('E-mail').fill(email());
  await expect(submit(page)).toBeEnabled();
});

test('a large video goes in chunks, and goes on after a cut', async ({ page, browser }, testInfo) => {
  const buffer = Buffer.concat([await recordClip(browser), Buffer.alloc(CHUNKED_UPLOAD_OVER_BYTES)]);
  await page.goto('/upload');
  await page.getByLabel('E-mail').fill(email());
  await choose(page, await onDisk(testInfo, 'long.webm', buffer));
  const chunks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/chunk') && chunks.push(request.url()));
  await page.route('**/api/public/upload/chunk', (route) => route.abort(), { times: 1 });
  await submit(page).click();
  await expect(page.getByRole('progressbar', { name: 'Upload of all files' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Upload of long.webm' })).toBeVisible();
  await expectThanks(page);
  expect(chunks).toHaveLength(7);
});

test('after a failure the list is kept, and says what has arrived', async ({ page }, testInfo) => {
  await page.goto('/upload');
  await page.getByLabel('E-mail').fill(email());
  await choose(page, [await garden()]);
  const broken = Buffer.alloc(CHUNKED_UPLOAD_OVER_BYTES + 1, 'no');
  await choose(page, await onDisk(testInfo, 'broken.mp4', broken));
  await submit(page).click();
  await expect(page.getByText('Upload failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'broken.mp4' })).toContainText('"broken.mp4" is not a picture');
  await expect(page.getByText(/1 of 2 files have arrived. “broken.mp4” could not be taken/)).toBeVisible();
  await expect(page.getByText('Arrived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.mp4' }).click();
  await expectThanks(page);
});

test('a failure without words has our own', async ({ page }) => {
  await page.route('**/api/public/upload', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/upload');
  await page.getByLabel('E-mail').fill(email());
  await choose(page, [await garden()]);
  await submit(page).click();
  await expect(page.getByText('Upload failed with status 500', { exact: true })).toBeVisible();
  await expect(page.getByText('garden.jpg')).toBeVisible();
});
