import type { Page } from 'playwright/test';
import type { MadeHelperLink } from '../../api/contract/people/helpers.ts';
import { PRIVACY } from '../../api/contract/consent/privacy.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { padWebm, recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { archivePages, GATES, OPEN_PAGES, type PageState } from './support/own-pages.ts';
import { agree, openInterview, recordBriefly, saveAnswer, startRecording } from './support/participant.ts';
import { tinyPhoto } from './support/photo.ts';
import { publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { expectToFit, type StateRules } from './support/sizes.ts';
import { button, openPart } from './support/staff-page.ts';

/*
 * Every main state of every screen, at every size (`support/sizes.ts` has them) and with every need. A new page joins
 * with a line in `support/own-pages.ts`; a state that has to be brought about, with `expectToFit` once it is there. What
 * records, plays or saves on it is named in `inView`.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Thousands of measurements in a row.
test.beforeEach(() => test.slow());

/** Where a screen is, what is there once it is drawn, and what must hold of it. */
type Screen = readonly [address: string, sign: string | RegExp, rules?: StateRules];

const TRANSCRIPTS = {
  // A village in Wales: no line of a small screen is as long.
  0: 'I was a teacher in Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, and I am still here.',
  1: 'Before ME/CFS I loved to climb.',
  3: 'WEBVTT\n\n00:00.000 --> 00:00.500\nNow a good day\n\n00:00.500 --> 00:01.000\nis one conversation.\n',
};

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 640 };

const screensOf = (states: readonly PageState[]) =>
  states.map(({ address, sign, rules }): Screen => [address, sign, rules]);

async function register(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`;
  await page.request.post('/api/register', { data: { firstName: 'Vera', lastName: 'Marlow', email } });
  return email;
}

async function sendPhoto(page: Page): Promise<void> {
  const imageData = `data:image/jpeg;base64,${(await tinyPhoto()).toString('base64')}`;
  const data = { originalName: 'garden.jpg', imageData, description: 'My garden' };
  expect((await page.request.post('/api/photos', { data })).ok()).toBe(true);
}

async function expectScreensToFit(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [address, sign, rules] of screens) {
    // A new document each time: an address that differs in its fragment alone would load nothing.
    await page.goto('about:blank');
    await page.setViewportSize(DESK);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
    await expectToFit(page, address, rules);
  }
}

/** What a press of a button opens, and closed again. */
async function expectOpenedToFit(page: Page, opener: string | RegExp, state: string): Promise<void> {
  await page.setViewportSize(DESK);
  await page.getByRole('button', { name: opener }).filter({ visible: true }).first().click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  await expectToFit(page, state);
  await page.keyboard.press('Escape');
}

/** The only person of an archive, on the landing page. */
async function expectNameBelowPicture(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
  await page.goto('/');
  const hero = page.locator('.hero');
  const picture = (await hero.locator('.poster').boundingBox())!;
  const name = (await hero.locator('.story-link').boundingBox())!;
  expect(name.y).toBeGreaterThanOrEqual(picture.y + picture.height);
}

/** The controls that end, keep or play what is recorded. */
const CONTROL = ['.dock button'];
const PLAYER = ['.stage video', '.stage-play > button'];

test('every page that is open to everybody fits every screen and every need', async ({ page }) => {
  await expectScreensToFit(page, screensOf(OPEN_PAGES));
  await page.goto('/');
  await expectOpenedToFit(page, 'Donate', 'Donate');
  await page.setViewportSize(PHONE);
  await button(page, 'Menu').click();
  await expectToFit(page, 'the menu');
});

test('every page about what is kept of a person fits every screen and every need', async ({
  page,
  server,
  browser,
}) => {
  const email = await register(page);
  await expectScreensToFit(page, [['/', 'Yes, I agree. I am 18 or older']]);
  await button(page, 'I am under 18').click();
  await expectToFit(page, 'a guardian is asked');
  await agree(page);
  await saveAnswer(page, 1, await recordClip(browser));
  await sendPhoto(page);
  await expectScreensToFit(page, [['/my-story', 'First, one link']]);
  await button(page, 'Mail me the link').click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  const [, token] = (await mailedLink(server, email)).split('#signin=');
  await page.request.post('/api/auth/link', { data: { token } });
  await expectScreensToFit(page, [['/my-story', 'Who can see it']]);
  await expectOpenedToFit(page, 'Delete everything', 'everything is deleted');
});

test('every state of a recording fits every screen and every need', async ({ page }) => {
  // Where storage may be emptied more is said of what is kept.
  await page.addInitScript((userAgent) => {
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => userAgent });
  }, 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15');
  await openInterview(page);
  await expect(page.getByText('Camera Permission Required')).toBeVisible();
  await expectToFit(page, 'permission', { inView: CONTROL });
  await button(page, 'Allow Camera Access').click();
  await expect(button(page, 'Record')).toBeVisible();
  await expectToFit(page, 'ready', { inView: CONTROL });
  await page.setViewportSize(DESK);
  await button(page, 'Other ways to answer').click();
  await expectToFit(page, 'other ways to answer');
  await page.keyboard.press('Escape');
  await startRecording(page);
  await expectToFit(page, 'recording', { alwaysInView: ['[role=timer]', ...CONTROL] });
  await button(page, 'Pause').click();
  await expect(page.getByText('Paused. Take all the time you need.')).toBeVisible();
  await expectToFit(page, 'paused', { alwaysInView: ['[role=timer]', ...CONTROL] });
  await button(page, 'Stop').click();
  // Beside all this measuring a crowded machine recorded little picture, which is said at length: one is recorded in peace.
  await button(page, 'Redo').click();
  await page.setViewportSize(DESK);
  await recordBriefly(page);
  await expect(page.getByText('come back by')).toBeVisible();
  await expectToFit(page, 'review', { inView: CONTROL, whole: PLAYER });
  await expectOpenedToFit(page, 'Discard', 'discarding');
  await expectOpenedToFit(page, 'Forget this device', 'forgetting the device');
  // The longest words that a review has, with a link.
  await page.context().clearCookies();
  await button(page, 'Use this recording').click();
  await expect(page.getByText('Not saved: you have been signed out.')).toBeVisible();
  await button(page, 'Close').click();
  await expectToFit(page, 'signed out in a review', { inView: ['.dock > .grid button'], whole: PLAYER });
});

test('every state of an answer fits every screen and every need', async ({ page, browser }) => {
  const clip = await recordClip(browser);
  // No line of a phone is as long.
  await openInterview(page, 'Wolfeschlegelsteinhausenbergerdorff');
  await saveAnswer(page, 1, clip);
  // A recording of its own takes the place of the first, and another is added to it.
  await saveAnswer(page, 1, padWebm(clip, 100));
  await page.goto('about:blank');
  await page.goto('/#question=1');
  await expect(button(page, 'Record New Response')).toBeVisible();
  await expectToFit(page, 'a saved answer', { inView: CONTROL, whole: PLAYER });
  await expectOpenedToFit(page, 'Earlier recording', 'recordings');
  await expectOpenedToFit(page, 'Write it instead', 'an answer in words');
  await saveAnswer(page, 1, padWebm(clip, 200), { isAddition: true });
  await page.goto('about:blank');
  await page.goto('/#question=1');
  await expect(page.getByText('Recording 1 of 2')).toBeVisible();
  await expectToFit(page, 'an answer of two recordings', { inView: CONTROL, whole: PLAYER });
  await expectOpenedToFit(page, '2 recordings in this answer', 'pieces');

  for (const questionId of QUESTION_IDS.slice(1)) await saveAnswer(page, questionId, clip);
  await sendPhoto(page);
  await expectScreensToFit(page, [['/', 'My garden', { inView: CONTROL }]]);
  expect((await page.request.patch('/api/user/status', { data: { status: 'submitted' } })).ok()).toBe(true);
  await expectScreensToFit(page, [['/', 'Thank You!']]);
});

test.describe('with a server of its own', () => {
  test.use({ isServerOwn: true });

  test('every page of the archive fits every screen and every need', async ({ page, browser, server }) => {
    const clip = await recordClip(browser);
    await publishVideos(server, { firstName: 'Ada', transcripts: { 3: 'Now I rest after each conversation.' }, clip });
    await expectNameBelowPicture(page);
    const story = await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
    await expectScreensToFit(page, [
      ['/', 'Donate'],
      ...screensOf(archivePages(story)),
      ['/stories?q=conversatoin', /No results found/],
      ['/nowhere', 'Llanfair'],
      ['/stories', 'Story Archive'],
    ]);
    await page.getByText('List', { exact: true }).click();
    await expectToFit(page, 'the list');
    await button(page, 'Ask Emmie').click();
    await expectToFit(page, 'Ask Emmie');
  });

  test('every page that a link of one person opens fits every screen and every need', async ({
    page,
    browser,
    server,
  }) => {
    const clip = await recordClip(browser);
    const story = await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
    await story.staff.send('POST', `/api/admin/showcase-videos/${story.videoIds[3]}/release-request`);
    await expectScreensToFit(page, [
      [await mailedLink(server, story.email, '/release#'), 'Shown under the name Grace'],
    ]);
    await button(page, 'Yes, publish').click();
    await page.getByRole('checkbox', { name: 'The archive' }).check();
    await page.getByText('Only with the link, only for a time').click();
    await page.getByLabel('Not after').pressSequentially('0331');
    await button(page, 'Yes, publish').click();
    await expect(page.getByLabel('Not after')).toHaveAccessibleDescription(/Please give a whole day of the calendar/);
    await expectToFit(page, 'a limit that is half typed');

    await register(page);
    const { url } = (await (await page.request.post('/api/helpers', { data: {} })).json()) as MadeHelperLink;
    await expectScreensToFit(page, [[url, 'Help with a story']]);
    await button(page, 'I agree, begin').click();
    await expect(page.getByText('Help Vera with the story')).toBeVisible();
    await expectToFit(page, 'somebody helps');

    const email = `${crypto.randomUUID()}@example.org`;
    const asked = { email, version: PRIVACY.version };
    expect((await page.request.post('/api/consent/guardian', { data: asked })).ok()).toBe(true);
    await expectScreensToFit(page, [[await mailedLink(server, email, '/guardian#'), 'Yes, I allow it']]);
  });

  test('every page of the staff fits every screen and every need', async ({ page, browser, server }) => {
    const clip = await recordClip(browser);
    const story = await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
    await story.staff.send('PUT', `/api/admin/showcase-videos/${story.videoIds[3]}/unapprove`);
    await expectScreensToFit(page, screensOf(GATES));
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
    await page.setViewportSize(PHONE);
    await page.goto('/admin');
    await page.getByRole('button', { name: /steps/ }).first().click();
    await expectToFit(page, '/admin, a person');
    await page.goto('/admin3');
    await page.getByRole('button', { name: 'More' }).first().click();
    await expectToFit(page, '/admin3, a video');
  });
});
