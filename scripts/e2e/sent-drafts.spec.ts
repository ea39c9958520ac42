import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import type { RecordingDraft } from '../../api/contract/interview/recording-drafts.ts';
import { expect, test } from './support/journey-test.ts';
import { readKeptBytes, readReviewed } from './support/local-drafts.ts';
import { mailedLink } from './support/outbox.ts';
import { expectAnswers, expectSaved, openInterview, startRecording } from './support/participant.ts';
import { laterBy } from './support/server.ts';

/** Of a recording whose device is gone. */
const LOST_AT_MOST_SECONDS = 5;

// They kill it, and put its clock forward, one after the other.
test.use({ serverName: 'sent-drafts' });
test.describe.configure({ mode: 'default' });

const drafts = async (page: Page | BrowserContext) =>
  (await (await page.request.get('/api/recording-drafts')).json()) as RecordingDraft[];
const sentSeconds = async (page: Page) => (await drafts(page))[0]?.durationSeconds ?? 0;
/** Until so many are sent, in pieces that a crowded machine makes and sends late. */
const untilSent = (page: Page, seconds: number) =>
  expect.poll(() => sentSeconds(page), { intervals: [250], timeout: 90_000 }).toBeGreaterThan(seconds);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function record(page: Page): Promise<string> {
  const email = await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await startRecording(page);
  return email;
}

test('a recording whose device is lost in its middle is there in another browser, to at most five seconds', async ({
  page,
  context,
  browser,
  server,
}) => {
  const email = await record(page);
  await untilSent(page, 6);
  const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').map(Number);
  // Of the second that it counts it tells at its end.
  const recordedSeconds = minutes! * 60 + seconds! + 1;
  // With all that this browser keeps.
  await context.close();

  const other = await browser.newContext({ baseURL: server.url });
  const found = await other.newPage();
  await found.request.post('/api/resume-interview', { data: { email } });
  await found.goto(await mailedLink(server, email));
  await found.getByRole('button', { name: 'Sign in and continue' }).click();
  await button(found, 'These are mine').click();
  await button(found, 'Yes, I agree. I am 18 or older').click();
  // It is answered: the page is not left before.
  await expect(button(found, 'Yes, I agree. I am 18 or older')).toBeHidden();
  await expect(async () => {
    await found.reload();
    await expect(found.getByText('It belongs to question 1.')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  expect(await sentSeconds(found)).toBeGreaterThan(recordedSeconds - LOST_AT_MOST_SECONDS);
  await button(found, 'Use it').click();
  await expectAnswers(found, 1);
  await expect(found.getByText('It belongs to question 1.')).toBeHidden();
  expect(await drafts(found)).toEqual([]);
  const [answer] = (await (await found.request.get('/api/videos')).json()) as AnswerVideo[];
  expect((await found.request.get(answer!.videoUrl)).ok()).toBe(true);
  await other.close();
});

test('a server that is killed in the middle of a recording gets what it missed, and neither holds the other up', async ({
  page,
  server,
}) => {
  test.slow();
  await record(page);
  await untilSent(page, 2);
  await server.kill();
  const { bytes } = await readKeptBytes(page);
  await expect.poll(async () => (await readKeptBytes(page)).bytes, { timeout: 40_000 }).toBeGreaterThan(bytes);
  await expect(page.getByText('REC', { exact: true })).toBeVisible();
  await server.start();
  const before = await sentSeconds(page);
  await untilSent(page, before + 2);
  await button(page, 'Stop').click();
  const recorded = await readReviewed(page);
  await button(page, 'Use this recording').click();
  await expectSaved(page, recorded);
  expect(await drafts(page)).toEqual([]);
});

test('a recording that is being sent is offered in no other tab, to nobody else, and gone with every byte after a day', async ({
  page,
  context,
  browser,
  server,
}) => {
  await record(page);
  await untilSent(page, 2);
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(tab.getByText('A recording for this question is open in another tab.')).toBeVisible();
  await expect(tab.getByText('It belongs to question 1.')).toBeHidden();
  await tab.close();

  const [draft] = await drafts(page);
  const stranger = await browser.newContext({ baseURL: server.url });
  expect((await stranger.request.get(draft!.videoUrl)).status()).toBe(401);
  await openInterview(await stranger.newPage());
  expect((await stranger.request.get(draft!.videoUrl)).status()).toBe(404);
  expect(await drafts(stranger)).toEqual([]);
  await stranger.close();

  await page.close();
  await server.stop();
  const sent = () => readdir(path.join(server.stateDir, 'uploads'), { recursive: true });
  const name = draft!.uploadId;
  expect((await sent()).some((file) => file.includes(name))).toBe(true);
  await server.start(laterBy(24.5 / 24));
  await expect.poll(async () => (await sent()).filter((file) => file.includes(name)), { timeout: 30_000 }).toEqual([]);
  expect((await context.request.get(draft!.videoUrl)).status()).toBe(404);
});
