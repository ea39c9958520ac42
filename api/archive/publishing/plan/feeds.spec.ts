import { parseFeed } from '@rowanmanning/feed-parser';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { createRequire } from 'node:module';
import type robotsParser from 'robots-parser';
import type { StoryOverviewItem, StoryVideo } from '../../../contract/stories/stories.js';
import { sampleStoryVideo } from '../../../contract/testing/sample-story-video.js';
import { robots, sitemap, storyFeed } from './feeds.js';
import { escapeXml } from '../../../contract/stories/xml.js';

// It is CommonJS with types for ES modules.
const parseRobots = createRequire(import.meta.url)('robots-parser') as typeof robotsParser.default;

const SITE = 'https://stories.example.org';
const HOSTILE = `]]></title><script>alert("1")</script> & 'q' &amp; <!-- \u0000\u000b\ufffe\ud800 ندى 李 👩‍👩‍👧`;
/** What of it an XML document can hold. */
const TOLD = `]]></title><script>alert("1")</script> & 'q' &amp; <!-- \ufffd ندى 李 👩‍👩‍👧`;

const video = (changes: Partial<StoryVideo> = {}) =>
  sampleStoryVideo({ id: 'v', title: 'Life', transcript: 'I rest.', ...changes });
const story = (
  firstName: string,
  videos: StoryVideo[],
  overviewVideo: StoryVideo | null = null,
): StoryOverviewItem => ({
  user: { id: '1', firstName, createdAt: '2025-03-01T00:00:00.000Z', userName: 'zoë-2025-03-01' },
  overviewVideo,
  videos,
});
const ID = '3f2b8c1e-0000-4000-8000-000000000001';
const feedOf = (...stories: StoryOverviewItem[]) => {
  const xml = storyFeed(
    SITE,
    stories.map((told) => ({ id: ID, story: told })),
  );
  expect(XMLValidator.validate(xml)).toBe(true);
  return parseFeed(xml);
};

describe('sitemap', () => {
  it('lists public pages by their encoded addresses, with the day of their last change', () => {
    const pages = [{ address: '/' }, { address: '/stories/zo%C3%AB&1', changedAt: '2025-06-01T10:00:00.000Z' }];
    const xml = sitemap(SITE, pages);
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(new XMLParser().parse(xml)).toMatchObject({
      urlset: {
        url: [{ loc: `${SITE}/` }, { loc: `${SITE}/stories/zo%C3%AB&1`, lastmod: '2025-06-01T10:00:00.000Z' }],
      },
    });
  });

  it('is shown to robots, who stay away from API and staff pages', () => {
    const rules = parseRobots(`${SITE}/robots.txt`, robots(SITE));
    expect(rules.getSitemaps()).toEqual([`${SITE}/sitemap.xml`]);
    expect(rules.isAllowed(`${SITE}/stories/zo%C3%AB-2025-03-01`)).toBe(true);
    for (const path of ['/api/stories-overview', '/admin', '/admin3']) expect(rules.isAllowed(SITE + path)).toBe(false);
  });
});

describe('feed', () => {
  it('tells of each story: its name, address, day, first words and the video that introduces it', () => {
    const overview = video({ id: 'o', videoUrl: '/media/o.webm', mimeType: 'video/webm', fileSize: 123_456_789 });
    const answer = video({ transcript: 'Before\n\nME/CFS I danced & sang.', publishedAt: '2025-05-01T10:00:00.000Z' });
    const feed = feedOf(story('Zoë', [answer], { ...overview, transcript: ' ' }));
    expect(feed).toMatchObject({ url: `${SITE}/stories`, self: `${SITE}/stories/feed.xml`, language: 'en' });
    expect(feed.updated).toEqual(new Date('2025-06-01T10:00:00.000Z'));
    const address = `${SITE}/stories/zo%C3%AB-2025-03-01`;
    expect(feed.items.map((item) => item.toJSON())).toEqual([
      expect.objectContaining({
        id: `urn:uuid:${ID}`,
        title: "Zoë's Story",
        url: address,
        description: 'Before ME/CFS I danced & sang.',
        published: '2025-05-01T10:00:00.000Z',
        media: [expect.objectContaining({ url: `${SITE}/media/o.webm`, length: 123_456_789, mimeType: 'video/webm' })],
      }),
    ]);
  });

  it('says a sentence of a story without words', () =>
    expect(feedOf(story('Zoë', [video({ transcript: '' })])).items[0]?.description).toBe(
      'Zoë tells what it is like to live with ME/CFS.',
    ));

  it('names no file of a video that stands at a host, but of the first one after it', () => {
    const hosted = video({ videoUrl: 'https://vimeo.com/1', mimeType: null, fileSize: null });
    expect(feedOf(story('Zoë', [hosted])).items[0]?.media).toEqual([]);
    const [item] = feedOf(story('Zoë', [hosted, video()])).items;
    expect(item?.media).toEqual([expect.objectContaining({ url: `${SITE}/media/v.mp4`, length: 5000 })]);
  });

  it('says of a story that is gone when it went, by an id alone', () => {
    const xml = storyFeed(SITE, [], [{ id: ID, at: '2026-03-04T15:12:00.000Z' }]);
    expect(parseFeed(xml).items).toEqual([]);
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
      rss: { '@_xmlns:at': string; channel: { 'at:deleted-entry': unknown } };
    };
    expect(rss['@_xmlns:at']).toBe('http://purl.org/atompub/tombstones/1.0');
    expect(rss.channel['at:deleted-entry']).toEqual({
      '@_ref': `urn:uuid:${ID}`,
      '@_when': '2026-03-04T15:12:00.000Z',
    });
  });

  it('is complete without stories', () => expect(feedOf().items).toEqual([]));

  describe('refuses', () => {
    it('markup and characters that XML does not have, in names and transcripts', () => {
      expect(escapeXml('<a href="x">&\'')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&apos;');
      const [item] = feedOf(story(HOSTILE, [video({ transcript: HOSTILE })])).items;
      const xml = storyFeed(SITE, [{ id: ID, story: story(HOSTILE, [video({ transcript: HOSTILE })]) }]);
      const parser = new XMLParser({ trimValues: false });
      expect(parser.parse(xml)).toMatchObject({ rss: { channel: { item: { title: `${TOLD}'s Story` } } } });
      expect(item?.url).toBe(`${SITE}/stories/zo%C3%AB-2025-03-01`);
    });
  });
});
