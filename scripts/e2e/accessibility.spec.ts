import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory } from './support/publish-story.ts';
import { STAFF_PASSWORD } from './support/server.ts';

/** What axe finds, and whether the page is wider than the screen. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const isTooWide = contentWidth > page.viewportSize()!.width;
  const broken = found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  return isTooWide ? [...broken, 'wider than the screen'] : broken;
}

for (const theme of ['dark', 'light'] as const) {
  test(`every page keeps the rules of accessibility in the ${theme} theme`, async ({ page, browser, server }) => {
    const clip = await recordClip(browser);
    const story = await publishStory(server, { firstName: 'Grace', questionId: 2, transcript: 'I rest.', clip });
    await page.addInitScript((name) => {
      if (location.protocol !== 'about:') localStorage.setItem('theme', name);
    }, theme);

    const addresses = [
      ['/', '/#get-started', '/#resume', '/#questions', '/#signin=none'],
      ['/stories', '/stories?q=rest', `/stories/${story.userName}`, '/nowhere'],
      ['/resume', '/resume?sent=1', '/save-progress?contact_email=a@example.org&question=1'],
      ['/upload', '/upload?submitted=true', '/test24'],
    ].flat();
    for (const address of addresses) {
      // A new document each time: an address that differs in its fragment alone would load nothing.
      await page.goto('about:blank');
      await page.goto(address, { waitUntil: 'networkidle' });
      expect(await page.evaluate(() => document.documentElement.dataset.theme ?? 'dark')).toBe(theme);
      expect(await violations(page), address).toEqual([]);
    }

    await page.goto('/admin3');
    await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
    expect(await violations(page), 'the gate').toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Approved Videos' })).toBeVisible();
    expect(await violations(page), '/admin3').toEqual([]);
    for (const address of ['/admin', '/admin2', '/admin4']) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      expect(await violations(page), address).toEqual([]);
    }
  });
}
