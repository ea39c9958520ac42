import { QUESTION_COUNT_IN_WORDS, QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { Client } from '../lib/client.ts';
import { expect, test } from './support/journey-test.ts';
import { launchKeepingBrowser } from './support/keeping-browser.ts';
import { PHONE } from './support/phone.ts';

const STEPS = [
  'Introduction',
  'Life Before ME/CFS',
  'Trigger Event',
  'Life Today',
  'Coping Strategies',
  'Dreams & Goals',
  'Wish People Understood',
  'Media Upload',
];
const NOTICE = 'New interviews are currently not being accepted.';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the landing page says what is so, has a menu, and its dialogs give the focus back', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByText(NOTICE)).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByText(NOTICE)).toBeVisible();
    await menu.getByRole('button', { name: 'Donate' }).click();
    await expect(page.getByRole('dialog', { name: 'Donate' })).toBeVisible();
    const opened = page.locator('dialog[open]');
    await expect(opened).toHaveCount(1);
    // Beside it.
    await page.mouse.click(2, 2);
    await expect(opened).toHaveCount(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: `Read the ${QUESTION_COUNT_IN_WORDS} questions first` }).click();
    const preview = page.getByRole('dialog', { name: 'Interview Questions Preview' });
    await expect(preview.getByRole('listitem')).toHaveCount(QUESTION_IDS.length);
    await expect(preview.getByText('Before ME/CFS I loved to')).toBeVisible();
    await preview.getByRole('button', { name: 'Start Interview' }).click();
    await expect(page.getByRole('dialog', { name: 'Get Started - Enter Your Information' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: `Read the ${QUESTION_COUNT_IN_WORDS} questions first` })).toBeFocused();
    expect(new URL(page.url()).hash).toBe('');
  });
});

test('whoever comes back to the landing page, where the browser has kept it, can look for another e-mail', async ({
  server,
}) => {
  await using browser = await launchKeepingBrowser();
  const page = await browser.newPage({ baseURL: server.url });
  const email = `mistyped+${crypto.randomUUID()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName: 'Lena', lastName: 'Marlow', email });
  await page.goto('/#resume');
  const dialog = page.getByRole('dialog', { name: 'Resume Your Interview' });
  await dialog.getByLabel('E-mail').fill(email);
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await dialog.getByRole('button', { name: 'Resume Interview' }).click();
  await expect(page).toHaveURL('/resume?sent=1');
  // Playwright waits for a page that loads: this one only comes back.
  await page.evaluate(() => history.back());
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  expect(await page.evaluate(() => 'isKept' in window)).toBe(true);
  await dialog.getByLabel('E-mail').fill(`nobody+${crypto.randomUUID()}@example.org`);
  await dialog.getByRole('button', { name: 'Resume Interview' }).click();
  await expect(dialog.getByText(/We know no interview with this e-mail address/)).toBeVisible();
});

test('a page that there is not says so, and an unknown story leads back to the archive', async ({ page }) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect((await page.goto('/stories/nobody-2025-01-01'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Stories' }).click();
  await expect(page).toHaveURL('/stories');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a story or a page of the archive that there is not says so', async ({ page }) => {
    expect((await page.goto('/stories/nobody-2025-01-01'))?.status()).toBe(404);
    await expect(page).toHaveTitle('Story Not Found');
    await expect(page.getByRole('heading')).toHaveText(['Story Not Found']);
    await page.goto('/stories/page/999');
    await expect(page).toHaveTitle('Page Not Found');
  });

  test('/resume leads to every step', async ({ page }) => {
    await page.goto('/resume');
    await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(STEPS);
    const links = page.getByRole('link', { name: 'Continue from Here' });
    await expect(links).toHaveCount(STEPS.length);
    await expect(links.last()).toHaveAttribute('href', '/upload');
    await links.first().click();
    await expect(page).toHaveURL('/#question=1');
  });
});

test('/test24 plays a hosted video beside five questions, and asks its host for nothing before', async ({ page }) => {
  const asked: string[] = [];
  await page.route('https://player.vimeo.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>The host’s player</title>' });
  });
  await page.goto('/test24', { waitUntil: 'networkidle' });
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions.getByRole('listitem')).toHaveCount(5);
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Play video' }).click();
  await expect(page.locator('iframe')).toBeFocused();
  await expect.poll(() => asked).toHaveLength(1);
  await questions.getByRole('button', { name: 'Watch from 1:40' }).click();
  await expect(page.getByText('Playing from: What was loved')).toBeVisible();
  await expect.poll(() => asked.at(-1)).toMatch(/^https:\/\/player\.vimeo\.com\/video\/\d+\?dnt=1/);
});

test('pages make no script out of text, and the icon that browsers ask for is there', async ({ request }) => {
  const policies = {
    '/stories': 'default',
    '/': "'none'",
    '/upload': "'none'",
    '/admin3': "'none'",
    '/nowhere': "'none'",
  };
  for (const [path, allowed] of Object.entries(policies)) {
    const policy = (await request.get(path)).headers()['content-security-policy']?.split('; ');
    const rules = ["require-trusted-types-for 'script'", `trusted-types ${allowed}`];
    expect([path, policy]).toEqual([path, expect.arrayContaining(rules)]);
  }
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon']);
});
