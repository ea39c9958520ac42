import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';
import { sparseFile } from './support/sparse-file.ts';
import { openPart } from './support/staff-page.ts';

// The lists hold nothing but a journey's own.
test.use({ isServerOwn: true });

const SRT =
  '1\n00:00:00,000 --> 00:00:00,400\nI loved to <i>run</i>\n\n2\n00:00:00,400 --> 00:00:01,000\nand to sing.\n';
const CHUNKED_BYTES = 30 * 1024 * 1024;

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const single = (page: Page) => page.getByRole('form', { name: 'Upload a video' });
const bulk = (page: Page) => page.getByRole('form', { name: 'Bulk upload' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Videos Waiting for Approval' });
const approved = (page: Page) => page.getByRole('region', { name: 'Approved Videos' });
const webm = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/webm', buffer });

async function expectToast(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
}

async function openAdmin3(page: Page, server: Server, firstName: string): Promise<void> {
  const email = `${firstName.toLowerCase()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName, lastName: 'Marlow', email });
  await page.goto('/admin3');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Access Denied', 'Incorrect password');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Access Granted', 'Welcome to Admin3 Panel');
}

async function chooseUser(form: Locator, firstName: string): Promise<void> {
  await form.getByLabel('User').selectOption({ label: `${firstName} Marlow (${firstName.toLowerCase()}@example.org)` });
}

/** Answers the next call to `path` as a server that fails. */
async function failOnce(page: Page, path: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 500, body: 'out of order' }), { times: 1 });
}

test('producers upload twelve videos at once, two of them broken', async ({ page, browser, server }, testInfo) => {
  await openAdmin3(page, server, 'Wanda');
  await expect(page.getByText('No videos waiting for approval', { exact: true })).toBeVisible();
  await openPart(page, 'Approved');
  await expect(page.getByText('No approved videos yet', { exact: true })).toBeVisible();
  await openPart(page, 'Upload');
  await expect(page.getByText('MP4, MOV, AVI up to 500MB', { exact: true })).toBeVisible();
  await expect(page.getByText(/8\+ files for one user/)).toBeVisible();

  await button(page, 'Upload video').click();
  await expectToast(page, 'Missing Information', 'Please select a user, question, and video file');
  await single(page)
    .getByLabel('Video file')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.of(1) });
  await expectToast(page, 'Invalid File', 'Please select a video file');
  const huge = await sparseFile(testInfo, 'huge.mp4', 600);
  await single(page).getByLabel('Video file').setInputFiles(huge);
  const tooLarge = '“huge.mp4” has 600 MB. Videos can have up to 500MB.';
  await expectToast(page, 'Invalid File', tooLarge);
  await expect(single(page).getByText(tooLarge)).toBeVisible();
  await bulk(page).getByLabel('Video files').setInputFiles(huge);
  await expect(bulk(page).getByText(tooLarge)).toBeVisible();
  await expect(bulk(page).getByRole('listitem')).toHaveCount(0);
  const questions = await single(page).getByLabel('Question').locator('option').allTextContents();
  expect(questions.slice(1, 3)).toEqual(['Story overview', 'Life before ME/CFS']);
  expect(questions).toHaveLength(8);

  await button(page, 'Upload videos').click();
  await expectToast(page, 'Missing Information', 'Please select a user and add video files');
  const clip = await recordClip(browser);
  const files = Array.from({ length: 12 }, (_, index) =>
    webm(`film-${index}.webm`, index === 3 || index === 7 ? Buffer.from('broken') : clip),
  );
  await chooseUser(bulk(page), 'Wanda');
  await bulk(page)
    .getByLabel('Video files')
    .setInputFiles([...files, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.of(1) }]);
  await expectToast(page, 'Non-video files filtered', 'Selected 12 video files out of 13 total files');
  const rows = bulk(page).getByRole('listitem');
  await expect(rows.first().getByRole('combobox')).toHaveValue('0');
  await rows.first().getByRole('combobox').selectOption({ label: 'A dream or goal held onto' });
  await button(page, 'Upload 12 videos').click();
  await expect(bulk(page).getByText('10 of 12 videos uploaded, 2 failed.')).toBeVisible({ timeout: 60_000 });
  await expect(toast(page).getByText('Bulk Upload Failed', { exact: true })).toBeVisible();
  await expect(rows.getByText('Upload complete', { exact: true })).toHaveCount(10);
  await expect(rows.getByText(/^Upload failed: This file is not a video/)).toHaveCount(2);
  await button(page, 'Retry film-3.webm').click();
  await expect(bulk(page).getByText('10 of 12 videos uploaded, 2 failed.')).toBeVisible();
  await button(page, 'Remove film-7.webm').click();
  await expect(rows).toHaveCount(11);
  await expect(page.getByRole('tab', { name: 'Waiting 10' })).toBeVisible();
  await openPart(page, 'Waiting');
  await expect(waiting(page).getByRole('listitem').getByText('A dream or goal held onto').first()).toBeVisible();
});

test('a video gets captions, is seen before it is public, and two producers disagree about it', async ({
  page,
  browser,
  server,
}) => {
  await openAdmin3(page, server, 'Cora');
  await openPart(page, 'Upload');
  await chooseUser(single(page), 'Cora');
  await single(page).getByLabel('Question').selectOption({ label: 'Life before ME/CFS' });
  await single(page)
    .getByLabel('Video file')
    .setInputFiles(webm('film.webm', await recordClip(browser)));
  await single(page)
    .getByLabel('Or choose a .vtt or .srt file')
    .setInputFiles({
      name: 'film.srt',
      mimeType: 'application/x-subrip',
      buffer: Buffer.from(SRT),
    });
  await expect(page.getByText('2 timed lines: the video will have captions.')).toBeVisible();
  await button(page, 'Upload video').click();
  await expect(page.getByRole('tab', { name: 'Waiting 1' })).toBeVisible();
  await openPart(page, 'Waiting');
  const row = waiting(page).getByRole('listitem', { name: 'Life before ME/CFS' });
  await expect(row).toContainText("Once approved, “Cora's Story” shows under “Life before ME/CFS”");

  await button(row, 'View').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: "Cora's Story" })).toBeVisible();
  await expect(dialog.getByText('I loved to run and to sing.', { exact: true })).toBeVisible();
  const cues = dialog.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const element = video.querySelector('track')!;
    if (element.readyState !== 2) await new Promise((resolve) => element.addEventListener('load', resolve));
    return [...(element.track.cues ?? [])].map((cue) => (cue as VTTCue).text);
  });
  expect(await cues).toEqual(['I loved to run', 'and to sing.']);
  await page.keyboard.press('Escape');

  await button(row, 'Captions').click();
  const lines = dialog.getByRole('list', { name: 'Timed lines' }).getByRole('textbox');
  await lines.nth(0).press('End');
  await page.keyboard.press('Delete');
  await expect(lines).toHaveCount(1);
  await page.keyboard.type('far ');
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Your changes are not saved.')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.request.delete('/api/admin/session');
  await lines.nth(1).press('Control+s');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(lines.nth(0)).toHaveValue('I loved to run far');
  const other = new Client(server.url);
  await other.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  const [video] = await other.send<{ id: string }[]>('GET', '/api/admin/showcase-videos');
  await other.send('PATCH', `/api/admin/showcase-videos/${video?.id}`, { description: 'Theirs' });
  await lines.nth(1).press('Control+s');
  await expect(dialog.getByText(/^Somebody else has changed these texts since you opened them\./)).toBeVisible();
  await expect(lines.nth(0)).toHaveValue('I loved to run far');
  await button(dialog, 'Replace their version').click();
  await expect(row).toContainText('I loved to run far and to sing.');
  for (const opener of ['Captions', 'Edit']) {
    await button(row, opener).click();
    await button(dialog, 'Cancel').click();
    await expect(dialog).toBeHidden();
  }

  await failOnce(page, '**/approve');
  await button(row, 'Approve').click();
  await expect(toast(page).getByText('Approve Failed', { exact: true })).toBeVisible();
  await button(row, 'Approve').click();
  await expect(waiting(page).getByText('“Life before ME/CFS” is approved and live.')).toBeVisible();
  await expect(waiting(page).getByRole('link', { name: 'Open live page' })).toBeVisible();
  await openPart(page, 'Approved');
  const live = approved(page).getByRole('listitem', { name: 'Life before ME/CFS' });
  await expect(live).toContainText('Live since');
  await expect(page.getByText(/^The public pages are up to date, last published/)).toBeVisible();

  await failOnce(page, '**/unapprove');
  await button(live, 'Unapprove').click();
  await expect(toast(page).getByText('Unapprove Failed', { exact: true })).toBeVisible();
  await other.send('PUT', `/api/admin/showcase-videos/${video?.id}/unapprove`);
  await button(live, 'Unapprove').click();
  await expect(approved(page).getByText('No approved videos yet')).toBeVisible();
  await openPart(page, 'Waiting');
  await expect(row).toBeVisible();
  await button(row, 'Delete').click();
  await button(page.getByRole('alertdialog'), 'Cancel').click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await failOnce(page, `**/showcase-videos/${video?.id}`);
  await button(row, 'Delete').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  // Behind the open dialog the toasts are no part of what a screen reader reads.
  await expect(page.getByText('Delete Failed', { exact: true })).toBeVisible();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await expect(waiting(page).getByText('No videos waiting for approval')).toBeVisible();
});

test('a large upload survives a connection that is cut three times, and a reload', async ({
  page,
  browser,
  server,
}, testInfo) => {
  await openAdmin3(page, server, 'Dora');
  await openPart(page, 'Upload');
  const path = testInfo.outputPath('long.webm');
  await writeFile(path, padWebm(await recordClip(browser), CHUNKED_BYTES));
  const arrived: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/chunk') && response.ok()) arrived.push(response.url());
  });
  await chooseUser(single(page), 'Dora');
  await single(page).getByLabel('Question').selectOption({ label: 'Story overview' });
  await single(page).getByLabel('Video file').setInputFiles(path);
  let cuts = 0;
  await page.route('**/showcase-videos/chunk', async (route) => {
    if (arrived.length === 3) return;
    cuts++;
    if (cuts <= 3) await route.abort('connectionreset');
    else await route.continue();
  });
  await button(page, 'Upload video').click();
  await expect.poll(() => arrived.length, { timeout: 60_000 }).toBe(3);
  expect(cuts).toBe(6);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute('**/showcase-videos/chunk');
  await expect(page.getByText('Uploads that were cut off')).toBeVisible();
  await button(page, 'Go on with long.webm').click();
  await expect(single(page).getByText('The form is filled in again. Now choose long.webm.')).toBeVisible();
  await single(page).getByLabel('Video file').setInputFiles(path);
  await button(page, 'Upload video').click();
  await expect(single(page).getByText(/“Story overview” is waiting for approval/)).toBeVisible({ timeout: 60_000 });
  expect(arrived).toHaveLength(7);
  await page.reload();
  await expect(single(page)).toBeVisible();
  await expect(page.getByText('Uploads that were cut off')).toBeHidden();
  await openPart(page, 'Waiting');
  await expect(waiting(page).getByText('Story overview').first()).toBeVisible();
});
