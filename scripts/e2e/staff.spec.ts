import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { tinyPhoto } from './support/photo.ts';
import { publishStory } from './support/publish-story.ts';
import { Server, STAFF_PASSWORD } from './support/server.ts';

const WANDA = 'wanda@example.org';
const STEPS = ['Q0 Identity', 'Q1 Intro', 'Q2 Before', 'Q3 Trigger', 'Q4 Today', 'Q5 Coping', 'Q6 Dreams', 'Q7 Wish'];
const DATE = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/;

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

async function signIn(page: Page, title: string, texts: { wrong: string[]; granted: string[] }): Promise<void> {
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await password.press('Enter');
  for (const text of texts.wrong) await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
  await password.fill(STAFF_PASSWORD);
  await password.press('Enter');
  for (const text of texts.granted) await expect(toast(page).getByText(text, { exact: true })).toBeVisible();
}

/** Answers the next call to `path` as a server that fails. */
async function failOnce(page: Page, path: string, status = 500): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, body: 'out of order' }), { times: 1 });
}

/** Registers Wanda, who may be tagged, and sends a photo of hers through the public page. */
async function registerWanda(server: Server): Promise<void> {
  const visitor = new Client(server.url);
  const handles = { tag: true, instagram: '@wanda.rests', tiktok: '@wanda.tok' };
  await visitor.send('POST', '/api/register', { firstName: 'Wanda', lastName: 'Marlow', email: WANDA, ...handles });
  const form = new FormData();
  form.set('submitterEmail', WANDA);
  form.set('fileCount', '1');
  form.set('description0', 'My garden, before');
  form.set('file0', new Blob([new Uint8Array(await tinyPhoto())], { type: 'image/jpeg' }), 'garden.jpg');
  await visitor.send('POST', '/api/public/upload', form);
}

test.describe('staff pages', () => {
  /** Of their own, as nobody may have registered yet; the one that journeys share need not start. */
  let server: Server;
  test.use({ baseURL: '' });
  test.beforeAll(async () => {
    server = await Server.start();
  });
  test.afterAll(() => server.dispose());

  test('producers process and delete people on /admin', async ({ page }) => {
    await page.goto(`${server.url}/admin`);
    await signIn(page, 'Admin Access', { wrong: ['Access denied', 'Invalid password'], granted: ['Access granted'] });
    await expect(page.getByText('No users are ready for processing')).toBeVisible();
    await expect(page.getByText('No users registered yet')).toBeVisible();

    await registerWanda(server);
    await failOnce(page, '**/api/admin/photo-summary');
    await button(page, 'Refresh Data').click();
    await expect(page.getByText('Photo loading error: Failed to fetch photo summary')).toBeVisible();
    await button(page, 'Refresh Data').click();
    await expect(page.getByRole('region', { name: 'Overview' })).toContainText(/Users\s*1\s*Media\s*1/);

    const ready = page.getByRole('region', { name: 'Ready for processing' });
    for (const text of ['Wanda Marlow', WANDA, 'Yes', '@wanda.rests', '@wanda.tok']) {
      await expect(ready.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(ready).toContainText(DATE);
    const all = page.getByRole('region', { name: 'All Users' });
    for (const step of STEPS) await expect(all.getByText(step)).toBeVisible();
    await all.getByRole('switch', { name: 'Photos needed' }).click();
    await expect(all.getByRole('switch', { name: 'Photos needed' })).not.toBeChecked();

    await expectPhotos(page, ready);

    await failOnce(page, '**/api/admin/mark-user-done/*');
    await button(ready, 'Done').click();
    await expect(toast(page).getByText('Failed to mark user as done')).toBeVisible();
    await button(ready, 'Done').click();
    await expect(page.getByText('No users are ready for processing')).toBeVisible();

    await failOnce(page, '**/api/admin/delete-user/*');
    for (const outcome of ['Failed to delete user', 'Wanda Marlow and all their data are deleted.']) {
      await button(all, 'Delete').click();
      await button(page.getByRole('alertdialog'), 'Delete user').click();
      await expect(toast(page).getByText(outcome)).toBeVisible();
    }
    await expect(page.getByText('No users registered yet')).toBeVisible();
    const actions = page.getByRole('region', { name: 'Last staff actions' });
    for (const action of ['Marked as done', 'Downloaded a photo', 'Deleted a user']) {
      await expect(actions.getByText(action)).toBeVisible();
    }
  });

  test('producers lead people on from /admin2', async ({ page }) => {
    await page.goto(`${server.url}/admin2`);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('seen');
    await button(page, 'Show password').click();
    await expect(password).toHaveAttribute('type', 'text');
    await button(page, 'Hide password').click();
    await expect(password).toHaveAttribute('type', 'password');
    await signIn(page, 'Admin Dashboard 2', { wrong: ['Incorrect password'], granted: ['Access granted'] });
    await expect(page.getByRole('heading', { name: 'Redirect Management Dashboard' })).toBeVisible();
    await expect(page.getByText('No redirects configured yet.')).toBeVisible();

    await button(page, 'Add redirect').click();
    await expect(toast(page).getByText('Please fill in all fields')).toBeVisible();
    await page.getByLabel('Question number').selectOption({ label: '6 Wish People Understood' });
    await page.getByLabel('Redirect URL').fill('http://forms.example.org/wish');
    await page.getByLabel('Description').fill('The last question');
    await button(page, 'Add redirect').click();
    await expect(toast(page).getByText('Failed to add redirect')).toBeVisible();
    await expect(toast(page).getByText('The address must begin with https://.')).toBeVisible();
    await page.getByLabel('Redirect URL').fill('https://forms.example.org/wish');
    await button(page, 'Add redirect').click();

    const list = page.getByRole('region', { name: 'Current redirects' });
    await expect(list.getByRole('heading', { name: '6 Wish People Understood' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'https://forms.example.org/wish' })).toBeVisible();
    await expect(list.getByText('The last question')).toBeVisible();
    const next = await page.request.get(`${server.url}/api/redirect/6`);
    expect(await next.json()).toEqual({ redirectUrl: 'https://forms.example.org/wish' });

    await failOnce(page, '**/api/admin2/redirects/*');
    await button(list, 'Delete').click();
    await expect(toast(page).getByText('Failed to delete redirect')).toBeVisible();
    await button(list, 'Delete').click();
    await expect(page.getByText('No redirects configured yet.')).toBeVisible();
    await button(list, 'Undo').click();
    await expect(list.getByText('The last question')).toBeVisible();
  });

  test('producers export the transcripts on /admin4', async ({ page, browser }) => {
    const transcript = 'Now a good day is one conversation.';
    await publishStory(server, { firstName: 'Edith', questionId: 3, transcript, clip: await recordClip(browser) });
    await page.goto(`${server.url}/admin4`);
    await signIn(page, 'Admin4 Panel', {
      wrong: ['Access Denied', 'Incorrect password'],
      granted: ['Access Granted', 'Welcome to Admin4 Panel - Story Data Export'],
    });
    await expect(page.getByRole('heading', { name: 'Story Data Export' })).toBeVisible();

    await failOnce(page, '**/api/users');
    await button(page, 'Download Markdown file').click();
    await expect(toast(page).getByText('Export Failed')).toBeVisible();
    await expect(toast(page).getByText('Failed to generate markdown file. Please try again.')).toBeVisible();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download Markdown file').click(),
    ]);
    const day = new Date().toISOString().slice(0, 10);
    expect(download.suggestedFilename()).toBe(`story-data-export-${day}.md`);
    const markdown = await readFile(await download.path(), 'utf8');
    expect(markdown).toContain('## Edith Marlow');
    expect(markdown).toContain(`### Life today\n\n${transcript}`);
    await expect(page.getByText(/is downloaded, with the stories of 1 person\.$/)).toBeVisible();

    await page.getByRole('navigation', { name: 'Staff pages' }).getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await button(page, 'Sign out').click();
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
  });
});

/** Looks at the one photo of the person in `row`, and at what can go wrong on the way. */
async function expectPhotos(page: Page, row: Locator): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Photos of Wanda Marlow' });
  await failOnce(page, '**/api/admin/user-photos/*', 400);
  await button(row, 'View').click();
  await expect(panel.getByText('Failed to load photos: Failed to fetch user photos: 400 out of order')).toBeVisible();
  await button(panel, 'Try again').click();
  for (const text of ['garden.jpg', 'My garden, before', /MB, /, DATE]) {
    await expect(panel.getByText(text).first()).toBeVisible();
  }

  await failOnce(page, '**/api/admin/photo/*/data', 400);
  await button(panel, 'Load Image').click();
  // Behind the panel the toast is no part of the page for a screen reader: there the reason is written.
  await expect(page.getByText('Failed to load photo', { exact: true })).toBeVisible();
  await expect(panel.getByText('Could not load photo data')).toBeVisible();
  await button(panel, 'Load Image').click();
  await expect(panel.getByRole('img', { name: 'My garden, before' })).toBeVisible();
  for (const opener of [panel.getByRole('img'), panel.getByRole('link', { name: 'View Photo' })]) {
    const [tab] = await Promise.all([page.waitForEvent('popup'), opener.click()]);
    await expect(tab.getByRole('img', { name: 'Photo' })).toBeVisible();
    await tab.close();
  }

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('garden.jpg');
  await button(panel, 'Close').click();
  await expect(panel).toBeHidden();

  await page.route('**/api/admin/user-photos/*', (route) => route.fulfill({ json: [] }), { times: 1 });
  await button(row, 'View').click();
  await expect(panel.getByText('No photos found for this user')).toBeVisible();
  await page.keyboard.press('Escape');
}
