import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright/test';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory } from './support/publish-story.ts';
import { Server } from './support/server.ts';
import { button, failOnce, signIn, signInAgain, toast } from './support/staff-page.ts';
import { DATE, deleteStrangersUploads, expectPhotos, registerWanda, WANDA } from './support/staff-people.ts';

const READY_COLUMNS = ['Name', 'E-mail', 'Media upload completed', 'Photos', 'Tag on social', 'Instagram', 'TikTok'];
const STEPS = ['Q0 Identity', 'Q1 Intro', 'Q2 Before', 'Q3 Trigger', 'Q4 Today', 'Q5 Coping', 'Q6 Dreams', 'Q7 Wish'];

const headings = (table: Locator) => table.getByRole('columnheader').allInnerTexts();

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
    expect((await headings(ready)).slice(0, -1)).toEqual(READY_COLUMNS);
    const all = page.getByRole('region', { name: 'All Users' });
    const columns = ['Name', 'E-mail', 'Registered', ...STEPS, 'Media upload', 'Photos needed', 'Photos', 'Actions'];
    expect((await headings(all)).join('\n').split(/\n+/)).toEqual(columns);
    await all.getByRole('switch', { name: 'Photos needed' }).click();
    await expect(all.getByRole('switch', { name: 'Photos needed' })).not.toBeChecked();

    await page.setViewportSize({ width: 360, height: 800 });
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    for (const text of [WANDA, ...STEPS]) await expect(all.getByRole('listitem').getByText(text)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });

    await expectPhotos(page, ready);
    await deleteStrangersUploads(page, server);

    await all.getByLabel('Find by name, e-mail or handle').fill('nobody');
    await expect(all.getByText('No user matches.')).toBeVisible();
    await signInAgain(page, 'Admin Access', () => button(page, 'Refresh Data').click());
    await expect(all.getByLabel('Find by name, e-mail or handle')).toHaveValue('nobody');
    await button(all, 'Show everyone').click();

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
    await signInAgain(page, 'Admin Dashboard 2', () => button(page, 'Add redirect').click());
    await expect(page.getByLabel('Question number')).toHaveValue('6');
    await expect(page.getByLabel('Description')).toHaveValue('The last question');
    await button(page, 'Add redirect').click();

    const list = page.getByRole('region', { name: 'Current redirects' });
    await expect(list.getByRole('heading', { name: '6 Wish People Understood' })).toBeVisible();
    await expect(list.getByRole('link', { name: 'https://forms.example.org/wish' })).toBeVisible();
    await expect(list.getByText('The last question')).toBeVisible();
    const next = await page.request.get(`${server.url}/api/redirect/6`);
    expect(await next.json()).toEqual({ redirectUrl: 'https://forms.example.org/wish' });

    await failOnce(page, '**/api/admin2/redirects/*');
    await button(list, 'Edit').click();
    await expect(list.getByLabel('Question number')).toBeFocused();
    await list.getByLabel('Description').fill('The very last question');
    await button(list, 'Save').click();
    await expect(toast(page).getByText('Failed to update redirect')).toBeVisible();
    await button(list, 'Save').click();
    await expect(list.getByText('The very last question')).toBeVisible();
    await expect(button(list, 'Edit')).toBeFocused();

    await failOnce(page, '**/api/admin2/redirects/*');
    await button(list, 'Delete').click();
    await expect(toast(page).getByText('Failed to delete redirect')).toBeVisible();
    await button(list, 'Delete').click();
    await expect(page.getByText('No redirects configured yet.')).toBeVisible();
    await button(list, 'Undo').click();
    await expect(list.getByText('The very last question')).toBeVisible();
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
