import type { Page } from 'playwright/test';
import { expect, test } from './support/journey-test.ts';
import { tabTo } from './support/keyboard.ts';
import { mailedLink } from './support/outbox.ts';
import type { Server } from './support/server.ts';
import { expectToFit } from './support/sizes.ts';
import { button, toast } from './support/staff-page.ts';

test.use({ settings: { STAFF_ACCOUNTS: '1' } });

const GATE = 'Your e-mail';
const DESK = { width: 1440, height: 900 };

/** A producer of this journey alone. */
async function addProducer(server: Server, firstName: string): Promise<{ email: string; name: string }> {
  const id = crypto.randomUUID();
  const email = `${firstName.toLowerCase().slice(0, 20)}+${id}@example.org`;
  const name = `${firstName} ${id.slice(0, 6)}`;
  await server.addProducer(email, name);
  return { email, name };
}

async function askForLink(page: Page, server: Server, email: string): Promise<string> {
  const newest = () => mailedLink(server, email, '#link=').catch(() => null);
  const before = await newest();
  await page.getByLabel(GATE).fill(email);
  await page.getByLabel(GATE).press('Enter');
  await expect(page.getByText('If this address belongs to a producer, a link is on its way.')).toBeVisible();
  // It is mailed after the answer, so that nobody learns from the time of it who has an account.
  await expect.poll(newest).not.toBe(before);
  return (await newest())!;
}

async function signInByLink(page: Page, server: Server, email: string): Promise<void> {
  const link = await askForLink(page, server, email);
  await page.goto(link);
  await button(page, 'Sign in').click();
}

/** A device in this page that has passkeys, and whose person says yes. */
async function giveDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a mailed link signs in once, opens the page it was asked for, and the tab that waits comes back as it was', async ({
  page,
  server,
  context,
}) => {
  const { email, name } = await addProducer(server, 'Maria');
  await page.goto('/admin2');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard 2' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await signInByLink(page, server, email);
  await expect(page).toHaveURL(`${server.url}/admin2`);
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
  await page.getByLabel('Description').fill('half a thought');

  // The session ends meanwhile.
  expect((await page.request.delete('/api/admin/session')).status()).toBe(204);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  const link = await askForLink(page, server, email);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other).toHaveURL(`${server.url}/admin-link`);
  await button(other, 'Sign in').click();
  await expect(other).toHaveURL(`${server.url}/admin2`);
  await expect(page.getByLabel('Description')).toHaveValue('half a thought');

  await other.goto(link);
  await button(other, 'Sign in').click();
  await expect(other.getByText('This link does not work any more.')).toBeVisible();
  await other.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(other.getByText(`Signed in as ${name}`)).toBeVisible();
});

test('a passkey is added, signs in by the keyboard alone, gives a locked page back, and opens nothing once it is removed', async ({
  page,
  server,
}) => {
  await giveDevice(page);
  const { email, name } = await addProducer(server, 'Nora');
  await page.goto('/admin');
  await signInByLink(page, server, email);
  const producers = page.getByRole('region', { name: 'Producers' });
  await expect(producers.getByText('You have no passkey yet')).toBeVisible();
  await button(producers, 'Add a passkey').click();
  const passkeys = producers.getByRole('list', { name: 'Your passkeys' });
  await expect(passkeys.getByText('not used yet')).toBeVisible();

  await button(page, 'Sign out').click();
  await expect(page.getByLabel(GATE)).toBeFocused();
  await tabTo(page, button(page, 'Sign in with a passkey'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused();
  await expect(page.getByText('Access granted').first()).toBeVisible();
  await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
  await expect(passkeys.getByText('last used')).toBeVisible();

  await producers.getByText('Add a producer', { exact: true }).first().click();
  const typed = producers.getByLabel('Name');
  await typed.fill('Somebody');
  expect((await page.request.delete('/api/admin/session')).status()).toBe(204);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await button(page, 'Sign in with a passkey').click();
  await expect(typed).toHaveValue('Somebody');

  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(producers.getByText('You have no passkey yet')).toBeVisible();
  await button(page, 'Sign out').click();
  await button(page, 'Sign in with a passkey').click();
  await expect(page.getByText(/^This passkey opens nothing here/)).toBeVisible();
});

test('a producer who is removed is signed out at once, everywhere', async ({ page, browser, server }) => {
  const theirs = await addProducer(server, 'Olga');
  const own = await addProducer(server, 'Pia');
  const elsewhere = await browser.newPage({ baseURL: server.url });
  await elsewhere.goto('/admin4');
  await signInByLink(elsewhere, server, theirs.email);
  await expect(elsewhere.getByText(`Signed in as ${theirs.name}`)).toBeVisible();

  await page.goto('/admin');
  await signInByLink(page, server, own.email);
  const row = page.getByRole('region', { name: 'Producers' }).getByRole('listitem').filter({ hasText: theirs.email });
  await button(row, 'Remove').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  // A look that has begun before says that all is well.
  await expect(async () => {
    await elsewhere.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(elsewhere.getByText('Your session has ended.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await elsewhere.close();
});

test('the gate, the page of a link and the list of producers fit every size', async ({ page, server }) => {
  test.slow();
  await giveDevice(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await addProducer(server, 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch');
  const { email } = await addProducer(server, 'Rosa');
  await page.goto('/admin');
  await expect(button(page, 'Sign in with a passkey')).toBeVisible();
  await expectToFit(page, 'gate with accounts');
  await page.goto(await askForLink(page, server, email));
  await expectToFit(page, 'page of a link');
  await page.setViewportSize(DESK);
  await button(page, 'Sign in').click();
  const producers = page.getByRole('region', { name: 'Producers' });
  await button(producers, 'Add a passkey').click();
  await expect(producers.getByText('not used yet')).toBeVisible();
  await producers.getByText('Add a producer', { exact: true }).first().click();
  await expect(toast(page).getByRole('listitem')).toHaveCount(0);
  await expectToFit(page, 'producers');
  await page.setViewportSize(DESK);
  await producers.getByRole('listitem').filter({ hasText: 'Llanfair' }).getByRole('button').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectToFit(page, 'removing a producer');
});
