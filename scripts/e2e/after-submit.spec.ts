import { MY_STORY_PATH } from '../../api/contract/stories/my-story.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import { WRITTEN_ANSWERS_PATH } from '../../api/contract/interview/written-answers.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { mailedLink } from './support/outbox.ts';
import { PHONE } from './support/phone.ts';
import { tinyPhoto } from './support/photo.ts';
import { publishStory } from './support/publish-story.ts';

test.use(PHONE);

test('whoever has handed their story in comes back to it by mail, and hides it', async ({ page, browser, server }) => {
  const clip = await recordClip(browser);
  const transcript = 'I loved to climb.';
  const story = await publishStory(server, { firstName: 'Ada', questionId: 1, transcript, clip });
  const { email, person } = story;
  for (const questionId of QUESTION_IDS)
    await person.send('PUT', `${WRITTEN_ANSWERS_PATH}/${questionId}`, { text: transcript, revision: 0 });
  const imageData = `data:image/jpeg;base64,${(await tinyPhoto()).toString('base64')}`;
  await person.send('POST', '/api/photos', { originalName: 'garden.jpg', imageData });
  // In the browser in which she began, her mailbox was shown to be hers.
  await person.send('POST', '/api/my-story/proof');
  const [, token] = (await mailedLink(server, email)).split('#signin=');
  await person.send('POST', '/api/auth/link', { token });
  await person.send('PATCH', '/api/user/status', { status: 'submitted' });

  await page.goto(MY_STORY_PATH);
  await page.getByRole('link', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume Your Interview' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Resume Interview' }).click();
  await expect(dialog.getByText(/We have sent a link to this e-mail address. It leads to “My story”/)).toBeVisible();

  await page.goto(await mailedLink(server, email));
  await page.getByRole('button', { name: 'Sign in and continue' }).click();
  await expect(page).toHaveURL(MY_STORY_PATH);
  await page.getByRole('button', { name: 'Hide now' }).click();
  await expect(page.getByText(/^Your story has been hidden since/)).toBeVisible();
  expect((await page.request.get(`/stories/${story.userName}`)).status()).toBe(404);

  await test.step('and in a browser that is known without a mail', async () => {
    await page.request.get('/api/logout');
    await page.goto('/#resume');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Resume Interview' }).click();
    await dialog.getByRole('link', { name: 'My story' }).click();
    await expect(page.getByRole('button', { name: 'Show it again' })).toBeVisible();
  });
});
