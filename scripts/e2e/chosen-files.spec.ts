import type { Page } from 'playwright/test';
import sharp from 'sharp';
import type { Photo } from '../../api/contract/people/photos.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { openInterview, saveAnswer } from './support/participant.ts';

const BACK = 'What you chose before is still here. It is not sent yet.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const photo = async (name: string, background: string) => {
  const size = { width: 400, height: 300, channels: 3 as const, background };
  return { name, mimeType: 'image/jpeg', buffer: await sharp({ create: size }).jpeg().toBuffer() };
};
const descriptions = async (page: Page) => {
  const photos = (await (await page.request.get('/api/photos')).json()) as Photo[];
  return photos.map(({ originalName, description }) => [originalName, description]);
};

test('photos that were chosen outlive a reload and a closed tab with their words, and all arrive with Submit', async ({
  context,
  page,
  browser,
}) => {
  await openInterview(page);
  const clip = await recordClip(browser);
  for (const id of QUESTION_IDS) await saveAnswer(page, id, clip);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles([await photo('garden.jpg', '#8a7f70'), await photo('sea.jpg', '#31556b')]);
  await page.getByLabel('Description (optional)').first().fill('My garden, before');
  await page.getByLabel('Description (optional)').last().fill('The sea, which I miss');
  await page.reload();

  await expect(page.getByText(BACK)).toBeVisible();
  await expect(page.getByLabel('Description (optional)').last()).toHaveValue('The sea, which I miss');
  await page.getByLabel('Description (optional)').last().fill('The sea, which I miss most');
  await button(page, 'Previous').click();
  await page.close();

  const again = await context.newPage();
  await again.goto('/');
  await expect(again.getByText(BACK)).toBeVisible();
  const preview = again.getByAltText('Preview of sea.jpg');
  expect(
    await preview.evaluate(async (picture: HTMLImageElement) => (await picture.decode(), picture.naturalWidth)),
  ).toBe(400);
  await button(again, 'Submit').click();
  await expect(again.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(await descriptions(again)).toEqual([
    ['garden.jpg', 'My garden, before'],
    ['sea.jpg', 'The sea, which I miss most'],
  ]);
  await again.reload();
  await expect(again.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(again.getByText('This browser keeps photos')).toBeHidden();
});

test('files of the upload page outlive a reload, and nobody who opens it anew sees them', async ({ context, page }) => {
  const sender = `${crypto.randomUUID()}@example.org`;
  await page.goto('/upload');
  await page.getByLabel('E-mail').fill(sender);
  await page
    .getByLabel(/^Choose/)
    .setInputFiles([await photo('garden.jpg', '#8a7f70'), await photo('sea.jpg', '#31556b')]);
  const words = page.getByLabel('Describe this photo/video (optional)');
  await words.first().fill('My garden, before');
  // The address of this place in the history follows what is typed a moment later.
  await expect.poll(() => page.evaluate(() => (history.state as { contactEmail?: string }).contactEmail)).toBe(sender);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(BACK)).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(sender);
  await expect(words.first()).toHaveValue('My garden, before');

  const other = await context.newPage();
  await other.goto(`/upload?contact_email=${sender}`);
  await expect(other.getByText('Choose at least one photo or video to begin.')).toBeVisible();
  await expect(other.getByText('garden.jpg')).toBeHidden();

  await button(page, 'Submit Media').click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible({ timeout: 60_000 });
});
