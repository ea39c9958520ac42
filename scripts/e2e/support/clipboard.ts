import type { Page } from 'playwright/test';

/** What a person would paste now. No page of ours may read the clipboard: a page of nobody's takes it. */
export async function clipboardText(page: Page): Promise<string> {
  const paper = await page.context().newPage();
  await paper.setContent('<textarea></textarea>');
  const field = paper.locator('textarea');
  await field.press('ControlOrMeta+V');
  const text = await field.inputValue();
  await paper.close();
  return text;
}
