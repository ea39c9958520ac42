import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';
import { button, openPart, signInAgain } from './support/staff-page.ts';

const SRT = '1\n00:00:00,000 --> 00:00:00,400\nI loved to run\n\n2\n00:00:00,400 --> 00:00:01,000\nand to sing.\n';

const single = (page: Page) => page.getByRole('form', { name: 'Upload a video' });

async function signIn(page: Page, path = '/admin3'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Sign out')).toBeVisible();
}

async function register(server: Server, email: string): Promise<string> {
  const person = { firstName: 'Wanda', lastName: 'Marlow', email };
  const { user } = await new Client(server.url).send<{ user: { id: string } }>('POST', '/api/register', person);
  return user.id;
}

const storedWords = (page: Page) =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((kept) => Object.entries(kept))));

async function expectField(within: Page | Locator, label: string, value: string): Promise<void> {
  await expect(within.getByLabel(label, { exact: true })).toHaveValue(value);
}

test('what producers type survives Escape, clicks, a reload and a lost session, and nothing survives signing out', async ({
  page,
  context,
  browser,
  server,
}) => {
  const email = `wanda-${crypto.randomUUID()}@example.org`;
  const userId = await register(server, email);
  await signIn(page);
  const video = { name: 'film.webm', mimeType: 'video/webm', buffer: await recordClip(browser) };
  const multipart = { userId, questionId: '1', title: `The story of ${email}`, transcript: SRT, video };
  expect((await page.request.post('/api/admin/showcase-videos', { multipart })).status()).toBe(201);
  await page.reload();
  const waiting = page.getByRole('region', { name: 'Videos Waiting for Approval' });
  const row = waiting.getByRole('listitem', { name: `The story of ${email}` });
  const dialog = page.getByRole('dialog', { name: 'Edit video' });

  await button(row, 'Edit').click();
  await dialog.getByLabel('Description').fill('Typed for an hour');
  await page.keyboard.press('Escape');
  await expect(button(dialog, 'Keep editing')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectField(dialog, 'Description', 'Typed for an hour');
  await page.mouse.click(5, 5);
  await button(dialog, 'Close and keep').click();
  await expect(row.getByText('Your unsaved changes are kept in this browser.')).toBeVisible();
  await page.reload();
  await button(row, 'Go on editing').click();
  await expect(dialog.getByText(/^Your unsaved words of .* are back\./)).toBeVisible();
  await expectField(dialog, 'Description', 'Typed for an hour');
  await signInAgain(page, 'Admin3 Panel', button(dialog, 'Save changes'));
  await expectField(dialog, 'Description', 'Typed for an hour');
  await button(dialog, 'Save changes').click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Typed for an hour');

  const captions = page.getByRole('dialog', { name: 'Captions' });
  await button(row, 'Captions').click();
  await captions.getByRole('textbox').first().fill('Left behind');
  await page.keyboard.press('Escape');
  await button(captions, 'Close and keep').click();
  await openPart(page, 'Upload');
  await single(page)
    .getByLabel('User')
    .selectOption({ label: `Wanda Marlow (${email})` });
  await single(page).getByLabel('Transcript').fill('A whole transcript');
  await page.reload();
  await expectField(single(page), 'Transcript (optional)', 'A whole transcript');
  await expect(single(page).getByLabel('User')).toHaveValue(userId);
  expect(await storedWords(page)).toMatch(/Left behind.*A whole transcript|A whole transcript.*Left behind/);

  const redirects = await context.newPage();
  await redirects.goto('/admin2');
  await redirects.getByLabel('Description').fill('Half a redirect');
  await redirects.reload();
  await expectField(redirects, 'Description', 'Half a redirect');
  await button(redirects, 'Sign out').click();
  for (const tab of [redirects, page]) {
    await expect(tab.getByLabel('Password', { exact: true })).toBeVisible();
    expect(await storedWords(tab)).not.toMatch(/transcript|redirect|Left behind|staff-words/);
  }
  await signIn(page, '/admin3#upload');
  await expectField(single(page), 'Transcript (optional)', '');
});
