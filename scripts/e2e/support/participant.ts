import type { Page } from 'playwright/test';
import { expect } from './journey-test.ts';

/** Registers somebody in the page's own browser and opens the interview. */
export async function openInterview(page: Page): Promise<void> {
  const email = `${crypto.randomUUID()}@example.org`;
  const response = await page.request.post('/api/register', { data: { firstName: 'Vera', lastName: 'Marlow', email } });
  expect(response.status()).toBe(201);
  await page.goto('/');
}

/** From the camera's own prompt to the review of a recording of about a second. */
export async function recordTake(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('REC', { exact: true })).toBeVisible();
  await expect(page.getByText('00:01')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Review your recording')).toBeVisible();
}
