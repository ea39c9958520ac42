import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishVideos } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { button, toast } from './support/staff-page.ts';
import { registerWanda, WANDA } from './support/staff-people.ts';

test.use({ isServerOwn: true });

test('producers correct a name, see every version of it, and restore one', async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  const { userName } = await publishVideos(server, { firstName: 'Jhonny', transcripts: { 1: 'A lark sings.' }, clip });
  const day = userName.slice('jhonny-'.length);
  await page.goto('/admin');
  await page.getByLabel('Your name').fill('Maria');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  const all = page.getByRole('region', { name: 'All Users' });
  await button(all, 'Correct').click();
  const dialog = page.getByRole('dialog', { name: 'Correct Jhonny Marlow' });
  const redirect = dialog.getByRole('checkbox', { name: 'The old address leads to the new one' });
  const firstName = dialog.getByLabel('First name');
  await expect(redirect).toBeHidden();
  await firstName.fill('Sarah');
  await expect(redirect).not.toBeChecked();
  await page.reload();
  await button(all, 'Correct').click();
  await expect(dialog.getByText(/^Your unsaved words of .* are back\./)).toBeVisible();
  await expect(firstName).toHaveValue('Sarah');
  await page.keyboard.press('Escape');
  await expect(button(dialog, 'Keep editing')).toBeFocused();
  await button(dialog, 'Discard changes').click();
  await button(all, 'Correct').click();
  await expect(firstName).toHaveValue('Jhonny');
  await firstName.fill('Johnny');
  await expect(redirect).toBeChecked();
  await expect(dialog.getByText(`/stories/${userName}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page).getByText('Johnny Marlow is corrected.')).toBeVisible();
  await expect(all.getByText('Johnny Marlow', { exact: true })).toBeVisible();

  const visitor = await browser.newContext({ baseURL: server.url });
  const story = await visitor.newPage();
  await story.goto(`/stories/${userName}#video-1`);
  await expect(story).toHaveURL(`/stories/johnny-${day}#video-1`);
  await expect(story.getByRole('heading', { name: "Johnny's Story" }).first()).toBeVisible();

  // Somebody else is quicker.
  await button(all, 'Correct').click();
  const again = page.getByRole('dialog', { name: 'Correct Johnny Marlow' });
  await again.getByLabel('Last name').fill('Marlowe');
  const users = (await (await page.request.get('/api/admin/all-users')).json()) as { id: string }[];
  await page.request.patch(`/api/admin/users/${users[0]!.id}`, { data: { firstName: 'Jonny', tag: true } });
  await button(again, 'Save correction').click();
  await expect(again.getByText('the first name is now “Jonny”, the wish to be tagged is now yes')).toBeVisible();
  await button(again, 'Save all the same').click();
  await expect(toast(page).getByText('Jonny Marlowe is corrected.')).toBeVisible();
  expect((await page.request.get(`/stories/johnny-${day}`)).status()).toBe(404);

  await button(all, 'Correct').click();
  const last = page.getByRole('dialog', { name: 'Correct Jonny Marlowe' });
  const versions = last.getByRole('region', { name: 'Earlier names' }).getByRole('listitem');
  await expect(versions).toHaveCount(4);
  await expect(versions.first()).toContainText(/Jonny Marlowe.*before: Jonny Marlow.*Corrected by Maria.*In use/s);
  await expect(versions.last()).toContainText(/Jhonny Marlow.*As registered/s);
  await expect(versions.first().locator('mark')).toHaveText('e');
  await button(versions.nth(2), 'Restore Johnny Marlow').click();
  await expect(toast(page).getByText('Johnny Marlow is corrected.')).toBeVisible();
  await expect(last).toBeHidden();
  await story.reload();
  await expect(story.getByRole('heading', { name: "Johnny's Story" }).first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Last staff actions' }).getByText('Corrected a user').first(),
  ).toBeVisible();
  await visitor.close();
});

test('producers correct an e-mail, and take Done back', async ({ page, server }) => {
  await registerWanda(server);
  await page.goto('/admin');
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  const all = page.getByRole('region', { name: 'All Users' });
  await button(all, 'Correct').click();
  const dialog = page.getByRole('dialog', { name: 'Correct Wanda Marlow' });
  const email = dialog.getByLabel('E-mail');
  await email.fill('wanda@');
  await button(dialog, 'Save correction').click();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await email.fill('wanda.m@example.org');
  await expect(dialog.getByText('signed out everywhere')).toBeVisible();
  await dialog.getByLabel('Instagram').fill('@wanda');
  await button(dialog, 'Save correction').click();
  await expect(all.getByText('wanda.m@example.org', { exact: true })).toBeVisible();
  // What came publicly stays under the e-mail that its sender gave.
  await expect(page.getByRole('region', { name: 'Uploads under other e-mails' }).getByText(WANDA)).toBeVisible();

  const ready = page.getByRole('region', { name: 'Ready for processing' });
  await expect(ready.getByText('@wanda', { exact: true })).toBeVisible();
  await button(ready, 'Done').click();
  await expect(page.getByText('No users are ready for processing')).toBeVisible();
  await button(all, 'Not done').click();
  await expect(toast(page).getByText('Wanda Marlow is ready for processing again.')).toBeVisible();
  await expect(button(ready, 'Done')).toBeVisible();
  await expect(button(all, 'Not done')).toBeHidden();
});
