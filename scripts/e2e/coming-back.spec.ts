import type { Page } from 'playwright/test';
import type { AnswerVideo } from '../../api/contract/answers.ts';
import { Client } from '../lib/client.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { recordTake } from './support/participant.ts';
import { laterBy } from './support/server.ts';

/** Longer than a session lasts, shorter than a browser is known. */
const DAYS_AWAY = 40;

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/#get-started');
  const dialog = page.getByRole('dialog', { name: 'Get Started - Enter Your Information' });
  await dialog.getByLabel('First name').fill('Ines');
  await dialog.getByLabel('Last name').fill('Marlow');
  await dialog.getByLabel('E-mail').fill(email);
  await expect(dialog.getByLabel(/handle/)).toHaveCount(0);
  await dialog.getByLabel('Tag me on social media').check();
  await expect(dialog.getByLabel(/handle/)).toHaveCount(2);
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  let registrations = 0;
  await page.route('**/api/register', async (route) => {
    registrations++;
    await mayGoOn;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Start Interview' }).dblclick();
  const starting = dialog.getByRole('button', { name: 'Starting...' });
  await starting.click({ force: true });
  await starting.press('Enter');
  goOn();
  await expect(page.getByText('Question 1 of 6')).toBeVisible();
  expect(registrations).toBe(1);
}

async function answerTwoQuestions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow Camera Access' }).click();
  for (const number of [1, 2]) {
    await expect(page.getByText(`Question ${number} of 6`)).toBeVisible();
    await recordTake(page);
    await page.getByRole('button', { name: 'Use this recording' }).click();
  }
  await expect(page.getByText('Question 3 of 6')).toBeVisible();
}

async function resume(page: Page, email: string): Promise<void> {
  await page.goto('/#resume');
  const dialog = page.getByRole('dialog', { name: 'Resume Your Interview' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Resume Interview' }).click();
}

/** The hashes of all answers, once their bytes were downloaded. */
async function downloadAnswers(page: Page): Promise<(string | undefined)[]> {
  const answers = (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  for (const { videoUrl, fileSize } of answers) {
    expect((await (await page.request.get(videoUrl)).body()).length).toBe(fileSize);
  }
  return answers.toSorted((a, b) => a.questionId - b.questionId).map(({ sha256 }) => sha256);
}

test.describe('weeks later', () => {
  test.use({ isServerOwn: true });

  test('whoever takes a break finds everything, in the same browser and by mail in another', async ({
    page,
    context,
    browser,
    server,
  }) => {
    const email = `ines-${crypto.randomUUID()}@example.org`;
    await register(page, email);
    await answerTwoQuestions(page);
    const answers = await downloadAnswers(page);
    expect(answers).toHaveLength(2);
    await page.getByRole('button', { name: 'Take a break' }).click();
    await expect(page.getByText('New interviews are currently not being accepted').first()).toBeVisible();

    const kept = await context.storageState();
    await context.close();
    await server.stop();
    await server.start(laterBy(DAYS_AWAY));

    const sameBrowser = await browser.newContext({ storageState: kept, baseURL: server.url });
    const samePage = await sameBrowser.newPage();
    await resume(samePage, email);
    await expect(samePage.getByText('Question 3 of 6')).toBeVisible();
    expect(await downloadAnswers(samePage)).toEqual(answers);
    await samePage.getByRole('button', { name: 'Previous' }).click();
    await expect(samePage.getByLabel('Your answer')).toBeVisible();
    await sameBrowser.close();

    const otherBrowser = await browser.newContext({ baseURL: server.url });
    const otherPage = await otherBrowser.newPage();
    await resume(otherPage, email);
    await expect(otherPage).toHaveURL('/resume?sent=1');
    const link = await mailedLink(server, email);
    await otherPage.goto(link);
    await otherPage.getByRole('button', { name: 'Sign in and continue' }).click();
    await expect(otherPage.getByRole('heading', { name: 'Is this yours?' })).toBeVisible();
    await expect(otherPage.getByText(/2 answers and 0 photos/)).toBeVisible();
    expect(await downloadAnswers(otherPage)).toEqual([]);
    await otherPage.getByRole('button', { name: 'These are mine' }).click();
    await expect(otherPage.getByText('Question 3 of 6')).toBeVisible();
    expect(await downloadAnswers(otherPage)).toEqual(answers);

    await otherPage.goto(link);
    const dialog = otherPage.getByRole('dialog', { name: 'Continue your story' });
    await expect(dialog.getByText('This link does not work any more.')).toBeVisible();
    await expect(dialog.getByText(`In this browser ${email} is signed in, and can go on.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await expect(otherPage.getByText('Question 3 of 6')).toBeVisible();

    await new Client(server.url).send('POST', '/api/resume-interview', { email });
    const [looked] = await Promise.all([
      otherPage.waitForResponse('**/api/auth/link/preview'),
      otherPage.goto(await mailedLink(server, email)),
    ]);
    expect(await looked.json()).toMatchObject({ isSignedIn: true });
    await expect(dialog).toBeHidden();
    expect(new URL(otherPage.url()).hash).toBe('');
    await otherBrowser.close();
  });
});

test('a mailed link says where somebody else is signed in, and leads over on a press', async ({ page, server }) => {
  const person = { firstName: 'Ines', lastName: 'Marlow', email: `ines-${crypto.randomUUID()}@example.org` };
  const other = { firstName: 'Omar', lastName: 'Marlow', email: `omar-${crypto.randomUUID()}@example.org` };
  await new Client(server.url).send('POST', '/api/register', person);
  await new Client(server.url).send('POST', '/api/resume-interview', { email: person.email });
  await page.request.post('/api/register', { data: other });

  await page.goto(await mailedLink(server, person.email));
  const dialog = page.getByRole('dialog', { name: 'Continue your story' });
  await expect(dialog.getByText('i•••@example.org')).toBeVisible();
  await expect(dialog.getByText(`In this browser ${other.email} is signed in.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect
    .poll(async () => ((await (await page.request.get('/api/auth/user')).json()) as { email: string }).email)
    .toBe(person.email);
});
