import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { archivePages, GATES, OPEN_PAGES, type PageState } from './support/own-pages.ts';
import { saveAnswer } from './support/participant.ts';
import { publishStory, publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';

// Colours that change take no time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const STAFF_PARTS = [
  ['Approved', 'Approved Videos'],
  ['Upload', 'Bulk upload'],
  ['Waiting', 'Videos Waiting for Approval'],
] as const;
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 800 };

/** What axe finds on both screens in the dark theme, and of colours in the light one; and where the page is too wide. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const screen of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen);
    found.push(...(await violationsAt(page)).map((violation) => `${screen.width}: ${violation}`));
  }
  return found;
}

async function violationsAt(page: Page): Promise<string[]> {
  expect(await readTheme(page)).toBe('dark');
  const found = await axe(page);
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (contentWidth > page.viewportSize()!.width) found.push('wider than the screen');
  // The themes are two sets of colours, and nothing else.
  await setTheme(page, 'light');
  found.push(...(await axe(page, COLOUR_RULES)).map((violation) => `light: ${violation}`));
  await setTheme(page, 'dark');
  return found;
}

async function axe(page: Page, rules?: string[]): Promise<string[]> {
  // No page has frames here, and a run that looks for some opens a page of its own each time.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (rules ? builder.withRules(rules) : builder).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

const readTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? 'dark');

/** As the switch of every page does, which a dialog may cover. */
async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
}

async function expectToKeepTheRules(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    // A new document each time: an address that differs in its fragment alone would load nothing.
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(await violations(page), address).toEqual([]);
  }
}

const addressesOf = (states: readonly PageState[]) => states.map(({ address }) => address);

test('every page that is open to everybody keeps the rules of accessibility', async ({ page }) => {
  await expectToKeepTheRules(page, addressesOf(OPEN_PAGES));
});

test('every page that a link opens, and what a story has without a proven e-mail, keep the rules of accessibility', async ({
  page,
  browser,
}) => {
  await expectToKeepTheRules(page, [
    '/resume?sent=1',
    '/privacy/2026-11-22',
    '/guardian#none',
    '/help#none',
    '/release#none',
  ]);
  const email = `${crypto.randomUUID()}@example.org`;
  await page.request.post('/api/register', { data: { firstName: 'Vera', lastName: 'Marlow', email } });
  await saveAnswer(page, 1, await recordClip(browser));
  await expectToKeepTheRules(page, ['/my-story']);
  await page.getByText('Somebody to talk to, now').click();
  await expect(page.getByRole('link', { name: '988', exact: true })).toHaveAttribute('href', 'tel:988');
});

test('everything that a person can do with their story keeps the rules of accessibility', async ({
  page,
  browser,
  server,
}) => {
  const clip = await recordClip(browser);
  const { email } = await publishStory(server, { firstName: 'Vera', questionId: 1, transcript: 'I am Vera.', clip });
  await page.request.post('/api/resume-interview', { data: { email } });
  const [, token] = (await mailedLink(server, email)).split('#signin=');
  await page.request.post('/api/auth/link', { data: { token } });
  await page.request.post('/api/user/unclaimed/claim');
  await page.goto('/my-story');
  await page.getByRole('textbox', { name: 'Name shown with my story' }).fill('Robin');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your own name can still be heard or read here.')).toBeVisible();
  await page.getByText('Write it down').click();
  await page.getByRole('button', { name: 'Watch' }).first().click();
  expect(await violations(page), 'a proven e-mail').toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await axe(page, COLOUR_RULES), 'on paper').toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  for (const asked of ['Withdraw my story', 'Delete everything about me']) {
    await page.getByRole('button', { name: asked }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await violations(page), asked).toEqual([]);
    await page.getByRole('button', { name: 'No, keep it' }).click();
  }
});

test('every page of the archive keeps the rules of accessibility', async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  const transcripts = { 1: 'I loved to climb.', 3: 'I rest.' };
  const story = await publishVideos(server, { firstName: 'Grace', transcripts, clip });
  await expectToKeepTheRules(page, addressesOf(archivePages(story)));
  await page.goto('/stories');
  await page.getByText('List', { exact: true }).click();
  expect(await violations(page), 'the list').toEqual([]);
  await page.getByRole('button', { name: 'Ask Emmie' }).click();
  expect(await violations(page), 'a dialog').toEqual([]);

  await page.goto(`/stories/${story.userName}#video-${story.videoId}`);
  for (const comfort of ['Listen only', 'Dim', 'Larger text'])
    await page.getByRole('button', { name: comfort }).click();
  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.loop = true));
  await page.getByRole('button', { name: 'Play Full Interview' }).click();
  await expect(page.getByText('Now playing: ')).toBeVisible();
  expect(await violations(page), 'a story that is heard').toEqual([]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Clips' }).click();
  expect(await violationsAt(page), 'the clips').toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await axe(page, COLOUR_RULES), 'on paper').toEqual([]);
});

test('every page of the staff keeps the rules of accessibility', async ({ page }) => {
  await expectToKeepTheRules(page, addressesOf(GATES));
  await page.goto('/admin3');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  expect(await violations(page), 'a password is typed').toEqual([]);
  await page.keyboard.press('Enter');
  for (const [part, heading] of STAFF_PARTS) {
    await page.getByRole('tab', { name: part }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await violations(page), `/admin3, ${part}`).toEqual([]);
  }
  for (const address of addressesOf(GATES)) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(await violations(page), address).toEqual([]);
  }
});
