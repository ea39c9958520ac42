import type { Page } from 'playwright/test';
import { INTERVIEW_STEPS, LAST_STEP } from '../../api/contract/steps.ts';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { tinyPhoto } from './support/photo.ts';
import { Server } from './support/server.ts';

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

/** A person who has registered in another browser. */
async function register(server: Server, firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName, lastName: 'Marlow', email });
  return email;
}

/** A person who has answered every question, added a photo and submitted. */
async function registerAndSubmit({ url }: Server, firstName: string, clip: Buffer): Promise<string> {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.org`;
  const client = new Client(url);
  await client.send('POST', '/api/register', { firstName, lastName: 'Marlow', email });
  const videoData = `data:video/webm;base64,${clip.toString('base64')}`;
  for (const { completedByQuestion: questionId } of INTERVIEW_STEPS) {
    if (questionId)
      await client.send('POST', '/api/videos/upload-cloud', { questionId, title: 'An answer', videoData });
  }
  const imageData = `data:image/jpeg;base64,${(await tinyPhoto()).toString('base64')}`;
  await client.send('POST', '/api/photos', { originalName: 'garden.jpg', imageData });
  await client.send('PATCH', '/api/user/status', { status: 'submitted' });
  return email;
}

async function resume(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Resume Your Interview' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Resume Interview' }).click();
}

test('the landing page says what is so, shows the questions and leads to the start', async ({ page, isMobile }) => {
  await page.route('**/api/progress-stats', (route) =>
    route.fulfill({ json: { totalUsers: 150, completedInterviews: 30, goalStories: 100 } }),
  );
  await page.goto('/');
  await expect(page.getByRole('banner').getByText(NOTICE)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: '150 of 100 stories started' })).toHaveJSProperty('value', 100);
  await expect(page.getByRole('progressbar', { name: '30 of 100 stories completed' })).toHaveJSProperty('value', 30);
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByText(NOTICE)).toBeVisible();
    await menu.getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('link', { name: 'Read the six questions first' }).click();
  const preview = page.getByRole('dialog', { name: 'Interview Questions Preview' });
  await expect(preview.getByRole('listitem')).toHaveCount(6);
  await expect(preview.getByText('Before ME/CFS I loved to')).toBeVisible();
  await preview.getByRole('button', { name: 'Start Interview' }).click();
  await expect(page.getByRole('dialog', { name: 'Get Started - Enter Your Information' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Read the six questions first' })).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');

  await page.route('**/api/progress-stats', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await page.getByRole('link', { name: 'Resume Interview' }).click();
  await expect(page.getByRole('dialog', { name: 'Resume Your Interview' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a page that there is not says so', async ({ page }) => {
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page).toHaveTitle('Page Not Found');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('an interview is resumed by a mailed link, which works once', async ({ page, context, server }) => {
  const email = await register(server, 'Anna');
  await page.goto('/');
  await page.getByRole('link', { name: 'Resume Interview' }).click();
  await expect(page.getByRole('dialog', { name: 'Resume Your Interview' })).toBeVisible();
  expect(page.url()).toBe(`${server.url}/`);
  await page.route('**/api/resume-interview', async (route) => {
    await expect(page.getByRole('button', { name: 'Finding...' })).toBeVisible();
    await route.continue();
  });
  await resume(page, email);
  await expect(page).toHaveURL('/resume?sent=1');
  await expect(page.getByRole('heading', { name: 'Please check your e-mail' })).toBeVisible();

  const link = await mailedLink(server, email);
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Continue your story' });
  await expect(dialog.getByText('a•••@example.org')).toBeVisible();
  expect(page.url()).toBe(`${server.url}/`);
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  // Whoever registered did so in another browser.
  await page.getByRole('button', { name: 'These are mine' }).click();
  await expect(page.getByText('Question 1 of 6')).toBeVisible();

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(dialog.getByText('This link does not work any more.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('dialog', { name: 'Resume Your Interview' })).toBeVisible();
});

test('resuming says who is not known, what is complete and when to wait', async ({ page, browser, server }) => {
  await page.goto('/#resume');
  await expect(page.getByRole('link', { name: /step/ })).toHaveAttribute('href', '/resume');
  await resume(page, 'nobody@example.org');
  await expect(page.getByText('User Not Found', { exact: true })).toBeVisible();
  await expect(page.getByText('No user found with that email address.', { exact: true })).toBeVisible();

  const complete = await registerAndSubmit(server, 'Cleo', await recordClip(browser));
  await resume(page, complete);
  await expect(page.getByText('Interview Complete', { exact: true })).toBeVisible();
  await expect(page.getByText('You have already completed all interview questions!', { exact: true })).toBeVisible();

  const impatient = await register(server, 'Ben');
  for (let mail = 0; mail < 2; mail++) await page.request.post('/api/resume-interview', { data: { email: impatient } });
  await resume(page, impatient);
  await expect(page.getByText(/You can ask for another one in/).first()).toBeVisible();
});

test('/resume leads to every step, also without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/resume');
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(STEPS);
  const links = page.getByRole('link', { name: 'Continue from Here' });
  await expect(links).toHaveCount(STEPS.length);
  await expect(links.last()).toHaveAttribute('href', '/upload');
  await links.first().click();
  await expect(page).toHaveURL('/#resume');
  await context.close();
});

test('with external forms, starting and resuming lead to them', async ({ page }) => {
  const steps = INTERVIEW_STEPS.slice(0, LAST_STEP).map(({ number }) => `https://forms.example.org/${number}?lang=en`);
  await page.route('https://forms.example.org/**', (route) => route.fulfill({ body: 'An external form' }));
  const server = await Server.start({
    INTERVIEW_FORM_URL: 'https://forms.example.org/start',
    INTERVIEW_STEP_URLS: JSON.stringify(steps),
  });
  try {
    await page.goto(`${server.url}/resume`);
    const links = page.getByRole('link', { name: 'Continue from Here' });
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([...steps, '/upload']);

    const email = await register(server, 'Dora');
    await page.goto(`${server.url}/#resume`);
    await resume(page, email);
    await expect(page).toHaveURL(`${steps[0]}&contact_email=${encodeURIComponent(email)}`);
  } finally {
    await server.dispose();
  }
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

test.describe('an archive without stories', () => {
  test.use({ isServerOwn: true });

  test('says so, introduces Emmie, and is where an unknown story leads back to', async ({ page }) => {
    await page.goto('/stories');
    await expect(page.getByRole('heading', { name: 'Story Archive' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Ask Emmie' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask Emmie (beta)' });
    await expect(dialog.getByText('Try it Out')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const answer = await page.goto('/stories/nobody-2025-01-01');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await expect(page).toHaveURL('/stories');
  });
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
