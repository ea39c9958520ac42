import type { Page } from 'playwright/test';
import { PHOTO_MAX_BYTES } from '../../api/contract/limits.ts';
import { INTERVIEW_STEPS } from '../../api/contract/steps.ts';
import type { AnswerVideo } from '../../api/contract/answers.ts';
import type { CurrentUser } from '../../api/contract/participants.ts';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { openInterview } from './support/participant.ts';
import { tinyPhoto } from './support/photo.ts';
import { STAFF_PASSWORD } from './support/server.ts';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const garden = async () => ({ name: 'garden.jpg', mimeType: 'image/jpeg', buffer: await tinyPhoto() });

async function answerEveryQuestion(page: Page, clip: Buffer): Promise<void> {
  const videoData = `data:video/webm;base64,${clip.toString('base64')}`;
  for (const { completedByQuestion: questionId } of INTERVIEW_STEPS) {
    const data = { questionId, title: 'An answer', videoData };
    if (questionId) expect((await page.request.post('/api/videos/upload-cloud', { data })).ok()).toBe(true);
  }
}

test('photos are chosen, described, added and deleted before the story is submitted', async ({
  page,
  context,
  browser,
  server,
}) => {
  await openInterview(page);
  await answerEveryQuestion(page, await recordClip(browser));
  const staff = new Client(server.url);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  const person = (await (await page.request.get('/api/auth/user')).json()) as CurrentUser;
  await staff.send('PATCH', `/api/admin/users/${person.id}`, { photosNeeded: false });
  const fetchedAhead = new Set<string>();
  page.on('request', (request) => {
    const [, id] = /\/api\/videos\/stream\/([\w-]+)/.exec(request.url()) ?? [];
    if (id) fetchedAhead.add(id);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Submit your story' })).toBeVisible();
  const answers = (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  await expect.poll(() => [...fetchedAhead]).toEqual(answers.slice(0, 3).map(({ id }) => id));
  await expect(page.getByText('Upload photos of your life')).toBeHidden();

  await staff.send('PATCH', `/api/admin/users/${person.id}`, { photosNeeded: true });
  await page.route('**/api/photos', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  await expect(page.getByText('Your photos could not be shown. They are safe with us.')).toBeVisible();
  await button(page, 'Try Again').click();
  await expect(page.getByText('No photos added yet')).toBeVisible();
  await expect(page.getByText(/before and after.*what you spoke about in the interview/)).toBeVisible();
  await expect(page.getByText('Final Step / Survey Complete!')).toBeVisible();
  await expect(page.getByText('100 %')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 100);
  await button(page, 'Submit').click();
  await expect(toast(page, 'Photo required')).toBeVisible();

  const input = page.locator('input[type=file]');
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Now') };
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(PHOTO_MAX_BYTES + 1) };
  await input.setInputFiles([text, large]);
  await expect(toast(page, 'Invalid file')).toBeVisible();
  await expect(toast(page, 'Please select images under 10MB')).toBeVisible();
  await expect(page.getByText('No photos added yet')).toBeVisible();

  await input.setInputFiles(await garden());
  await page.getByLabel('Description (optional)').fill('My garden, before');
  await button(page, 'Previous').click();
  await expect(page.getByText('Question 6 of 6')).toBeVisible();
  await expect(page.getByText(/some photos are not added yet/i)).toBeVisible();
  await button(page, 'Continue to Photos').click();
  await expect(page.getByLabel('Description (optional)')).toHaveValue('My garden, before');

  await page.route('**/api/uploads/start', (route) => route.fulfill({ status: 500, body: '' }));
  await button(page, 'Add this photo').click();
  await expect(toast(page, 'Upload failed')).toBeVisible();
  await expect(toast(page, 'Failed to upload media. Please try again.')).toBeVisible();
  await page.unroute('**/api/uploads/start');
  const session = await context.cookies();
  await context.clearCookies();
  await button(page, 'Try Again').click();
  await expect(page.getByRole('alert')).toContainText('Keep this page open, sign in again in another tab');
  await context.addCookies(session);
  await button(page, 'Try Again').click();
  await expect(toast(page, 'Photo uploaded successfully!')).toBeVisible();
  await expect(page.getByText('1 photo saved')).toBeVisible();

  await button(page, 'Delete garden.jpg').click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(button(page, 'Delete garden.jpg')).toBeFocused();
  await button(page, 'Delete garden.jpg').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No photos added yet')).toBeVisible();

  await input.setInputFiles(await garden());
  await page.route('**/api/user/status', (route) => route.abort());
  await button(page, 'Submit').click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText(/Your submission has not reached us yet/)).toBeVisible();
  await page.unroute('**/api/user/status');
  await page.reload();
  await expect(page.getByText('Our producers will send you an e-mail when your video is ready.')).toBeVisible();
  await expect(page.getByText(/has not reached us yet/)).toBeHidden();
  await expect
    .poll(async () => ((await (await page.request.get('/api/auth/user')).json()) as { status: string }).status)
    .toBe('submitted');
});
