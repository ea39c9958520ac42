import { expect, test } from './support/journey-test.ts';
import { expectAnswers, openInterview, recordBriefly } from './support/participant.ts';

// What is used of libraries reaches the browser, too; that no code of this product uses any of it has a spec of its own.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const newer: [object, string[]][] = [
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [Intl, ['DurationFormat', 'Segmenter']],
      [Iterator.prototype, ['filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'toArray']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [Set.prototype, ['difference', 'intersection', 'isSubsetOf', 'symmetricDifference', 'union']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [globalThis, ['requestIdleCallback']],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  }),
);

test('an older browser opens the pages, searches, and records an answer', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get started' }).first().click();
  await expect(page.getByRole('button', { name: 'Start Interview' })).toBeVisible();
  await page.goto('/upload?contact_email=anna@example.org');
  await expect(page.getByRole('button', { name: /Choose/ }).first()).toBeVisible();
  await page.goto('/stories?q=quiet');
  await expect(page.getByRole('heading', { name: /Search Results/ })).toBeVisible();
  await openInterview(page);
  await page.getByRole('button', { name: 'Allow Camera Access' }).click();
  await recordBriefly(page);
  await page.getByRole('button', { name: 'Use this recording' }).click();
  await expectAnswers(page, 1);
});
