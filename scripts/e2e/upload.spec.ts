import { writeFile } from 'node:fs/promises';
import type { Locator, Page, TestInfo } from 'playwright/test';
import { CHUNKED_UPLOAD_OVER_BYTES } from '../../api/contract/common/limits.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { tinyPhoto } from './support/photo.ts';

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
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL('/upload?submitted=true');
}

test('photos and videos are chosen, described and sent, a large one in chunks and on after a cut', async ({
  page,
  browser,
}, testInfo) => {
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

  const clip = await recordClip(browser);
  await choose(page, [await garden(), { name: 'dance.webm', mimeType: 'video/webm', buffer: clip }]);
  const long = Buffer.concat([clip, Buffer.alloc(CHUNKED_UPLOAD_OVER_BYTES)]);
  await choose(page, await onDisk(testInfo, 'long.webm', long));
  const items = page.getByRole('list', { name: 'Chosen photos and videos' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.first().getByRole('presentation')).toBeVisible();
  await expect(items.first().getByText(/MB$/)).toBeVisible();
  await items.first().getByLabel('Describe this photo/video (optional)').fill('My garden, before');

  const chunks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/chunk') && chunks.push(request.url()));
  await page.route('**/api/public/upload/chunk', (route) => route.abort(), { times: 1 });
  await submit(page).click();
  await expect(page.getByRole('progressbar', { name: 'Upload of all files' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Upload of long.webm' })).toBeVisible();
  await expectThanks(page);
  expect(chunks).toHaveLength(7);
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
