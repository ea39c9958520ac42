import { storyPath } from '../../../contract/stories/story-slug.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';
import { publicFile, SITEMAP_FILE } from './addresses.js';
import type { DesiredFile, FileSource } from './desired-file.js';
import type { SitemapPage } from './feeds.js';
import { remembered } from './remembered.js';

/** Of the 50,000 addresses that sitemaps.org allows in a file: each story that comes or goes writes one of these anew. */
const STORIES_PER_PART = 10_000;

export type MakeFeed = (
  path: string,
  source: FileSource,
  content?: string,
  about?: DesiredFile['about'],
) => DesiredFile;

/** The part of the sitemap that a story is listed in, where it has parts. */
export function sitemapBlock(sequence: number): number {
  return Math.floor(sequence / STORIES_PER_PART);
}

/**
 * The sitemap: one file, and of a large archive a list of parts at its address. Parts are blocks of publication numbers, as
 * those of the gallery are.
 * @param ascending the stories that it names
 * @param others the pages that it names beside them
 */
export function sitemaps(ascending: Publication[], others: SitemapPage[], feed: MakeFeed): DesiredFile[] {
  if (ascending.length <= STORIES_PER_PART) {
    const pages = [...others, ...ascending.map(pageOf)];
    return [feed(SITEMAP_FILE, { make: 'sitemap', pages }, valueHash(pages))];
  }
  const blocks = Map.groupBy(ascending, ({ sequence }) => sitemapBlock(sequence));
  const parts = [
    { address: '/sitemap-pages.xml', ...partOf(others), about: undefined },
    ...Array.from(blocks, ([block, stories]) => ({
      address: `/sitemap-stories-${block + 1}.xml`,
      ...storiesPart(stories),
      about: { block },
    })),
  ];
  const list = parts.map(({ address, changedAt }) => ({ address, changedAt }));
  return [
    ...parts.map(({ address, pages, content, about }) =>
      feed(publicFile(address), { make: 'sitemap', pages }, content, about),
    ),
    feed(SITEMAP_FILE, { make: 'sitemap-list', parts: list }, valueHash(list)),
  ];
}

function partOf(pages: SitemapPage[]) {
  return { pages, content: valueHash(pages), changedAt: latestChange(pages) };
}

const storiesPart = remembered((stories) => partOf(stories.map(pageOf)));

export function latestChange(changed: readonly { changedAt?: string }[]): string | undefined {
  let latest: string | undefined;
  for (const { changedAt } of changed) if (changedAt && (!latest || changedAt > latest)) latest = changedAt;
  return latest;
}

function pageOf({ userName, changedAt }: Publication): SitemapPage {
  return { address: storyPath(userName), changedAt };
}
