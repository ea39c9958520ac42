import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import type { AnswerVideo } from '../../../api/contract/interview/answers.ts';
import { PRIVACY } from '../../../api/contract/consent/privacy.ts';
import { RECORDING_COUNTDOWN_SECONDS } from '../../../api/contract/common/screen-numbers.ts';
import { QUESTION_IDS } from '../../../api/contract/interview/steps.ts';
import { expect } from './journey-test.ts';
import { NOTHING_KEPT, readKeptBytes } from './local-drafts.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Registers somebody in the page's own browser and opens the interview. Returns their e-mail. */
export async function openInterview(page: Page, firstName = 'Vera'): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  const response = await page.request.post('/api/register', { data: { firstName, lastName: 'Marlow', email } });
  expect(response.status()).toBe(201);
  await agree(page);
  await page.clock.install();
  await page.goto('/');
  return email;
}

/** Says yes to being recorded, past the screen that asks. */
export async function agree(page: Page): Promise<void> {
  const data = { answer: 'yes', version: PRIVACY.version };
  expect((await page.request.post('/api/consent/recording', { data })).ok()).toBe(true);
}

/** As the interview says on which question it stands. */
export const questionOf = (number: number) => `Question ${number} of ${QUESTION_IDS.length}`;

export async function onQuestion(page: Page, number: number): Promise<void> {
  await expect(page.getByText(questionOf(number))).toBeVisible();
}

/** Answers a question past the screens. */
export async function saveAnswer(page: Page, questionId: number, clip: Buffer, more = {}): Promise<void> {
  const videoData = `data:video/webm;base64,${clip.toString('base64')}`;
  const data = { questionId, title: 'An answer', videoData, ...more };
  expect((await page.request.post('/api/videos/upload-cloud', { data })).ok()).toBe(true);
}

/** Presses Record, and is past the countdown at once: for that the page has the clock of `openInterview`. */
export async function startRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await skipCountdown(page);
}

export async function skipCountdown(page: Page): Promise<void> {
  await expect(page.getByText('Recording starts in a moment')).toBeVisible();
  await page.clock.fastForward(RECORDING_COUNTDOWN_SECONDS * 1_000);
  await expect(page.getByText('REC', { exact: true })).toBeVisible();
}

/** To the review of a recording that is as short as the recorder's first piece. */
export async function recordBriefly(page: Page): Promise<void> {
  await startRecording(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Review your recording')).toBeVisible();
}

/** Plays a video until it has come further than its beginning. */
export function playedSeconds(video: Locator): Promise<number> {
  return video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    while (element.currentTime === 0) {
      await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }));
    }
    element.pause();
    return element.currentTime;
  });
}

export async function chooseOtherWay(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to answer' }).click();
  await page.getByRole('menuitem', { name: way }).click();
}

/** Answers with a video that exists already. */
export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    chooseOtherWay(page, 'Choose a video or voice recording I have'),
  ]);
  await chooser.setFiles(file);
}

/** The interview goes on before a recording is saved, unless that takes no time. */
export async function expectAnswers(page: Page, count: number): Promise<void> {
  const answers = async () => (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  await expect.poll(async () => (await answers()).length, { timeout: 40_000 }).toBe(count);
}

/** The server has these bytes as the answer to the last of the questions answered so far, and this browser keeps nothing. */
export async function expectSaved(page: Page, hash: string, questionId = 1): Promise<AnswerVideo> {
  await onQuestion(page, questionId + 1);
  await expectAnswers(page, questionId);
  const find = async () =>
    ((await (await page.request.get('/api/videos')).json()) as AnswerVideo[]).find(
      (one) => one.questionId === questionId,
    )!;
  const answer = await find();
  expect(answer.sha256).toBe(hash);
  const served = sha256(await (await page.request.get(answer.videoUrl)).body());
  // It is served as it came until it is there as every device plays it.
  if (served !== hash) expect((await find()).preparation.state).toBe('ready');
  await expect.poll(() => readKeptBytes(page)).toEqual(NOTHING_KEPT);
  return answer;
}
