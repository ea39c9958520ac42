import type { Locator, Page } from 'playwright/test';
import { Client } from '../lib/client.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';
import { button, openPart, signInAgain } from './support/staff-page.ts';

// The lists hold nothing but a journey's own.
test.use({ isServerOwn: true });

const SRT = '1\n00:00:00,000 --> 00:00:00,400\nI loved to run\n\n2\n00:00:00,400 --> 00:00:01,000\nand to sing.\n';

const waiting = (page: Page) => page.getByRole('region', { name: 'Videos Waiting for Approval' });
const approved = (page: Page) => page.getByRole('region', { name: 'Approved Videos' });
const single = (page: Page) => page.getByRole('form', { name: 'Upload a video' });
const row = (page: Page, title: string) => waiting(page).getByRole('listitem', { name: title });

class Producer {
  private constructor(private readonly client: Client) {}

  static async signIn(server: Server): Promise<Producer> {
    const client = new Client(server.url);
    await client.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
    return new Producer(client);
  }

  edit(id: string, words: object): Promise<unknown> {
    return this.client.send('PATCH', `/api/admin/showcase-videos/${id}`, words);
  }
}

async function signIn(page: Page, path = '/admin3'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Sign out')).toBeVisible();
}

async function addVideo(page: Page, userId: string, clip: Buffer, texts: Record<string, string>): Promise<string> {
  const video = { name: 'film.webm', mimeType: 'video/webm', buffer: clip };
  const multipart = { userId, questionId: '1', ...texts, video };
  const response = await page.request.post('/api/admin/showcase-videos', { multipart });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

async function register(server: Server, firstName: string): Promise<string> {
  const person = { firstName, lastName: 'Marlow', email: `${firstName.toLowerCase()}@example.org` };
  const { user } = await new Client(server.url).send<{ user: { id: string } }>('POST', '/api/register', person);
  return user.id;
}

const storedWords = (page: Page) =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((kept) => Object.entries(kept))));

async function expectField(within: Page | Locator, label: string, value: string): Promise<void> {
  await expect(within.getByLabel(label, { exact: true })).toHaveValue(value);
}

test('what producers type survives Escape, clicks, a reload and a lost session, and nothing survives signing out', async ({
  page,
  context,
  browser,
  server,
}) => {
  const userId = await register(server, 'Wanda');
  const other = await Producer.signIn(server);
  await signIn(page);
  const id = await addVideo(page, userId, await recordClip(browser), { title: 'Her story', transcript: SRT });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Edit video' });
  const video = row(page, 'Her story');

  await button(video, 'Edit').click();
  await dialog.getByLabel('Description').fill('Typed for an hour');
  await page.keyboard.press('Escape');
  await expect(button(dialog, 'Keep editing')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectField(dialog, 'Description', 'Typed for an hour');
  await page.mouse.click(5, 5);
  await button(dialog, 'Close and keep').click();
  await expect(video.getByText('Your unsaved changes are kept in this browser.')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('staff-name', 'Jo'));
  await page.reload();
  await button(video, 'Edit').click();
  await expectField(dialog, 'Description', '');
  await page.evaluate(() => localStorage.removeItem('staff-name'));
  await page.reload();
  await button(video, 'Go on editing').click();
  await expect(dialog.getByText(/^Your unsaved words of .* are back\./)).toBeVisible();
  await expectField(dialog, 'Description', 'Typed for an hour');
  await dialog.getByLabel('Title').fill('My title');
  await signInAgain(page, 'Admin3 Panel', () => button(dialog, 'Save changes').click());
  await expectField(dialog, 'Title', 'My title');
  await page.reload();

  await other.edit(id, { title: 'Their title' });
  await page.reload();
  await button(row(page, 'Their title'), 'Go on editing').click();
  await expect(dialog.getByText(/begun from an older version/)).toBeVisible();
  await expect(dialog.locator('del')).toContainText(['Their']);
  await expect(dialog.locator('ins').first()).toHaveText('My');
  await button(dialog, 'Go on with mine').click();
  await expectField(dialog, 'Title', 'My title');
  await other.edit(id, { description: 'Theirs too', title: 'Her title' });
  await button(dialog, 'Save changes').click();
  await expect(dialog.getByText(/^Somebody else has changed these texts since you opened them\./)).toBeVisible();
  await button(dialog, 'Take theirs').first().click();
  await expectField(dialog, 'Title', 'Her title');
  await button(dialog, 'Replace their version').click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Her title')).toContainText('Typed for an hour');
  await expect(page.getByText('Your unsaved changes are kept')).toBeHidden();

  const captions = page.getByRole('dialog', { name: 'Captions' });
  await button(row(page, 'Her title'), 'Captions').click();
  await captions.getByRole('textbox').first().fill('I loved to dance');
  await page.reload();
  await button(row(page, 'Her title'), 'Captions').click();
  await expect(captions.getByRole('textbox').first()).toHaveValue('I loved to dance');
  await page.keyboard.press('Escape');
  await button(captions, 'Discard changes').click();
  await expect(page.getByText('Your unsaved changes are kept')).toBeHidden();
  await button(row(page, 'Her title'), 'Captions').click();
  await expect(captions.getByRole('textbox').first()).toHaveValue('I loved to run');
  await captions.getByRole('textbox').first().fill('Left behind');
  await page.keyboard.press('Escape');
  await button(captions, 'Close and keep').click();

  await openPart(page, 'Upload');
  await single(page).getByLabel('User').selectOption({ label: 'Wanda Marlow (wanda@example.org)' });
  await single(page).getByLabel('Transcript').fill('A whole transcript');
  await page.reload();
  await expectField(single(page), 'Transcript (optional)', 'A whole transcript');
  await expect(single(page).getByLabel('User')).toHaveValue(userId);
  const redirects = await context.newPage();
  await redirects.goto('/admin2');
  await redirects.getByLabel('Description').fill('Half a redirect');
  await redirects.reload();
  await expectField(redirects, 'Description', 'Half a redirect');
  expect(await storedWords(page)).toContain('A whole transcript');

  await button(redirects, 'Sign out').click();
  for (const tab of [redirects, page]) {
    await expect(tab.getByLabel('Password', { exact: true })).toBeVisible();
    expect(await storedWords(tab)).not.toMatch(/transcript|redirect|Left behind|staff-words/);
  }
  await signIn(page, '/admin3#upload');
  await expectField(single(page), 'Transcript (optional)', '');
});

test('words have a history, a wrong place is put right, and only what was looked at is approved', async ({
  page,
  browser,
  server,
}) => {
  const userId = await register(server, 'Cora');
  await register(server, 'Dora');
  const other = await Producer.signIn(server);
  await signIn(page);
  const id = await addVideo(page, userId, await recordClip(browser), { title: 'First title', transcript: 'Seen' });
  await page.reload();
  await expect(row(page, 'First title')).toBeVisible();
  await other.edit(id, { title: 'Second title', transcript: 'Not seen' });
  await button(row(page, 'First title'), 'Approve').click();
  const changed = page.getByRole('dialog', { name: 'This video changed since you looked at it' });
  await expect(changed.locator('del')).toHaveText(['First', 'Seen']);
  await expect(changed.locator('ins')).toHaveText(['Second', 'Not seen']);
  await button(changed, 'Not now').click();
  await expect(row(page, 'Second title')).toBeVisible();
  await button(row(page, 'Second title'), 'Approve').click();
  await button(changed, 'Approve the new version').click();
  await openPart(page, 'Approved');
  const live = approved(page).getByRole('listitem').first();
  await expect(live).toContainText('Second title');

  await button(live, 'History').click();
  const history = page.getByRole('dialog', { name: 'History of the words' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await history.getByRole('button', { name: /^Version 1/ }).click();
  await history.getByLabel('Compare with').selectOption({ label: 'The version as it is now' });
  await expect(history.locator('ins').first()).toHaveText('Second');
  await button(history, 'Restore version 1').click();
  await expect(live).toContainText('First title');
  expect(await (await page.request.get(await storyPath(page, id))).text()).toContain('Seen');

  await button(live, 'Move').click();
  const move = page.getByRole('dialog', { name: 'Move this video' });
  await move.getByLabel('Question').selectOption({ label: 'Story overview' });
  await expect(move.getByText(/^It stays approved/)).toBeVisible();
  await move.getByLabel('Person').selectOption({ label: 'Dora Marlow (dora@example.org)' });
  await expect(move.getByText(/waits for approval again/)).toBeVisible();
  const before = await storyPath(page, id);
  await button(move, 'Move video').click();
  await expect(move).toBeHidden();
  await openPart(page, 'Waiting');
  await expect(row(page, 'First title')).toContainText("Once approved, “Dora's Story” shows under “Story overview”");
  expect((await page.request.get(before)).status()).toBe(404);
});

async function storyPath(page: Page, id: string): Promise<string> {
  const response = await page.request.get(`/api/admin/showcase-videos/${id}`);
  return `/stories/${((await response.json()) as { user: { userName: string } }).user.userName}`;
}
