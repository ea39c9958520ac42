import type { Locator, Page } from 'playwright/test';
import { expect } from './journey-test.ts';
import { STAFF_PASSWORD } from './server.ts';

/** The server makes the copy that everyone sees before it answers, and has 45 seconds for that. */
export const APPROVED_WITHIN_MS = 60_000;

/** Where every toast of a page is. */
export const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
/** The one button of that very name. */
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Opens one of the three parts of /admin3. */
export async function openPart(page: Page, name: 'Waiting' | 'Approved' | 'Upload'): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Tries a wrong password first; Enter submits. */
export async function signIn(page: Page, title: string, texts: { wrong: string[]; granted: string[] }): Promise<void> {
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await password.press('Enter');
  for (const text of texts.wrong) await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
  await password.fill(STAFF_PASSWORD);
  await password.press('Enter');
  for (const text of texts.granted) await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
}

/**
 * Ends the session behind the page's back, as time does; what a press of `control` then asks for brings the gate back over
 * the page, unless what the page asks for by itself was faster.
 */
export async function signInAgain(page: Page, title: string, control: Locator): Promise<void> {
  expect((await page.request.delete(new URL('/api/admin/session', page.url()).href)).status()).toBe(204);
  const gate = page.getByRole('dialog', { name: title });
  await expect(async () => {
    if (!(await gate.isVisible())) await control.click({ timeout: 2_000 });
    await expect(gate.getByText('what you have typed is still here')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  const password = gate.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill(STAFF_PASSWORD);
  await password.press('Enter');
  await expect(gate).toBeHidden();
}
