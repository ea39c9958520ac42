import type { AnswerVideo } from '../../api/contract/answers.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { BadLine } from './support/bad-line.ts';
import { expect, test } from './support/journey-test.ts';
import { NOTHING_KEPT, readKeptBytes, readReviewed } from './support/local-drafts.ts';
import { chooseFile, openInterview, sha256, startRecording } from './support/participant.ts';

/** More than such a line carries between two cuts. */
const CHOSEN_BYTES = 250_000;
const PATIENCE = { timeout: 120_000 };

test('on a line that is slow, loses packets and is cut, nobody is held and nothing is lost', async ({
  browser,
  server,
}) => {
  test.slow();
  const clip = padWebm(await recordClip(browser), CHOSEN_BYTES);
  await using line = await BadLine.start(server.port);
  const context = await browser.newContext({ baseURL: line.url, permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  await openInterview(page);
  await page.getByRole('button', { name: 'Allow Camera Access' }).click();
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  line.worsen();
  await startRecording(page);
  await expect.poll(async () => (await readKeptBytes(page)).bytes, PATIENCE).toBeGreaterThan(100_000);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const recorded = await readReviewed(page);
  await page.getByRole('button', { name: 'Use this recording' }).click();
  await expect(page.getByText('Question 2 of 6')).toBeVisible();
  const hashes = async () => {
    const answers = (await (await context.request.get(`${server.url}/api/videos`)).json()) as AnswerVideo[];
    return answers.map(({ sha256: hash }) => hash);
  };
  await expect.poll(hashes, PATIENCE).toEqual([recorded]);
  await expect.poll(() => readKeptBytes(page), PATIENCE).toEqual(NOTHING_KEPT);

  await chooseFile(page, { name: 'garden.webm', mimeType: 'video/webm', buffer: clip });
  await expect(page.getByText('Review your recording')).toBeVisible();
  await page.getByRole('button', { name: 'Use this recording' }).click();
  await expect(page.getByText('Question 3 of 6')).toBeVisible();
  await expect(page.getByText(/question 2 is (on the way to us|waiting for the connection)/i)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeEnabled();
  // Until the server has it, it is kept here.
  expect(await readKeptBytes(page)).toMatchObject({ takes: 1, sha256: sha256(clip) });
  await expect.poll(hashes, PATIENCE).toEqual([recorded, sha256(clip)]);
  await expect.poll(() => readKeptBytes(page), PATIENCE).toEqual(NOTHING_KEPT);
  expect(line.cuts).toBeGreaterThan(0);
  await context.close();
});
