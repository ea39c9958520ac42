import type { Page } from 'playwright/test';
import { TOAST_DURATION_MS } from '../../api/contract/screen-numbers.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { openInterview, saveAnswer, startRecording } from './support/participant.ts';
import { tinyPhoto } from './support/photo.ts';
import { publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { expectToFit, type StateRules } from './support/sizes.ts';
import { button, openPart, toast } from './support/staff-page.ts';

/*
 * Every main state of every screen, at every size (`support/sizes.ts` has them) and with every need. A new page joins
 * with a line in one of the lists; a state that has to be brought about, with `expectToFit` once it is there. What
 * records, plays or saves on it is named in `inView`.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Thousands of measurements in a row.
test.beforeEach(() => test.slow());

/** Where a screen is, what is there once it is drawn, and what must hold of it. */
type Screen = readonly [address: string, sign: string | RegExp, rules?: StateRules];

const BEFORE_THE_INTERVIEW: readonly Screen[] = [
  ['/', 'Donate'],
  ['/#get-started', 'Get Started - Enter Your Information'],
  ['/#resume', 'Resume Your Interview'],
  ['/#questions', 'Interview Questions Preview'],
  ['/#signin=none', /./],
  ['/resume', 'Continue from Here'],
  ['/upload', 'Submit Media'],
  ['/upload?submitted=true', 'Thank You!'],
  ['/privacy', /./],
  ['/privacy/easy', /./],
  ['/release', 'Your video is ready'],
  ['/nowhere', 'Page Not Found'],
  ['/stories/nobody-2020-01-01', 'Story Not Found'],
  ['/save-progress?contact_email=a@example.org&question=1', 'Continue Your Interview'],
];

const GATES: readonly Screen[] = [
  ['/admin', 'Admin Access'],
  ['/admin2', 'Admin Dashboard 2'],
  ['/admin3', 'Admin3 Panel'],
  ['/admin4', /Admin4 Panel/],
];

const TRANSCRIPTS = {
  0: 'I was a teacher by the harbour, and I am still here.',
  1: 'Before ME/CFS I loved to climb.',
  3: 'WEBVTT\n\n00:00.000 --> 00:00.500\nNow a good day\n\n00:00.500 --> 00:01.000\nis one conversation.\n',
};

async function expectScreensToFit(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [address, sign, rules] of screens) {
    // A new document each time: an address that differs in its fragment alone would load nothing.
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
    await expectToFit(page, address, rules);
  }
}

test('every screen before the interview fits every screen and every need', async ({ page }) => {
  await expectScreensToFit(page, BEFORE_THE_INTERVIEW);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await button(page, 'Donate').or(button(page, 'Menu')).filter({ visible: true }).first().click();
  await expectToFit(page, 'the menu, or Donate');
});

test('every state of the interview fits every screen and every need', async ({ page, browser }) => {
  const clip = await recordClip(browser);
  const control = ['.dock button'];
  await openInterview(page);
  await expect(page.getByText('Camera Permission Required')).toBeVisible();
  await expectToFit(page, 'permission', { inView: control });
  await button(page, 'Allow Camera Access').click();
  await expect(button(page, 'Record')).toBeVisible();
  await expectToFit(page, 'ready', { inView: control });
  await startRecording(page);
  await expectToFit(page, 'recording', { alwaysInView: ['[role=timer]', ...control] });
  await button(page, 'Stop').click();
  await expect(page.getByText('Review your recording')).toBeVisible();
  await expectToFit(page, 'review', { inView: control, whole: ['.stage video', '.stage-play > button'] });
  await button(page, 'Discard').click();
  await expectToFit(page, 'discarding');
  await button(page, 'Keep it').click();
  await button(page, 'Use this recording').click();
  await expect(page.getByText('Question 2 of 6')).toBeVisible();
  await button(page, 'Previous').click();
  await expect(button(page, 'Record New Response')).toBeVisible();
  await page.clock.fastForward(TOAST_DURATION_MS);
  await expect(toast(page).getByText('Video saved')).toBeHidden();
  await expectToFit(page, 'a saved answer', { inView: control, whole: ['.stage video', '.stage-play > button'] });

  for (const questionId of [2, 3, 4, 5, 6]) await saveAnswer(page, questionId, clip);
  const imageData = `data:image/jpeg;base64,${(await tinyPhoto()).toString('base64')}`;
  await page.request.post('/api/photos', { data: { originalName: 'garden.jpg', imageData, description: 'My garden' } });
  await expectScreensToFit(page, [['/', 'My garden', { inView: control }]]);
  await page.request.patch('/api/user/status', { data: { status: 'submitted' } });
  await expectScreensToFit(page, [['/', 'Thank You!']]);
});

test.describe('with a server of its own', () => {
  test.use({ isServerOwn: true });

  test('every page of the archive fits every screen and every need', async ({ page, browser, server }) => {
    const clip = await recordClip(browser);
    await publishVideos(server, { firstName: 'Ada', transcripts: { 3: 'Now I rest after each conversation.' }, clip });
    const story = await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
    await expectScreensToFit(page, [
      ['/', 'Donate'],
      ['/stories?q=climb', /^Search Results \(1\)/],
      ['/stories?q=conversatoin', /No results found/],
      [`/stories/${story.userName}`, "Grace's Story", { whole: ['.player-frame'] }],
      [`/stories/${story.userName}#video-${story.videoIds[3]}`, "Grace's Story"],
      ['/listen/life-today', 'Life today'],
      ['/stories', 'Story Archive'],
    ]);
    await page.getByText('List', { exact: true }).click();
    await expectToFit(page, 'the list');
    await button(page, 'Ask Emmie').click();
    await expectToFit(page, 'Ask Emmie');
  });

  test('every page of the staff fits every screen and every need', async ({ page, browser, server }) => {
    const clip = await recordClip(browser);
    const story = await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
    await story.staff.send('PUT', `/api/admin/showcase-videos/${story.videoIds[3]}/unapprove`);
    await expectScreensToFit(page, GATES);
    await page.request.post('/api/admin/session', { data: { password: STAFF_PASSWORD, name: 'Mara' } });
    const redirect = { question: 6, redirectUrl: 'https://forms.example.org/wish', description: 'The last question' };
    await page.request.post('/api/admin2/redirects', { data: redirect });
    await expectScreensToFit(page, [
      ['/admin', 'All Users'],
      ['/admin2', 'The last question'],
      ['/admin4', 'Story Data Export'],
      ['/admin3', 'Grace Marlow'],
    ]);
    await openPart(page, 'Approved');
    await expectToFit(page, '/admin3, Approved');
    await openPart(page, 'Upload');
    await expectToFit(page, '/admin3, Upload');
  });
});
