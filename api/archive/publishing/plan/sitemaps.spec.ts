import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Publication } from '../../stories/shown-video.js';
import { SITEMAP_FILE } from './addresses.js';
import type { DesiredFile } from './desired-file.js';
import { sitemap, sitemapList } from './feeds.js';
import { type MakeFeed, sitemaps } from './sitemaps.js';

const SITE = 'https://stories.example.org';
/** What the protocol allows in one file. */
const ADDRESSES_MAX = 50_000;

const changedAt = '2025-06-01T10:00:00.000Z';
const story = (sequence: number) => ({ userName: `anna-${sequence}`, sequence, changedAt }) as Publication;
const stories = (count: number) => Array.from({ length: count }, (_, sequence) => story(sequence));
const feed: MakeFeed = (path, source, content = '', about) => ({ path, kind: 'feed', inputs: content, about, source });
const OTHERS = [{ address: '/' }, { address: '/stories', changedAt }];

interface Places {
  urlset?: { url: { loc: string }[] };
  sitemapindex?: { sitemap: { loc: string }[] };
}

/** The addresses in a file, as a crawler reads them. */
function placesIn({ source }: DesiredFile): string[] {
  const xml =
    source.make === 'sitemap'
      ? sitemap(SITE, source.pages)
      : source.make === 'sitemap-list'
        ? sitemapList(SITE, source.parts)
        : '';
  expect(XMLValidator.validate(xml)).toBe(true);
  const { urlset, sitemapindex } = new XMLParser().parse(xml) as Places;
  return (urlset?.url ?? sitemapindex?.sitemap ?? []).map(({ loc }) => loc.replace(SITE, ''));
}

describe('the sitemap', () => {
  it('is one file while that may hold it', () => {
    const files = sitemaps(stories(3), OTHERS, feed);
    expect(files.map(({ path }) => path)).toEqual([SITEMAP_FILE]);
    expect(placesIn(files[0]!)).toEqual(['/', '/stories', '/stories/anna-0', '/stories/anna-1', '/stories/anna-2']);
  });

  it('of more stories lists its parts, in which each is named once', () => {
    const files = sitemaps(stories(ADDRESSES_MAX), OTHERS, feed);
    const byPath = new Map(files.map((file) => [file.path, placesIn(file)]));
    const listed = byPath.get(SITEMAP_FILE)!;
    byPath.delete(SITEMAP_FILE);
    expect(listed.map((address) => address.slice(1))).toEqual([...byPath.keys()]);
    for (const places of byPath.values()) expect(places.length).toBeLessThanOrEqual(ADDRESSES_MAX);
    const named = [...byPath.values()].flat();
    expect([named.length, new Set(named).size]).toEqual([ADDRESSES_MAX + 2, ADDRESSES_MAX + 2]);
  });

  it('of more stories changes in one part when a story goes', () => {
    const before = new Map(sitemaps(stories(ADDRESSES_MAX), OTHERS, feed).map((file) => [file.path, file]));
    const after = sitemaps(stories(ADDRESSES_MAX).toSpliced(10_000, 1), OTHERS, feed);
    const changed = after.filter(({ path, inputs }) => before.get(path)?.inputs !== inputs);
    expect(changed.map(({ path, about }) => [path, about])).toEqual([['sitemap-stories-2.xml', { block: 1 }]]);
  });
});
