import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { tinyPhoto } from './support/photo.ts';
import { publishStory } from './support/publish-story.ts';
import type { Server } from './support/server.ts';
import { button, signIn, signInAgain, toast } from './support/staff-page.ts';

const STEPS = ['Q0 Identity', 'Q1 Intro', 'Q2 Before', 'Q3 Trigger', 'Q4 Today', 'Q5 Coping', 'Q6 Dreams', 'Q7 Wish'];
/** As "Mar 4, 2026, 3:12 PM". */
const DATE = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/;

/** Registers Wanda, and sends a photo of hers through the public page. Returns her e-mail. */
async function registerWanda(server: Server): Promise<string> {
  const email = `wanda-${crypto.randomUUID()}@example.org`;
  const visitor = new Client(server.url);
  const handles = { tag: true, instagram: '@wanda.rests', tiktok: '@wanda.tok' };
  await visitor.send('POST', '/api/register', { firstName: 'Wanda', lastName: 'Marlow', email, ...handles });
  const form = new FormData();
  form.set('submitterEmail', email);
  form.set('fileCount', '1');
  form.set('description0', 'My garden, before');
  form.set('file0', new Blob([new Uint8Array(await tinyPhoto())], { type: 'image/jpeg' }), 'garden.jpg');
  await visitor.send('POST', '/api/public/upload', form);
  return email;
}

/** Looks at the one photo of the person in `row`: here, in tabs of its own, and as a file. */
async function expectPhotos(page: Page, row: Locator): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Photos of Wanda Marlow' });
  await button(row, 'View').click();
  for (const text of ['garden.jpg', 'My garden, before', /MB, /, DATE]) {
    await expect(panel.getByText(text).first()).toBeVisible();
  }
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
}

test('producers see a person and what they sent on every screen, also after their session has ended', async ({
  page,
  server,
}) => {
  const email = await registerWanda(server);
  await page.goto('/admin');
  await signIn(page, 'Admin Access', { wrong: ['Access denied', 'Invalid password'], granted: ['Access granted'] });
  const all = page.getByRole('region', { name: 'All Users' });
  await all.getByLabel('Find by name, e-mail or handle').fill(email);
  const row = all.getByRole('row', { name: email });
  await expect(row).toContainText(DATE);

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const card = all.getByRole('listitem', { name: 'Wanda Marlow' });
  await expect(card).toHaveText(/^Wanda Marlow \d of 8 steps · 1 photo$/);
  await card.getByRole('button').press('Enter');
  for (const text of [email, ...STEPS]) await expect(card.getByText(text)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1440, height: 900 });

  await expectPhotos(
    page,
    page.getByRole('region', { name: 'Ready for processing' }).getByRole('row', { name: email }),
  );

  await signInAgain(page, 'Admin Access', button(page, 'Refresh Data'));
  await expect(all.getByLabel('Find by name, e-mail or handle')).toHaveValue(email);
  await button(row, 'Delete').click();
  await button(page.getByRole('alertdialog'), 'Delete user').click();
  await expect(toast(page).getByText('Wanda Marlow and all their data are deleted.')).toBeVisible();
  await expect(row).toBeHidden();
  const actions = page.getByRole('region', { name: 'Last staff actions' });
  for (const action of ['Downloaded a photo', 'Deleted a user']) {
    await expect(actions.getByText(action).first()).toBeVisible();
  }
});

test('producers export the transcripts, go on to another page and sign out', async ({ page, browser, server }) => {
  const transcript = 'Now a good day is one conversation.';
  await publishStory(server, { firstName: 'Edith', questionId: 3, transcript, clip: await recordClip(browser) });
  await page.goto('/admin4');
  await signIn(page, 'Admin4 Panel', {
    wrong: ['Access Denied', 'Incorrect password'],
    granted: ['Access Granted', 'Welcome to Admin4 Panel - Story Data Export'],
  });
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download Markdown file').click()]);
  const day = new Date().toISOString().slice(0, 10);
  expect(download.suggestedFilename()).toBe(`story-data-export-${day}.md`);
  const markdown = await readFile(await download.path(), 'utf8');
  expect(markdown).toContain('## Edith Marlow');
  expect(markdown).toContain(`### Life today\n\n${transcript}`);
  await expect(page.getByText(/is downloaded, with the stories of \d+ (person|people)\.$/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Staff pages' }).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await button(page, 'Sign out').click();
  await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
});
