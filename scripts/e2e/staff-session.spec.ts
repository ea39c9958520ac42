import type { Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { expect, test } from './support/journey-test.ts';
import { launchKeepingBrowser } from './support/keeping-browser.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';
import { button, toast } from './support/staff-page.ts';

async function register(server: Server): Promise<string> {
  const email = `lena+${crypto.randomUUID()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName: 'Lena', lastName: 'Marlow', email });
  return email;
}

async function signIn(page: Page, name = ''): Promise<void> {
  if (name) await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
}

const isInDocument = (page: Page, text: string) =>
  page.evaluate((searched) => document.documentElement.outerHTML.includes(searched), text);

test('signing out in one tab lets go of the pages in all others', async ({ page, server, context }) => {
  const email = await register(server);
  await page.goto('/admin');
  await signIn(page, 'Maria');
  await expect(page.getByText('Signed in as Maria')).toBeVisible();
  await page.getByLabel('Find by name, e-mail or handle').fill(email);
  const row = page.getByRole('region', { name: 'All Users' }).getByRole('row', { name: email });
  await button(row, 'Delete').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(email);

  const other = await context.newPage();
  await other.goto('/admin2');
  await button(other, 'Sign out').click();
  await expect(page.getByLabel('Your name')).toHaveValue('Maria');
  expect(await isInDocument(page, email)).toBe(false);

  await signIn(other);
  // The other tab has heard of it, and begins anew.
  await expect(page.getByLabel('Find by name, e-mail or handle')).toHaveValue('');
  await expect(question).toBeHidden();
});

test('a page that one comes back to shows nothing of a session that has ended', async ({ server }) => {
  await using browser = await launchKeepingBrowser();
  const page = await browser.newPage({ baseURL: server.url });
  const email = await register(server);
  await page.goto('/admin');
  await signIn(page);
  await page.getByLabel('Find by name, e-mail or handle').fill(email);
  await expect(page.getByRole('region', { name: 'All Users' })).toContainText(email);
  await page.evaluate(() => {
    Object.assign(window, { seenBack: [] as boolean[] });
    addEventListener('pageshow', () => {
      (window as unknown as { seenBack: boolean[] }).seenBack.push(document.body.innerText.includes('@'));
    });
  });
  await page.goto('/stories');
  expect((await page.request.delete('/api/admin/session')).status()).toBe(204);
  // Playwright waits for a page that loads: this one only comes back.
  await page.evaluate(() => history.back());
  await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
  expect(await isInDocument(page, email)).toBe(false);
  const seen = await page.evaluate(() => (window as unknown as { seenBack?: boolean[] }).seenBack);
  expect(seen).toEqual([false]);
  await signIn(page);
  await expect(page.getByLabel('Find by name, e-mail or handle')).toHaveValue(email);
  await expect(toast(page).getByText('Access granted')).toBeVisible();
});
