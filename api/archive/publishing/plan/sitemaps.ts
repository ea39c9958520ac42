import { storyPath } from '../../../contract/story-slug.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';
import { publicFile, SITEMAP_FILE } from './addresses.js';
import type { DesiredFile, FileSource } from './desired-file.js';
import type { SitemapPage } from './feeds.js';

/** Of the 50,000 addresses that sitemaps.org allows in a file. */
const ADDRESSES_MAX = 45_000;
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
  const pages = [...others, ...ascending.map(pageOf)];
  if (pages.length <= ADDRESSES_MAX) return [feed(SITEMAP_FILE, { make: 'sitemap', pages }, valueHash(pages))];
  const blocks = Map.groupBy(ascending, ({ sequence }) => sitemapBlock(sequence));
  const parts = [
    { address: '/sitemap-pages.xml', pages: others, about: undefined },
    ...Array.from(blocks, ([block, stories]) => ({
      address: `/sitemap-stories-${block + 1}.xml`,
      pages: stories.map(pageOf),
      about: { block },
    })),
  ];
  const list = parts.map((part) => ({ address: part.address, changedAt: latestChange(part.pages) }));
  return [
    ...parts.map((part) =>
      feed(publicFile(part.address), { make: 'sitemap', pages: part.pages }, valueHash(part.pages), part.about),
    ),
    feed(SITEMAP_FILE, { make: 'sitemap-list', parts: list }, valueHash(list)),
  ];
}

export function latestChange(changed: { changedAt?: string }[]): string | undefined {
  return changed
    .flatMap(({ changedAt }) => changedAt ?? [])
    .toSorted()
    .at(-1);
}

function pageOf({ userName, changedAt }: Publication): SitemapPage {
  return { address: storyPath(userName), changedAt };
}
