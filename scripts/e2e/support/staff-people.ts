import type { Locator, Page } from 'playwright/test';
import { Client } from '../../lib/client.ts';
import { expect } from './journey-test.ts';
import { tinyPhoto } from './photo.ts';
import type { Server } from './server.ts';
import { button, failOnce, toast } from './staff-page.ts';

export const WANDA = 'wanda@example.org';
const STRANGER = 'stranger@example.org';
/** As "Mar 4, 2026, 3:12 PM". */
export const DATE = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/;

/** Registers Wanda, who may be tagged, and sends a photo of hers through the public page. */
export async function registerWanda(server: Server): Promise<void> {
  const visitor = new Client(server.url);
  const handles = { tag: true, instagram: '@wanda.rests', tiktok: '@wanda.tok' };
  await visitor.send('POST', '/api/register', { firstName: 'Wanda', lastName: 'Marlow', email: WANDA, ...handles });
  await sendPublicly(server, WANDA);
}

async function sendPublicly(server: Server, email: string): Promise<void> {
  const form = new FormData();
  form.set('submitterEmail', email);
  form.set('fileCount', '1');
  form.set('description0', 'My garden, before');
  form.set('file0', new Blob([new Uint8Array(await tinyPhoto())], { type: 'image/jpeg' }), 'garden.jpg');
  await new Client(server.url).send('POST', '/api/public/upload', form);
}

/** Sends something under an e-mail that nobody registered, and removes it again. */
export async function deleteStrangersUploads(page: Page, server: Server): Promise<void> {
  await sendPublicly(server, STRANGER);
  await button(page, 'Refresh Data').click();
  const others = page.getByRole('region', { name: 'Uploads under other e-mails' });
  await expect(others.getByText(STRANGER, { exact: true })).toBeVisible();
  await failOnce(page, '**/api/admin/senders/*/photos');
  for (const outcome of ['Failed to delete uploads', `What came under ${STRANGER} is deleted.`]) {
    await button(others, 'Delete').click();
    await button(page.getByRole('alertdialog'), 'Delete uploads').click();
    await expect(toast(page).getByText(outcome)).toBeVisible();
  }
  await expect(others.getByText('No uploads under other e-mails')).toBeVisible();
}

/** Looks at the one photo of the person in `row`, and at what can go wrong on the way. */
export async function expectPhotos(page: Page, row: Locator): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Photos of Wanda Marlow' });
  await failOnce(page, '**/api/admin/users/*/photos', 400);
  await button(row, 'View').click();
  await expect(panel.getByText('Failed to load photos: Failed to fetch user photos: 400 out of order')).toBeVisible();
  await button(panel, 'Try again').click();
  for (const text of ['garden.jpg', 'My garden, before', /MB, /, DATE]) {
    await expect(panel.getByText(text).first()).toBeVisible();
  }

  await failOnce(page, '**/api/admin/photo/*/data*', 400);
  await button(panel, 'Load Image').click();
  // Behind the panel the toast is no part of the page for a screen reader: there the reason is written.
  await expect(page.getByText('Failed to load photo', { exact: true })).toBeVisible();
  await expect(panel.getByText('Could not load photo data')).toBeVisible();
  await button(panel, 'Load Image').click();
  await expect(panel.getByRole('img', { name: 'My garden, before' })).toBeVisible();
  for (const opener of [panel.getByRole('img'), panel.getByRole('link', { name: 'View Photo' })]) {
    const [tab] = await Promise.all([page.waitForEvent('popup'), opener.click()]);
    await expect(tab.getByRole('img', { name: 'Photo' })).toBeVisible();
    await tab.close();
  }

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('garden.jpg');
  await button(panel, 'Close').click();
  await expect(panel).toBeHidden();
  await failOnce(page, '**/api/admin/users/*/photos', 503);
  await button(row, 'View').click();
  await expect(panel.getByText('No answer yet. Trying again (1 of 3)…')).toBeVisible();
  await failOnce(page, '**/api/admin/photo/*');
  await button(panel, 'Delete').click();
  await button(page.getByRole('alertdialog'), 'Delete upload').click();
  await expect(panel.getByText('Failed to delete upload: It is still there. Please try again.')).toBeVisible();
  await button(panel, 'Delete').click();
  await button(page.getByRole('alertdialog'), 'Delete upload').click();
  await expect(panel.getByText('No photos found for this user')).toBeVisible();
  await button(panel, 'Close').click();
}
