// What runs in the page has nothing there but itself.
// oxlint-disable unicorn/consistent-function-scoping
import type { BrowserContext, Page } from 'playwright/test';

/** What the page shows for a query, once it says that it has looked everywhere. */
export interface ShownResults {
  count: number;
  /** Ids of the videos, in the order of the rows. */
  ids: string[];
}

/** Far more than any query takes, far less than a journey may. */
const ANSWERED_WITHIN_MS = 30_000;

/** Searches in several tabs at once. Returns the results in the order of the queries. */
export async function searchInTabs(
  context: BrowserContext,
  address: string,
  queries: string[],
  tabs = 6,
): Promise<ShownResults[]> {
  const results: ShownResults[] = [];
  const work = queries.entries();
  await Promise.all(
    Array.from({ length: tabs }, async () => {
      const page = await context.newPage();
      await page.goto(address);
      await page.getByRole('searchbox').waitFor();
      for (const [index, query] of work) results[index] = await search(page, query);
      await page.close();
    }),
  );
  return results;
}

/** Types the query as a person does, or follows an address with it where a box of one line would lose something. */
function search(page: Page, query: string): Promise<ShownResults> {
  const asked = { text: query, within: ANSWERED_WITHIN_MS };
  return page.evaluate(async ({ text, within }) => {
    const find = (selector: string) => document.querySelector(selector);
    const deadline = performance.now() + within;
    const until = async (isSo: () => boolean) => {
      while (!isSo()) {
        if (performance.now() > deadline) throw new Error(`No results within ${within} ms: ${JSON.stringify(text)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const box = document.querySelector<HTMLInputElement>('input[type=search]');
    const type = (words: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, words);
      box?.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('');
    // The way back to the address without words takes a moment, and nobody follows another one meanwhile.
    await until(() => find('#search-title') === null && !new URLSearchParams(location.search).has('q'));
    if (text.trim() === '') return { count: 0, ids: [] };
    type(text);
    if (box?.value !== text) {
      type('');
      history.pushState(null, '', `/stories?${new URLSearchParams({ q: text }).toString()}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }
    await until(() => find('section:has(#search-title)')?.getAttribute('aria-busy') === 'false');
    const links = () => document.querySelectorAll<HTMLAnchorElement>('#search-title ~ ol > li > div > a:first-child');
    for (let more = find('#search-title ~ button'); more; more = find('#search-title ~ button')) {
      const before = links().length;
      (more as HTMLButtonElement).click();
      await until(() => links().length > before);
    }
    return {
      count: Number(/^Search Results \((\d+)\)$/.exec(find('#search-title')?.textContent ?? '')?.[1] ?? Number.NaN),
      ids: Array.from(links(), ({ hash }) => hash.replace('#video-', '')),
    };
  }, asked);
}
