import type { Page } from 'playwright/test';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../api/testing/sample-media.ts';
import { Client } from '../lib/client.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import type { Server } from './support/server.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Somebody who registers an e-mail that is not theirs, and tells a part of a story under it. */
async function beginAs(client: Client, email: string): Promise<void> {
  await client.send('POST', '/api/register', { firstName: 'Mallory', lastName: 'Stranger', email });
  const videoData = toDataUrl(sampleWebm(), 'video/webm');
  await client.send('POST', '/api/videos/upload-cloud', { questionId: 1, title: 'Answer', videoData });
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  await client.send('POST', '/api/photos', { originalName: 'me.jpg', imageData });
}

async function comeByMail(page: Page, server: Server, email: string): Promise<void> {
  await new Client(server.url).send('POST', '/api/resume-interview', { email });
  await page.goto(await mailedLink(server, email));
  await button(page, 'Sign in and continue').click();
  await expect(page.getByRole('heading', { name: 'Is this yours?' })).toBeVisible();
}

test('an owner who comes by mail says that what was begun is not theirs, and starts anew', async ({ page, server }) => {
  const email = `olga-${crypto.randomUUID()}@example.org`;
  const stranger = new Client(server.url);
  await beginAs(stranger, email);
  await comeByMail(page, server, email);
  await expect(page.getByText(/as Mallory Stranger/)).toBeVisible();
  await expect(page.getByText(/1 answer and 1 photo, the last on/)).toBeVisible();

  await button(page, 'Decide later').click();
  await expect(page.getByText('Question 1 of 6')).toBeVisible();
  await button(page, 'Is this yours?').click();
  await button(page, 'Not mine').click();
  const dialog = page.getByRole('dialog', { name: 'Delete what was begun?' });
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(dialog.getByText('Please enter your first name.')).toBeVisible();
  await dialog.getByLabel('First name').fill('Olga');
  await dialog.getByLabel('Last name').fill('Owner');
  await dialog.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('Question 1 of 6')).toBeVisible();
  const user = (await (await page.request.get('/api/auth/user')).json()) as object;
  expect(user).toMatchObject({ firstName: 'Olga', unclaimed: null });
  await expect(stranger.send('GET', '/api/photos')).rejects.toThrow();
});

test('a link that is opened where its person is signed in confirms the e-mail and disturbs nothing', async ({
  page,
  server,
}) => {
  const email = `omar-${crypto.randomUUID()}@example.org`;
  await page.request.post('/api/register', { data: { firstName: 'Omar', lastName: 'Marlow', email } });
  await new Client(server.url).send('POST', '/api/resume-interview', { email });
  await page.goto(await mailedLink(server, email));
  await expect(page.getByText('Your e-mail is confirmed').first()).toBeVisible();
  await expect(page.getByText('Question 1 of 6')).toBeVisible();
  const user = (await (await page.request.get('/api/auth/user')).json()) as object;
  expect(user).toMatchObject({ isEmailProven: true, unclaimed: null });
});

test('after a break the device can be forgotten from the landing page, with what it keeps', async ({ page }) => {
  await page.goto('/');
  await expect(button(page, 'Forget this device')).toHaveCount(0);
  const email = `ines-${crypto.randomUUID()}@example.org`;
  const registered = await page.request.post('/api/register', {
    data: { firstName: 'Ines', lastName: 'Marlow', email },
  });
  const { user } = (await registered.json()) as { user: { id: string } };
  await page.goto('/');
  await keepTake(page, user.id);
  await button(page, 'Take a break').click();
  await expect(page.getByText('This browser remembers who told a story here')).toBeVisible();

  await button(page, 'Forget this device').click();
  const dialog = page.getByRole('alertdialog', { name: 'Forget this device?' });
  await expect(dialog.getByText('One recording in this browser is not saved yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await countTakes(page)).toBe(1);
  await button(page, 'Forget this device').click();
  await dialog.getByRole('button', { name: 'Forget this device' }).click();
  await expect(page.getByText('This device is forgotten').first()).toBeVisible();
  await expect(button(page, 'Forget this device')).toHaveCount(0);
  expect(await countTakes(page)).toBe(0);
  const resumed = await page.request.post('/api/resume-interview', { data: { email } });
  expect(await resumed.json()).toEqual({ nextQuestionUrl: '/resume?sent=1' });
});

/** As the interview keeps a recording until the server has it. */
function keepTake(page: Page, participantId: string): Promise<void> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('interview-takes', 1);
      opening.onupgradeneeded = () => ['takes', 'pieces'].forEach((name) => opening.result.createObjectStore(name));
      opening.onsuccess = () => resolve(opening.result);
      opening.addEventListener('error', () => reject(new Error('The recordings cannot be opened.')));
    });
    const known = { questionId: 1, origin: 'recorded', filename: 'a.webm', mimeType: 'video/webm', durationSeconds: 2 };
    const take = {
      ...known,
      participantId: id,
      id: 'take',
      recordedAt: new Date(),
      pieces: 1,
      bytes: 4_000,
      isWhole: true,
    };
    const transaction = database.transaction(['takes', 'pieces'], 'readwrite');
    transaction.objectStore('takes').put(take, [id, 1, 'take']);
    transaction.objectStore('pieces').put(new ArrayBuffer(4_000), [id, 1, 'take', 0]);
    await new Promise<void>((resolve) => (transaction.oncomplete = () => resolve()));
    database.close();
  }, participantId);
}

function countTakes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('interview-takes', 1);
      opening.onsuccess = () => resolve(opening.result);
    });
    const counting = database.transaction('takes').objectStore('takes').count();
    const count = await new Promise<number>((resolve) => (counting.onsuccess = () => resolve(counting.result)));
    database.close();
    return count;
  });
}
