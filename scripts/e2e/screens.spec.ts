import type { Page } from 'playwright/test';
import type { RegisterResponse } from '../../api/contract/people/participants.ts';
import { STAFF_LINK_FRAGMENT, STAFF_LINK_PATH } from '../../api/contract/staff/staff.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { launchOptions } from '../lib/browser.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { expectKept, holdDates, KEPT_AT } from './support/kept-screens.ts';
import { archivePages, GATES, OPEN_PAGES, type PageState } from './support/own-pages.ts';
import { agree, questionOf } from './support/participant.ts';
import { tinyPhoto } from './support/photo.ts';
import { type PublishedStory, publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { openPart } from './support/staff-page.ts';

// What is kept shows nobody but these people, with letters as the browser draws them.
test.use({
  launchOptions,
  isServerOwn: true,
  locale: 'en-US',
  timezoneId: 'UTC',
  contextOptions: { reducedMotion: 'reduce' },
});

// Dozens of pictures in a row.
test.beforeEach(() => test.slow());

/** A screen's name, where it is, and what is there once it is drawn. */
type Screen = readonly [name: string, address: string, sign: string | RegExp];

const screensOf = (states: readonly PageState[]) =>
  states.flatMap(({ name, address, sign }): Screen[] => (name === undefined ? [] : [[name, address, sign]]));

const TRANSCRIPTS = {
  0: 'I was a teacher by the harbour, and I am still here.',
  1: 'Before ME/CFS I loved to climb.',
  3: 'WEBVTT\n\n00:00.000 --> 00:00.500\nNow a good day\n\n00:00.500 --> 00:01.000\nis one conversation.\n',
};

/** The body of a finished video, as multipart fields. */
const finished = (userId: string, questionId: number, clip: Buffer) => ({
  userId,
  questionId: String(questionId),
  transcript: 'What helped me most is pacing.',
  video: { name: 'finished.webm', mimeType: 'video/webm', buffer: clip },
});

async function keep(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [name, address, sign] of screens) {
    // A new document each time: an address that differs in its fragment alone would load nothing.
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible();
    await expectKept(page, name);
  }
}

async function keepArchive(page: Page, story: PublishedStory): Promise<void> {
  await keep(page, screensOf(archivePages(story)));
  await page.goto('/stories');
  await page.getByRole('button', { name: 'Ask Emmie' }).click();
  await expectKept(page, 'stories-emmie');
  await page.keyboard.press('Escape');
  await page.getByText('List', { exact: true }).click();
  await expectKept(page, 'stories-list');
}

async function register(page: Page): Promise<string> {
  const person = { firstName: 'Vera', lastName: 'Marlow', email: 'vera@example.org', tag: true, instagram: '@vera' };
  const { user } = (await (await page.request.post('/api/register', { data: person })).json()) as RegisterResponse;
  await agree(page);
  return user.id;
}

async function answerAll(page: Page, clip: Buffer): Promise<void> {
  const videoData = `data:video/webm;base64,${clip.toString('base64')}`;
  for (const questionId of QUESTION_IDS) {
    const data = { questionId, title: 'Answer', videoData };
    expect((await page.request.post('/api/videos/upload-cloud', { data })).ok()).toBe(true);
  }
}

async function sendPhoto(page: Page): Promise<void> {
  const imageData = `data:image/jpeg;base64,${(await tinyPhoto()).toString('base64')}`;
  const data = { originalName: 'garden.jpg', imageData, description: 'My garden' };
  expect((await page.request.post('/api/photos', { data })).ok()).toBe(true);
}

async function submit(page: Page): Promise<void> {
  expect((await page.request.patch('/api/user/status', { data: { status: 'submitted' } })).ok()).toBe(true);
}

/** What a press of a button opens, kept and closed again. */
async function keepOpened(page: Page, opener: string | RegExp, name: string): Promise<void> {
  await page.getByRole('button', { name: opener }).filter({ visible: true }).first().click();
  await expect(page.locator('[role=dialog], [role=alertdialog]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectKept(page, name);
  await page.keyboard.press('Escape');
}

async function keepStaff(page: Page, userId: string, clip: Buffer): Promise<void> {
  await keep(page, screensOf(GATES));
  await page.request.post('/api/admin/session', { data: { password: STAFF_PASSWORD, name: 'Mara' } });
  for (const questionId of [0, 4]) {
    const response = await page.request.post('/api/admin/showcase-videos', {
      multipart: finished(userId, questionId, clip),
    });
    expect(response.status()).toBe(201);
  }
  await keep(page, [['admin', '/admin', 'All Users']]);
  await keepOpened(page, 'View', 'admin-photos');
  await keepOpened(page, 'Correct', 'admin-correct');
  await keepOpened(page, 'Delete', 'admin-delete');
  await keep(page, [['admin2', '/admin2', 'No redirects configured yet.']]);
  const redirect = { question: 6, redirectUrl: 'https://forms.example.org/wish', description: 'The last question' };
  await page.request.post('/api/admin2/redirects', { data: redirect });
  await keep(page, [['admin2-redirect', '/admin2', 'The last question']]);
  await keep(page, [['admin3', '/admin3', 'Vera Marlow']]);
  await keepOpened(page, /^Approve all 2/, 'admin3-approve-all');
  await keepOpened(page, 'View', 'admin3-view');
  await keepOpened(page, 'Edit', 'admin3-edit');
  await keepOpened(page, 'History', 'admin3-history');
  await keepOpened(page, 'Move', 'admin3-move');
  await openPart(page, 'Approved');
  await expect(page.getByRole('heading', { name: 'Grace Marlow' })).toBeVisible();
  await expectKept(page, 'admin3-approved');
  await keepOpened(page, 'Captions', 'admin3-captions');
  await openPart(page, 'Upload');
  await expectKept(page, 'admin3-upload');
  await keep(page, [['admin4', '/admin4', 'Story Data Export']]);
}

test.beforeEach(async ({ page, context }) => {
  await page.clock.setFixedTime(KEPT_AT);
  await holdDates(context);
});

const TEXT = 'is as it is kept, to look at and to hear';

test.describe('on the way to a story', () => {
  // One address is looked at without what it needs.
  test.use({ expectedConsoleError: 'Progress was not saved' });

  test(`every screen of a participant ${TEXT}`, async ({ page, browser }) => {
    const clip = await recordClip(browser);
    await keep(page, [...screensOf(OPEN_PAGES), ['save-progress', '/save-progress', 'Continue Your Interview']]);
    await register(page);
    await keep(page, [['interview', '/', questionOf(1)]]);
    await page.getByRole('button', { name: 'Allow Camera Access' }).click();
    await expect(page.getByText('Ready when you are')).toBeVisible();
    await expectKept(page, 'interview-camera');
    await answerAll(page, clip);
    await keep(page, [['interview-photos', '/', 'Upload photos of your life']]);
    await sendPhoto(page);
    await keep(page, [['interview-photo-sent', '/', 'My garden']]);
    await submit(page);
    await keep(page, [['interview-thanks', '/', 'Thank You!']]);
  });
});

test(`every page of the archive ${TEXT}`, async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  await keepArchive(page, await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip }));
});

test(`every page of the staff ${TEXT}`, async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  await publishVideos(server, { firstName: 'Grace', transcripts: TRANSCRIPTS, clip });
  const userId = await register(page);
  await answerAll(page, clip);
  await sendPhoto(page);
  await submit(page);
  await keepStaff(page, userId, clip);
});

test.describe('where producers have accounts', () => {
  test.use({ settings: { STAFF_ACCOUNTS: '1' } });

  test(`what the staff see otherwise ${TEXT}`, async ({ page }) => {
    await keep(page, [
      ['admin-accounts-gate', '/admin', 'Mail me a sign-in link'],
      ['admin-link', `${STAFF_LINK_PATH}${STAFF_LINK_FRAGMENT}none`, 'The link works once'],
      ['admin-link-dead', STAFF_LINK_PATH, 'This link does not work any more.'],
    ]);
  });
});
