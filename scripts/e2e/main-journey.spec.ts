import path from 'node:path';
import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import { filesContaining } from '../../api/testing/site-files.ts';
import { expect, test } from './support/journey-test.ts';
import { readKeptBytes } from './support/local-drafts.ts';
import { onQuestion, playedSeconds, recordBriefly } from './support/participant.ts';
import { PHONE } from './support/phone.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { APPROVED_WITHIN_MS, openPart } from './support/staff-page.ts';

const QUESTIONS = [
  'Life before ME/CFS',
  'The events that caused it',
  'Life today',
  'What helped most in coping',
  'A dream or goal held onto',
  'One thing people should understand',
];
/** Said by nobody else, of letters alone. */
const CANARY = `quartz${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}lantern`;
const TRANSCRIPT = `Before ME/CFS I loved to climb. My ${CANARY} stood by the door, and I was unstoppable then.`;

test.use(PHONE);

async function register(page: Page, firstName: string, email: string): Promise<void> {
  await page.clock.install();
  // As to a newcomer: the browser of the journeys says yes to the camera without a question.
  await page.addInitScript(() => {
    Permissions.prototype.query = () => Promise.resolve({ state: 'prompt' } as PermissionStatus);
  });
  await page.goto('/#get-started');
  const dialog = page.getByRole('dialog', { name: 'Get Started - Enter Your Information' });
  await dialog.getByLabel('First name').fill(firstName);
  await dialog.getByLabel('Last name').fill('Marlow');
  await dialog.getByLabel('E-mail').fill(email);
  await countPresses(page);
  await dialog.getByRole('button', { name: 'Start Interview' }).click();
  await page.getByRole('button', { name: 'Yes, I agree. I am 18 or older' }).click();
  await onQuestion(page, 1);
}

/** From now on, on every page of this tab. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(COUNT_PRESSES);
  await page.addInitScript(COUNT_PRESSES);
}

const COUNT_PRESSES = `addEventListener('click', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('presses', Number(sessionStorage.getItem('presses')) + 1);
}, true)`;

/** At most four behind the e-mail, with the one that answers the browser's own question: here nobody is asked it. */
async function expectFewPresses(page: Page): Promise<void> {
  const presses = await page.evaluate(() => Number(sessionStorage.getItem('presses')));
  expect(presses).toBeGreaterThan(0);
  expect(presses + 1).toBeLessThanOrEqual(4);
  await expect.poll(async () => (await readKeptBytes(page)).bytes).toBeGreaterThan(0);
}

async function answerEveryQuestion(page: Page): Promise<void> {
  await expect(page.getByText('Ready when you are')).toBeVisible();
  for (const [index, question] of QUESTIONS.entries()) {
    await onQuestion(page, index + 1);
    await expect(page.getByRole('heading', { name: question })).toBeVisible();
    await (index === 0 ? recordInRealTime(page) : recordBriefly(page));
    await page.getByRole('button', { name: 'Use this recording' }).click();
    await expect(page.getByText('Video saved', { exact: true })).toBeVisible();
  }
}

async function recordInRealTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('REC', { exact: true })).toBeVisible();
  await expect(page.getByText(/00:0[1-9]/)).toBeVisible();
  await expectFewPresses(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Review your recording')).toBeVisible();
}

async function addPhotoAndSubmit(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please upload at least one photo before submitting.', { exact: true })).toBeVisible();

  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a7f70' } })
    .jpeg()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel('Description (optional)').fill('My garden, before');
  await page.getByRole('button', { name: 'Add this photo' }).click();
  await expect(page.getByText('Photo uploaded successfully!', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

/** The first answer as the participant's own page serves it; the producer uploads it as the finished video. */
async function downloadAnswer(page: Page): Promise<Buffer> {
  const answers = (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  expect(answers).toHaveLength(QUESTIONS.length);
  const recording = await page.request.get(answers.find(({ questionId }) => questionId === 1)?.videoUrl ?? '');
  return recording.body();
}

async function uploadFinishedVideo(page: Page, email: string, buffer: Buffer): Promise<Locator> {
  await page.goto('/admin3');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome to Admin3 Panel', { exact: true })).toBeVisible();

  await openPart(page, 'Upload');
  const form = page.getByRole('form', { name: 'Upload a video' });
  const option = form.getByLabel('User').locator('option', { hasText: email });
  await form.getByLabel('User').selectOption({ label: (await option.textContent()) ?? '' });
  await form.getByLabel('Question').selectOption({ label: QUESTIONS[0] });
  await form.getByLabel('Video file').setInputFiles({ name: 'finished.webm', mimeType: 'video/webm', buffer });
  await form.getByLabel('Transcript').fill(TRANSCRIPT);
  await form.getByRole('button', { name: 'Upload video' }).click();
  await openPart(page, 'Waiting');
  const waiting = page.getByRole('region', { name: 'Videos Waiting for Approval' });
  const row = waiting.getByRole('listitem', { name: QUESTIONS[0] }).filter({ hasText: CANARY });
  await expect(row).toBeVisible();
  return row;
}

async function expectToFind(page: Page, query: string, firstName: string): Promise<void> {
  await page.goto('/stories');
  await page.getByRole('searchbox').fill(query);
  const row = page.getByRole('listitem').filter({ hasText: `${firstName}'s Story - ${QUESTIONS[0]}` });
  await expect(row).toHaveCount(1);
  await expect(row.locator('mark').first()).toHaveText(new RegExp(query, 'i'));
}

test('a story goes from the first question to the public archive, and back out of it', async ({
  page,
  browser,
  server,
}) => {
  const firstName = 'Ada';
  const email = `ada-${crypto.randomUUID()}@example.org`;

  await register(page, firstName, email);
  await answerEveryQuestion(page);
  await addPhotoAndSubmit(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();

  const waiting = await uploadFinishedVideo(page, email, await downloadAnswer(page));
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await openPart(page, 'Approved');
  const approved = page
    .getByRole('region', { name: 'Approved Videos' })
    .getByRole('listitem', { name: QUESTIONS[0] })
    .filter({ hasText: CANARY });
  // On a phone the rest of a row is a press away.
  await approved.getByRole('button', { name: 'More', exact: true }).click({ timeout: APPROVED_WITHIN_MS });
  const storyUrl = (await approved.getByRole('link', { name: 'Open live page' }).getAttribute('href')) ?? '';

  await page.goto(storyUrl);
  await expect(page).toHaveTitle(`${firstName}'s ME/CFS Story | Watch Now`);
  expect(await playedSeconds(page.locator('video'))).toBeGreaterThan(0);
  await expectToFind(page, CANARY, firstName);
  await expectToFind(page, CANARY.slice(2, -2), firstName);
  await page.getByRole('link', { name: 'View Story' }).click();
  await expect(page).toHaveURL(new RegExp(`${storyUrl.split('#')[0]}#video-`));

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const plainPage = await withoutScripts.newPage();
  await plainPage.goto(storyUrl);
  await expect(plainPage.getByRole('heading', { name: `${firstName}'s Story` })).toBeVisible();
  await expect(plainPage.getByText(CANARY).filter({ visible: true })).toHaveCount(1);
  await plainPage.goto('/stories');
  await expect(plainPage.getByText(`${firstName}'s Story`).first()).toBeVisible();
  await withoutScripts.close();

  const siteDir = path.join(server.stateDir, 'site');
  expect(await filesContaining(siteDir, CANARY)).not.toEqual([]);
  await page.goto('/admin3#approved');
  await approved.getByRole('button', { name: 'Unapprove' }).click();
  await expect(approved).toBeHidden();
  await openPart(page, 'Waiting');
  await expect(waiting).toBeVisible();
  expect(await filesContaining(siteDir, CANARY)).toEqual([]);
  expect((await page.request.get(storyUrl)).status()).toBe(404);
  await page.goto(storyUrl);
  await expect(page.getByText('Story Not Found')).toBeVisible();
});
