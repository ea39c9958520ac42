import path from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { GRAMS_FILE } from '../../api/contract/search/gram-index.ts';
import type { UserStory } from '../../api/contract/stories/stories.ts';
import { hostileQueries, longTranscript, seededNumbers } from '../../api/testing/hostile-texts.ts';
import { type HostileArchive, publishHostileArchive, scan, TIMED_WORD } from './support/hostile-archive.ts';
import { expect, test } from './support/journey-test.ts';
import { servePlainly } from './support/published-tree.ts';
import { searchInTabs } from './support/search-page.ts';

const PEOPLE = 45;
const QUERIES = 200;
/** With the API, whose own answers to such queries have a spec, fewer show that the page takes them as they are. */
const QUERIES_WITH_API = 50;

/** One for all journeys here, which run one after the other. */
let archive: HostileArchive;
test.use({ serverName: 'search' });
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ server }) => {
  archive = await publishHostileArchive(server, PEOPLE);
});

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search what people said' });
const results = (page: Page) => page.getByRole('region', { name: /^Search Results/ });
const inWords = (query: string, ids: string[]) => `${JSON.stringify(query)}: ${ids.toSorted().join(' ')}`;

test('the page finds what a plain scan of the transcripts finds, with and without the API', async ({ context }) => {
  test.slow();
  const { server, answers } = archive;
  const transcripts = answers.map(({ transcript }) => transcript);
  const queries = hostileQueries(transcripts, QUERIES, seededNumbers(1));
  const expected = queries.map((query) => inWords(query, scan(answers, query)));
  const inPage = async (address: string, asked: string[]) => {
    const shown = await searchInTabs(context, `${address}/stories`, asked);
    return shown.map(({ count, ids }, index) => {
      expect(count, queries[index]).toBe(ids.length);
      return inWords(queries[index]!, ids);
    });
  };
  expect(await inPage(server.url, queries.slice(0, QUERIES_WITH_API))).toEqual(expected.slice(0, QUERIES_WITH_API));

  const files = await servePlainly(path.join(server.stateDir, 'site'));
  try {
    expect(await inPage(files.url, queries)).toEqual(expected);
  } finally {
    files.close();
  }
});

test('a search is made by keyboard, kept in the address, and gone on with by Back and a reload', async ({ page }) => {
  const { answers } = archive;
  const views = page.getByRole('group', { name: 'Show stories as' });
  await page.goto('/stories');
  await expect(views).toBeVisible();
  await box(page).focus();
  await page.keyboard.type(`  ${TIMED_WORD.toUpperCase()} `);
  await page.keyboard.press('Enter');
  const [hit] = scan(answers, TIMED_WORD);
  const timed = answers.filter(({ transcript }) => transcript.includes(TIMED_WORD));
  const heading = `Search Results (${timed.length})`;
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(results(page).getByRole('status')).toContainText(heading);
  await expect(page).toHaveURL(`/stories?q=${TIMED_WORD.toUpperCase()}`);
  await expect(views).toBeHidden();
  await expect(page.getByRole('region', { name: 'Stories', exact: true })).toBeHidden();
  const row = results(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${hit}"]`) });
  await expect(row.locator('mark')).toHaveText([TIMED_WORD]);
  await expect(row.getByRole('link', { name: 'Play from 1:12' })).toHaveAttribute(
    'href',
    new RegExp(`#video-${hit}&t=72$`),
  );

  for (const name of ['Clear', 'View Story', 'Play from 1:12']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(new RegExp(name));
  }
  await box(page).focus();
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(results(page)).toBeHidden();
  await expect(views).toBeVisible();
  await expect(page).toHaveURL('/stories');

  // Once they are cleared, one Back leads to the page before.
  await page.goto('/');
  await page.goto('/stories');
  await box(page).fill('rest');
  await expect(page).toHaveURL('/stories?q=rest');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/stories');
  await expect(box(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page).toHaveURL('/stories');

  // Back leads out of the search, and not through what was typed.
  await box(page).fill('rest');
  await expect(page).toHaveURL('/stories?q=rest');
  await box(page).fill(TIMED_WORD);
  await expect(page).toHaveURL(`/stories?q=${TIMED_WORD}`);
  await page.goBack();
  await expect(page).toHaveURL('/stories');
  await expect(box(page)).toHaveValue('');
  await expect(results(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Stories', exact: true })).toBeVisible();
  await page.goForward();
  await expect(box(page)).toHaveValue(TIMED_WORD);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();

  await page.goto('/stories?q=o');
  const links = results(page).getByRole('link', { name: 'View Story' });
  await expect(results(page)).toHaveAttribute('aria-busy', 'false');
  const count = scan(answers, 'o').length;
  await expect(page.getByRole('heading', { name: `Search Results (${count})` })).toBeVisible();
  await links.nth(25).scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => Math.round(scrollY));
  const before = await top();
  await expect
    .poll(() => page.evaluate(() => (history.state as { place?: { top: number } } | null)?.place?.top))
    .toBe(before);
  await links.nth(25).click();
  await expect(page).toHaveURL(/#video-/);
  await page.goBack();
  await expect(box(page)).toHaveValue('o');
  await expect.poll(top).toBe(before);
  await page.reload();
  await expect.poll(top).toBe(before);
  await page.goForward();
  await expect(page).toHaveURL(/#video-/);

  await page.goto('/stories?q=xyzzy%20%3Cb%3E');
  await expect(results(page).getByText('No results found for "xyzzy <b>"', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Search Results (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(box(page)).toBeFocused();
  await expect(results(page)).toBeHidden();
});

const LAST_WORD = longTranscript(20_000).split(' ').at(-1)!;
const API = /\/api\/search-data/;
const LIST = /\/pagefind\/shards\.json/;
const GRAMS = new RegExp(GRAMS_FILE);
/** What does not come, and what comes in its place: nothing at all is a server that hangs. */
const FAULTS: { missing: RegExp[]; answer: { status: number; body: string } | null }[] = [
  { missing: [LIST], answer: { status: 404, body: '' } },
  { missing: [API], answer: { status: 200, body: '<!doctype html><title>Not what was asked for</title>' } },
  { missing: [API, /\.pagefind$/], answer: { status: 404, body: '' } },
  { missing: [API, /\.pf_index$/], answer: { status: 404, body: '' } },
  { missing: [API, /\.pf_fragment$/], answer: { status: 200, body: 'no gzip' } },
  { missing: [API, /pagefind\.js$/], answer: null },
];

async function takeAway(context: BrowserContext, { missing, answer }: (typeof FAULTS)[number]): Promise<void> {
  for (const address of missing) await context.route(address, (route) => answer && route.fulfill(answer));
}

test('what is missing of the search is made up for by the rest', async ({ browser }) => {
  const { server, answers } = archive;
  const expected = scan(answers, LAST_WORD).toSorted();
  const found = async (fault: (typeof FAULTS)[number]) => {
    const context = await browser.newContext();
    await takeAway(context, fault);
    const [shown] = await searchInTabs(context, `${server.url}/stories`, [LAST_WORD], 1);
    await context.close();
    return shown?.ids.toSorted();
  };
  expect(await Promise.all(FAULTS.map(found))).toEqual(FAULTS.map(() => expected));
});

test('a search without its sources says so in writing, and goes on when they are back', async ({ page, context }) => {
  const gone = { answer: { status: 503, body: '' } };
  await takeAway(context, { ...gone, missing: [API, GRAMS] });
  await page.goto('/stories?q=unstoppable');
  const onlyIndex = 'The full search cannot be reached right now, so these are matches at the beginning of words only.';
  await expect(results(page).getByText(onlyIndex)).toBeVisible();
  await expect(results(page).locator('mark').first()).toHaveText('unstoppable');
  await box(page).fill('qqzx');
  await expect(results(page).getByText(`No results found for "qqzx". ${onlyIndex}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Search Results', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();

  await takeAway(context, { ...gone, missing: [LIST] });
  await page.goto('/stories?q=nstoppabl');
  const failed = page.getByText('The search cannot be reached right now. Your words are kept: try again in a moment.');
  await expect(failed).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Search not available', exact: true })).toBeVisible();
  await expect(page.getByText('(0)')).toBeHidden();
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(results(page).locator('mark').first()).toHaveText('nstoppabl');
  await expect(failed).toBeHidden();
});

test('a long answer is read on from its row, and one that was withdrawn meanwhile is gone', async ({ page }) => {
  const { server, answers, staff } = archive;
  await page.goto(`/stories?q=${LAST_WORD}`);
  const row = results(page).getByRole('listitem').first();
  const firstWord = row.getByText(/^w0 /);
  await expect(row.locator('mark')).toHaveText([LAST_WORD]);
  await expect(firstWord).toBeHidden();
  await page.route('**/api/user-story/**', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await row.getByRole('button', { name: 'Read More' }).click();
  await expect(row.getByText('The whole answer cannot be reached right now.')).toBeVisible();
  await row.getByRole('button', { name: 'Read More' }).click();
  await expect(firstWord).toBeVisible();
  await row.getByRole('button', { name: 'Show Less' }).click();
  await expect(firstWord).toBeHidden();

  const link = row.getByRole('link', { name: 'View Story' });
  const userName = decodeURIComponent(new URL((await link.getAttribute('href'))!, server.url).pathname.split('/')[2]!);
  const ids = await videosOf(server.url, userName);
  for (const id of ids) await staff.send('PUT', `/api/admin/showcase-videos/${id}/unapprove`);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Story Not Found' })).toBeVisible();
  await page.goBack();
  const left = scan(answers, LAST_WORD).filter((id) => !ids.includes(id)).length;
  await expect(page.getByRole('heading', { name: `Search Results (${left})` })).toBeVisible();
});

async function videosOf(url: string, userName: string): Promise<string[]> {
  const response = await fetch(`${url}/api/user-story/${encodeURIComponent(userName)}`);
  const { videos, overviewVideo } = (await response.json()) as UserStory;
  return [...videos, ...(overviewVideo ? [overviewVideo] : [])].map(({ id }) => id);
}
