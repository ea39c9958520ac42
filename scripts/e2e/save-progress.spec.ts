import type { AdminUser } from '../../api/contract/staff/admin-participants.ts';
import type { Request } from 'playwright/test';
import {
  SAVE_PROGRESS_DIALOG_DELAY_MS,
  SAVE_PROGRESS_REDIRECT_DELAY_MS,
} from '../../api/contract/common/screen-numbers.ts';
import { Client } from '../lib/client.ts';
import { expect, test } from './support/journey-test.ts';
import { type Server, STAFF_PASSWORD } from './support/server.ts';

const BADGE = 'Upload Complete!';
const SUCCESS = 'Video Upload Successful! Redirecting...';

async function signInStaff(server: Server): Promise<Client> {
  const staff = new Client(server.url);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
  return staff;
}

test('a step is noted, and the way leads on to the address that staff have set', async ({ page, server }) => {
  const email = `edda+${crypto.randomUUID()}@example.org`;
  await new Client(server.url).send('POST', '/api/register', { firstName: 'Edda', lastName: 'Marlow', email });
  const staff = await signInStaff(server);
  const redirectUrl = `${server.url}/stories?from=form#content`;
  await staff.send('POST', '/api/admin2/redirects', { question: 2, redirectUrl, description: 'Next' });

  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/save-progress', async (route) => {
    await mayGoOn;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/save-progress?contact_email=${encodeURIComponent(email)}&question=2`);
  await expect(page.getByRole('heading', { name: 'Saving Your Progress' })).toBeVisible();
  await expect(page.getByText('Updating your progress...')).toBeVisible();
  await expect(page.getByText(BADGE)).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  goOn();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await page.clock.runFor(SAVE_PROGRESS_REDIRECT_DELAY_MS);
  await expect(page).toHaveURL(`/stories?from=form&contact_email=${encodeURIComponent(email)}#content`);

  const people = await staff.send<AdminUser[]>('GET', '/api/admin/all-users');
  expect(people.find((person) => person.email === email)?.lifeBeforeCompletedAt).toEqual(expect.any(String));
});

test('no request of the page names the address with the e-mail in it, and a reload still knows it and leads on', async ({
  page,
}) => {
  const telling: string[] = [];
  const look = async (request: Request) => {
    const { referer = '' } = await request.allHeaders();
    const isOpening = request.isNavigationRequest();
    if (referer.includes('a%40example') || (!isOpening && /a(@|%40)example/.test(request.url())))
      telling.push(request.url());
  };
  const looks: Promise<void>[] = [];
  page.on('request', (request) => void looks.push(look(request)));
  await page.clock.install();
  await page.goto('/save-progress?contact_email=a%40example.org&question=6#end');
  await expect(page).toHaveURL('/save-progress?question=6#end');
  await expect(page.getByText('Progress saved! No redirect configured.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Progress saved! No redirect configured.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Continue Your Interview' });
  await expect(dialog).toBeHidden();
  await page.clock.fastForward(SAVE_PROGRESS_DIALOG_DELAY_MS);
  await dialog.getByRole('link', { name: 'Answer Next Question' }).click();
  await expect(page).toHaveURL('/resume');
  await page.waitForLoadState('networkidle');
  await Promise.all(looks);
  expect(telling).toEqual([]);
});
