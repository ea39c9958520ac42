import { TOAST_DURATION_MS, TOAST_SWIPE_THRESHOLD_PX } from '../../api/contract/common/screen-numbers.ts';
import { expect, test } from './support/journey-test.ts';

test('one message at a time is shown for five seconds, and the chosen theme stays', async ({ page }) => {
  const html = page.locator('html');
  const shown = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Close' }) });
  const say = () => page.getByLabel('E-mail').press('Enter');
  const drag = async (pixels: number) => {
    const { x, y } = (await shown.boundingBox())!;
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 20 + pixels, y + 20, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(0, 0);
  };
  await page.clock.install();
  await page.goto('/upload');
  await expect(html).not.toHaveAttribute('data-theme');
  await page.getByRole('button', { name: 'Light theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');

  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await say();
  await expect(shown).toContainText('No files selected');
  await page.clock.runFor(TOAST_DURATION_MS - 100);
  await say();
  await expect(shown).toHaveCount(1);
  await page.clock.runFor(TOAST_DURATION_MS - 100);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toBeHidden();

  await say();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused();
  await drag(TOAST_SWIPE_THRESHOLD_PX - 10);
  await expect(shown).toBeVisible();
  await drag(TOAST_SWIPE_THRESHOLD_PX + 20);
  await expect(shown).toBeHidden();
});
