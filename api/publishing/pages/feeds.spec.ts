import type { StoryOverviewItem } from '../../contract/stories.js';
import { robots, sitemap } from './sitemap.js';
import { storyFeed } from './story-feed.js';
import { escapeXml } from './xml.js';

const SITE = 'https://stories.example.org';

const story = (firstName: string, transcript: string): StoryOverviewItem => ({
  user: { id: '1', firstName, createdAt: '2025-03-01T00:00:00.000Z', userName: 'zoë-2025-03-01' },
  overviewVideo: null,
  videos: [
    {
      id: 'v',
      questionId: 1,
      title: 'Life',
      transcript,
      cues: null,
      videoUrl: '/media/v.mp4',
      mimeType: 'video/mp4',
      posterUrl: null,
      audioUrl: null,
      durationSeconds: null,
    },
  ],
});

describe('XML', () => {
  it('escapes what would be markup and leaves out what XML does not have', () => {
    expect(escapeXml(`<a href="x">&'\u0000\u0008\ufffe\ud800</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&amp;&apos;\ufffd&lt;/a&gt;',
    );
    expect(escapeXml('Zoë 李 🙂\n\t')).toBe('Zoë 李 🙂\n\t');
  });
});

describe('sitemap', () => {
  it('lists the public pages by their encoded addresses', () => {
    const addresses = sitemap(SITE, ['zoë-2025-03-01'], 2).match(/<loc>[^<]*/g);
    expect(addresses).toEqual([
      `<loc>${SITE}/`,
      `<loc>${SITE}/stories`,
      `<loc>${SITE}/stories/page/2`,
      `<loc>${SITE}/stories/zo%C3%AB-2025-03-01`,
    ]);
  });

  it('is shown to robots, who stay away from API and staff pages', () => {
    expect(robots(SITE)).toBe(`User-agent: *\nDisallow: /api/\nDisallow: /admin\nSitemap: ${SITE}/sitemap.xml\n`);
  });
});

describe('feed', () => {
  it('tells of each story in a few words', () => {
    const feed = storyFeed(SITE, [story('Zoë & <Co>', 'Before\n\nME/CFS I danced & sang.')]);
    expect(feed).toContain('<title>Zoë &amp; &lt;Co&gt;&apos;s Story</title>');
    expect(feed).toContain('<description>Before ME/CFS I danced &amp; sang.</description>');
    expect(feed).toContain(`<guid isPermaLink="true">${SITE}/stories/zo%C3%AB-2025-03-01</guid>`);
  });

  it('is complete without stories', () => expect(storyFeed(SITE, [])).toMatch(/<\/channel>\n<\/rss>\n$/));
});
