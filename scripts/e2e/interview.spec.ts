import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './support/journey-test.ts';
import { luminanceOf } from './support/luminance.ts';
import { onQuestion, openInterview, playedSeconds, recordBriefly, skipCountdown } from './support/participant.ts';

/** Toasts are also read out, so their text stands twice for a moment. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A tooltip comes after 700 ms, and at once within 300 ms of the one before. */
async function expectTooltipDelays(page: Page, text: string): Promise<void> {
  const tooltip = page.getByRole('tooltip', { name: text });
  const { x, y } = (await button(page, 'Next').boundingBox())!;
  const enter = () => page.mouse.move(x + 10, y + 10, { steps: 3 });
  const leave = async () => {
    await page.mouse.move(5, 5, { steps: 10 });
    await expect(tooltip).toBeHidden();
  };
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await button(page, 'Next').blur();
  await leave();
  await page.clock.runFor(301);
  await enter();
  await page.clock.runFor(699);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
  await leave();
  await page.clock.runFor(299);
  await enter();
  await expect(tooltip).toBeVisible();
  await leave();
  await page.clock.runFor(301);
  await enter();
  await page.clock.runFor(699);
  await expect(tooltip).toBeHidden();
  await page.clock.resume();
}

test('the interview shows where one is, and what is missing before the next question', async ({ page }) => {
  await openInterview(page);
  await expect(page.getByText('My ME/CFS Story')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ME/CFS Interview' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Stories' })).toHaveAttribute('href', '/stories');
  await onQuestion(page, 1);
  await expect(page.getByText('0 %')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Life before ME/CFS' })).toBeVisible();
  await expect(page.getByText('Before ME/CFS I loved to')).toBeVisible();
  await expect(page.getByText('Camera Permission Required')).toBeVisible();
  await expect(page.getByText(/A short video will be produced.*invited to join the documentary/)).toBeVisible();
  await expect(button(page, 'Previous')).toBeDisabled();
  await expect(button(page, 'Next')).toBeDisabled();

  await button(page, 'Next').click({ force: true });
  await expect(toast(page, 'Question not answered')).toBeVisible();
  const why = 'Please record a response to this question before moving to the next one.';
  await expect(toast(page, why).first()).toBeVisible();
  await button(page, 'Record').click({ force: true });
  await expect(toast(page, 'Camera access required')).toBeVisible();
  await expect(toast(page, 'Please allow camera access to record your response.')).toBeVisible();
  await expect(toast(page, 'Question not answered')).toBeHidden();
  await button(page, 'Next').focus();
  await expect(page.getByRole('tooltip', { name: why })).toBeVisible();

  await expectTooltipDelays(page, why);
  await expectLittleLight(page);

  await page.getByRole('button', { name: 'Take a break' }).click();
  await expect(page.getByText('New interviews are currently not being accepted').first()).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

for (const height of [640, 740, 800]) {
  test(`a toast leaves the controls of a phone of 360 × ${height} free`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height });
    await openInterview(page);
    await onQuestion(page, 1);
    await button(page, 'Allow Camera Access').click();
    await expect(button(page, 'Record')).toBeVisible();
    await button(page, 'Next').click({ force: true });
    await expect(toast(page, 'Question not answered')).toBeVisible();
    for (const name of ['Previous', 'Record', 'Next']) await expectOnTop(page, name);
    await button(page, 'Write it instead').click();
    await page.getByLabel('Your answer in words').fill('Mine');
    await button(page, 'Done').scrollIntoViewIfNeeded();
    await expectOnTop(page, 'Done');
  });
}

test('a toast leaves free what it tells somebody to press who has registered before', async ({ page, server }) => {
  const known = { firstName: 'Vera', lastName: 'Marlow', email: 'vera.known@example.org' };
  await page.request.post('/api/register', { data: known });
  await page.context().clearCookies();
  for (const height of [640, 740, 800]) {
    await page.setViewportSize({ width: 360, height });
    await page.goto(`${server.url}/?again=${height}#get-started`);
    const dialog = page.getByRole('dialog', { name: 'Get Started - Enter Your Information' });
    await dialog.getByLabel('First name').fill(known.firstName);
    await dialog.getByLabel('Last name').fill(known.lastName);
    await dialog.getByLabel('E-mail').fill(known.email);
    await dialog.getByRole('button', { name: 'Start Interview' }).click();
    await expect(toast(page, 'Email Already Registered').first()).toBeVisible();
    await expectOnTop(page, 'Resume Interview');
  }
});

test('a page whose script is cut off says so, and comes at the next try', async ({ page }) => {
  await openInterview(page);
  await page.route('**/_astro/*.js', (route) => route.abort());
  for (const address of ['/', '/my-story', '/upload']) {
    await page.goto(address);
    await expect(page.getByRole('alert').getByText('This page could not be loaded')).toBeVisible();
    await expect(page.locator('#content')).toHaveRole('main');
  }
  await page.unroute('**/_astro/*.js');
  await button(page, 'Try Again').click();
  await expect(button(page, 'Submit Media')).toBeVisible();
});

/** In the page: nothing lies over it where a finger would touch it. */
function isOnTop(control: HTMLElement | SVGElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

async function expectOnTop(page: Page, name: string): Promise<void> {
  expect([name, await button(page, name).evaluate(isOnTop)]).toEqual([name, true]);
}

/** The quiet way in its darkest theme, on a desktop and on a phone in either position. */
async function expectLittleLight(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('interview-quiet', JSON.stringify({ isQuiet: true })));
  await page.reload();
  const size = page.viewportSize()!;
  for (const [width, height] of [
    [1440, 900],
    [360, 800],
    [800, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByText('Camera Permission Required')).toBeVisible();
    expect(await luminanceOf(page)).toBeLessThanOrEqual(0.06);
  }
  await page.setViewportSize(size);
}

test('the quiet way shows the ways out where the browser cannot record, and dims what a dialog shows', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'MediaRecorder');
    localStorage.setItem('interview-quiet', JSON.stringify({ isQuiet: true }));
  });
  await openInterview(page);
  const ways = button(page, 'Other ways to answer');
  await expect(ways).toBeHidden();
  await button(page, 'Allow Camera Access').click();
  await expect(page.getByRole('alert')).toHaveText('Browser not supported');
  for (const [width, height] of [
    [1440, 900],
    [360, 800],
    [800, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(ways).toBeVisible();
    await expect(button(page, 'Write it instead')).toBeVisible();
  }
  const filters = await page.evaluate(() =>
    ['.interview', '[data-modal]'].flatMap((place) => {
      const parent = document.querySelector(place) ?? document.body.appendChild(document.createElement('div'));
      if (place === '[data-modal]') parent.setAttribute('data-modal', '');
      return ['img', 'video'].map((kind) => getComputedStyle(parent.appendChild(document.createElement(kind))).filter);
    }),
  );
  expect(filters).toEqual(Array.from({ length: 4 }, () => 'brightness(0.25)'));
});

test('a recording is reviewed, downloaded, redone, saved, played back and replaced', async ({ page }) => {
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await recordBriefly(page);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
  expect(download.suggestedFilename()).toMatch(/\.webm$/);
  expect((await readFile(await download.path())).length).toBeGreaterThan(1_000);

  await button(page, 'Redo').click();
  await expect(button(page, 'Record')).toBeVisible();
  await recordBriefly(page);
  await button(page, 'Use this recording').click();
  await expect(toast(page, 'Video saved')).toBeVisible();
  await onQuestion(page, 2);

  await button(page, 'Previous').click();
  const answer = page.locator('video');
  await expect(answer).toBeVisible();
  expect(await playedSeconds(answer)).toBeGreaterThan(0);

  await button(page, 'Record New Response').click();
  await expect(toast(page, 'Replace existing recording')).toBeVisible();
  await skipCountdown(page);
  await button(page, 'Stop').click();
  await button(page, 'Use this recording').click();
  await expect(toast(page, 'Video saved')).toBeVisible();
  const videos = (await (await page.request.get('/api/videos')).json()) as object[];
  expect(videos).toHaveLength(1);
});

test('a recording that is stopped at once is not lost', async ({ page }) => {
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await expect(button(page, 'Record')).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver(() => {
      const stop = document.evaluate('//button[.="Stop"]', document).iterateNext();
      if (stop instanceof HTMLElement) stop.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await button(page, 'Record').click();
  await expect(page.getByText('Review your recording')).toBeVisible();
  await button(page, 'Use this recording').click();
  await expect(toast(page, 'Video saved')).toBeVisible();
});
