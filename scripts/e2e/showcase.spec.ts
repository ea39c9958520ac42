import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';
import { APPROVED_WITHIN_MS, button, openPart, toast } from './support/staff-page.ts';

const SRT =
  '1\n00:00:00,000 --> 00:00:00,400\nI loved to <i>run</i>\n\n2\n00:00:00,400 --> 00:00:01,000\nand to sing.\n';
const CHUNKED_BYTES = 30 * 1024 * 1024;

const single = (page: Page) => page.getByRole('form', { name: 'Upload a video' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Videos Waiting for Approval' });
const approved = (page: Page) => page.getByRole('region', { name: 'Approved Videos' });

/** Cora's video, which stands below her name. */
const rowOf = (list: Locator) =>
  list.getByRole('listitem').filter({ hasText: 'Cora Marlow' }).getByRole('listitem', { name: 'Life before ME/CFS' });

/** Signs in at /admin3. Returns the e-mail of a person whose videos can be uploaded there. */
async function openAdmin3(page: Page, server: Server, firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName, lastName: 'Marlow', email });
  await page.goto('/admin3');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await openPart(page, 'Upload');
  return email;
}

async function chooseUser(form: Locator, firstName: string, email: string): Promise<void> {
  await form.getByLabel('User').selectOption({ label: `${firstName} Marlow (${email})` });
}

test('a video gets captions, is seen before it is public, approved and taken back', async ({
  page,
  browser,
  server,
}) => {
  const email = await openAdmin3(page, server, 'Cora');
  const form = single(page);
  await chooseUser(form, 'Cora', email);
  await form.getByLabel('Question').selectOption({ label: 'Life before ME/CFS' });
  const buffer = await recordClip(browser);
  await form.getByLabel('Video file').setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer });
  await form
    .getByLabel('Or choose a .vtt or .srt file')
    .setInputFiles({ name: 'film.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) });
  await expect(page.getByText('2 timed lines: the video will have captions.')).toBeVisible();
  await button(page, 'Upload video').click();
  // Escape is for what came last: the toast, had it come after the dialog.
  await expect(toast(page)).toContainText('is waiting for approval');
  await openPart(page, 'Waiting');
  const row = rowOf(waiting(page));
  await expect(row).toContainText("Once approved, “Cora's Story” shows under “Life before ME/CFS”");

  await button(row, 'View').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: "Cora's Story" })).toBeVisible();
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'I loved to run and to sing.' })).toBeVisible();
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
  await lines.nth(1).press('Control+s');
  await expect(row).toContainText('I loved to run far and to sing.');

  await button(row, 'Approve').click();
  const isLive = waiting(page).getByText('“Life before ME/CFS” is approved and live.');
  await expect(isLive).toBeVisible({ timeout: APPROVED_WITHIN_MS });
  await expect(waiting(page).getByRole('link', { name: 'Open live page' })).toBeVisible();
  await openPart(page, 'Approved');
  const live = rowOf(approved(page));
  await expect(live).toContainText('Live since');
  await expect(page.getByText(/^The public pages are up to date, last published/)).toBeVisible();
  await button(live, 'Unapprove').click();
  await expect(live).toBeHidden();
  await openPart(page, 'Waiting');
  await expect(row).toBeVisible();
});

test('a large upload survives a connection that is cut three times, and a reload', async ({
  page,
  browser,
  server,
}, testInfo) => {
  const email = await openAdmin3(page, server, 'Dora');
  const path = testInfo.outputPath('long.webm');
  await writeFile(path, padWebm(await recordClip(browser), CHUNKED_BYTES));
  const arrived: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/chunk') && response.ok()) arrived.push(response.url());
  });
  await chooseUser(single(page), 'Dora', email);
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
