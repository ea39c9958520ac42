import type { Page } from 'playwright/test';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import { UPLOAD_CHUNK_BYTES } from '../../api/contract/common/limits.ts';
import type { CurrentUser, RegisterResponse } from '../../api/contract/people/participants.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { Client } from '../lib/client.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { chooseFile, expectSaved, onQuestion, openInterview, saveAnswer, sha256 } from './support/participant.ts';
import { publishStory } from './support/publish-story.ts';
import { laterBy } from './support/server.ts';

/** Longer than a session lasts, shorter than a browser is known. */
const DAYS_AWAY = 40;

// They stop it one after the other.
test.use({ serverName: 'restart' });
test.describe.configure({ mode: 'default' });

test('after a kill all is there that was saved and published, and a conversion in its middle is done again', async ({
  browser,
  request,
  server,
}) => {
  test.slow();
  const participant = new Client(server.url);
  const registration = { firstName: 'Noor', lastName: 'Haddad', email: `${crypto.randomUUID()}@example.org` };
  const { user } = await participant.send<RegisterResponse>('POST', '/api/register', registration);
  const clip = await recordClip(browser);
  const story = await publishStory(server, { firstName: 'Mateo', questionId: 1, transcript: 'I sang.', clip });
  const state = async () => {
    const videos = await story.staff.send<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos/approved');
    return videos.find(({ id }) => id === story.videoId)?.preparation?.state;
  };
  // Its tools are never done with the first step.
  await expect.poll(state, { intervals: [50], timeout: 60_000 }).toBe('working');

  await server.kill();
  await server.start({ FFMPEG_PATH: '' });

  expect(await participant.send<CurrentUser>('GET', '/api/auth/user')).toMatchObject({ ...user });
  const page = await request.get(`/stories/${story.userName}`);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('I sang.');
  await expect.poll(state, { timeout: 180_000 }).toBe('ready');
  // The pages follow what was made.
  const playable = async () => {
    const answer = await request.get(`/media/${story.videoId}.mp4`);
    return [answer.status(), answer.headers()['content-type']];
  };
  await expect.poll(playable).toEqual([200, 'video/mp4']);
});

test('a server that is killed between two chunks of an answer goes on with those that are missing', async ({
  page,
  browser,
  server,
}) => {
  const clip = padWebm(await recordClip(browser), UPLOAD_CHUNK_BYTES);
  await openInterview(page);
  await chooseFile(page, { name: 'garden.webm', mimeType: 'video/webm', buffer: clip });
  await expect(page.getByText('Review your recording')).toBeVisible();

  let sent = 0;
  let received = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/uploads/chunk') && response.ok()) received++;
  });
  await page.route('**/api/uploads/chunk', async (route) => {
    if (++sent === 2) await server.kill();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Use this recording' }).click();
  await onQuestion(page, 2);
  await expect(page.getByText('question 1 is waiting for the connection')).toBeVisible();
  await server.start();
  // By then it may wait for half a minute before it tries again.
  await expect(page.getByText('Video saved', { exact: true })).toBeVisible({ timeout: 90_000 });
  await expectSaved(page, sha256(clip));
  expect(received).toBe(2);
});

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
  return answers.toSorted((a, b) => a.questionId - b.questionId).map(({ sha256: hash }) => hash);
}

test('whoever takes a break finds everything weeks later, in the same browser and by mail in another', async ({
  page,
  context,
  browser,
  server,
}) => {
  const email = await openInterview(page);
  for (const questionId of [1, 2]) await saveAnswer(page, questionId, await recordClip(browser));
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
  await onQuestion(samePage, 3);
  expect(await downloadAnswers(samePage)).toEqual(answers);
  await samePage.getByRole('button', { name: 'Previous' }).click();
  await expect(samePage.getByLabel('Your answer')).toBeVisible();
  await sameBrowser.close();

  const otherBrowser = await browser.newContext({ baseURL: server.url });
  const otherPage = await otherBrowser.newPage();
  await resume(otherPage, email);
  await expect(otherPage).toHaveURL('/resume?sent=1');
  await expect(otherPage.getByRole('heading', { name: 'Please check your e-mail' })).toBeVisible();
  const link = await mailedLink(server, email);
  await otherPage.goto(link);
  const dialog = otherPage.getByRole('dialog', { name: 'Continue your story' });
  await expect(dialog.getByText('•••@example.org')).toBeVisible();
  expect(otherPage.url()).toBe(`${server.url}/`);
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(otherPage.getByRole('heading', { name: 'Is this yours?' })).toBeVisible();
  await expect(otherPage.getByText(/2 answers and 0 photos/)).toBeVisible();
  expect(await downloadAnswers(otherPage)).toEqual([]);
  await otherPage.getByRole('button', { name: 'These are mine' }).click();
  // What was agreed to before the e-mail was proven was nobody's word.
  await otherPage.getByRole('button', { name: 'Yes, I agree. I am 18 or older' }).click();
  await onQuestion(otherPage, 3);
  expect(await downloadAnswers(otherPage)).toEqual(answers);

  await otherPage.goto(link);
  await expect(dialog.getByText('This link does not work any more.')).toBeVisible();
  await expect(dialog.getByText(`In this browser ${email} is signed in, and can go on.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await onQuestion(otherPage, 3);

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
