import type { Locator, Page } from 'playwright/test';
import { expect } from './journey-test.ts';

const PRESSES = 80;

/** Goes on with Tab (or back, with Shift+Tab) until this is what the keyboard is on. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < PRESSES; presses++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}
