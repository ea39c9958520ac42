import type { Route } from 'playwright/test';
import { expect, test } from './support/journey-test.ts';
import { openInterview } from './support/participant.ts';
import { STAFF_PASSWORD } from './support/server.ts';

const AWAY = 'We are away for a moment. Nothing is lost, and this page goes on by itself.';

/** As the server answers while its database is away. */
const answerAway = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'Retry-After': '5' },
    json: { message: 'We are away for a moment. Nothing is lost; please try again shortly.', code: 'away' },
  });

test('an interview that cannot be read yet says so calmly, and comes by itself', async ({ page }) => {
  await openInterview(page);
  await page.route('**/api/questions', answerAway);
  await page.reload();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expect(page.getByText('Loading questions...')).toBeVisible();
  await page.unroute('**/api/questions');
  await expect(page.getByText('Question 1 of 6')).toBeVisible();
  await expect(page.getByText(AWAY)).toBeHidden();
});

test('a change that could not be made is told at once, and can be made again', async ({ page }) => {
  await page.request.post('/api/admin/session', { data: { password: STAFF_PASSWORD } });
  await page.goto('/admin2');
  await page.route('**/api/admin2/redirects', answerAway);
  await page.getByLabel('Redirect URL').fill('https://forms.example.org/next');
  await page.getByLabel('Description').fill('The next form');
  await page.getByRole('button', { name: 'Add redirect' }).click();
  await expect(page.getByText('Failed to add redirect').first()).toBeVisible();
  await expect(page.getByText(/please try again shortly/).first()).toBeVisible();
  await page.unroute('**/api/admin2/redirects');
  await page.getByRole('button', { name: 'Add redirect' }).click();
  await expect(page.getByRole('link', { name: 'https://forms.example.org/next' }).first()).toBeVisible();
});

test('whoever wants to record learns before the camera that there is no room', async ({ page }) => {
  await openInterview(page);
  await page.route('**/api/uploads/room', (route) =>
    route.fulfill({ status: 507, json: { message: 'No room.', code: 'out_of_space' } }),
  );
  await page.getByRole('button', { name: 'Allow Camera Access' }).click();
  await expect(page.getByText('No room for a new recording just now. Please come back later.')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await page.unroute('**/api/uploads/room');
  await page.getByRole('button', { name: 'Allow Camera Access' }).click();
  await expect(page.getByText('Ready when you are')).toBeVisible();
});
