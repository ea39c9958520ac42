import { OLD_ASSETS_KEPT_MS } from '../../../contract/limits.js';
import type { Publication } from '../../stories/shown-video.js';
import type { SiteFile } from '../manifest/site-file.js';
import { doubtfulPaths } from './doubtful-paths.js';
import { siteChanges } from './site-changes.js';
import { retiredAssets } from './wanted-assets.js';
import type { WantedFile } from './wanted-file.js';
import { changedStories, unchangedMedia } from './wanted-media.js';
import { wantedPages } from './wanted-pages.js';

const story = (sequence: number, contentKey = 'c'): Publication => ({
  participantId: `p${sequence}`,
  userName: `anna-${sequence}`,
  firstName: 'Anna',
  sequence,
  contentKey,
  changedAt: '2025-06-01T10:00:00.000Z',
  posterId: null,
  timedVideoIds: [],
  isSearchable: true,
  formerUserNames: [],
});
const present = (file: Partial<SiteFile>): SiteFile => ({ kind: 'page', inputs: 'c.l', hash: 'h', bytes: 1, ...file });
const publish = (wanted: WantedFile[]) =>
  new Map(wanted.map(({ path, kind, inputs }) => [path, present({ kind, inputs })]));
const paths = (files: WantedFile[]) => files.map(({ path }) => path);

describe('wanted pages', () => {
  it('are the site’s own, a page a story, the gallery and the feeds', () => {
    expect(paths(wantedPages([story(0), story(50)], 'look'))).toEqual([
      'index.html',
      'interview/index.html',
      'resume/index.html',
      'save-progress/index.html',
      'upload/index.html',
      'test24/index.html',
      'admin/index.html',
      'admin2/index.html',
      'admin3/index.html',
      'admin4/index.html',
      '404.html',
      'stories/anna-0/index.html',
      'stories/anna-50/index.html',
      'stories/index.html',
      'stories/page/2/index.html',
      'robots.txt',
      'sitemap.xml',
      'stories/feed.xml',
    ]);
  });

  it('are all outdated by another look', () => {
    const [before, after] = [wantedPages([story(0)], 'one'), wantedPages([story(0)], 'two')];
    const changes = siteChanges(after, new Set(), publish(before), []);
    expect(changes).toEqual({ removals: [], content: [], look: after });
  });
});

describe('site changes', () => {
  const wanted = wantedPages([story(0), story(50)], 'look');

  it('are none when everything is as it should be', () => {
    expect(siteChanges(wanted, new Set(), publish(wanted), [])).toEqual({ removals: [], content: [], look: [] });
  });

  it('are everything when nothing is there', () => {
    expect(siteChanges(wanted, new Set(), new Map(), []).content).toEqual(wanted);
  });

  it('of an edited story are its page, its gallery page and the feed', () => {
    const edited = wantedPages([story(0, 'edited'), story(50)], 'look');
    expect(paths(siteChanges(edited, new Set(), publish(wanted), []).content)).toEqual([
      'stories/anna-0/index.html',
      'stories/page/2/index.html',
      'stories/feed.xml',
    ]);
  });

  it('of a withdrawn story begin with its removal', () => {
    const changes = siteChanges(wantedPages([story(50)], 'look'), new Set(), publish(wanted), []);
    expect(changes.removals).toEqual(['stories/anna-0/index.html', 'stories/page/2/index.html']);
    expect(paths(changes.content)).toEqual(['stories/index.html', 'sitemap.xml', 'stories/feed.xml']);
  });

  it('leave what is kept and the search index alone', () => {
    const files = publish(wanted)
      .set('media/kept.mp4', present({ kind: 'media' }))
      .set('media/gone.mp4', present({ kind: 'media' }))
      .set('pagefind/shards.json', present({ kind: 'feed' }))
      .set('pagefind/0a/', present({ kind: 'shard' }));
    expect(siteChanges(wanted, new Set(['media/kept.mp4']), files, []).removals).toEqual(['media/gone.mp4']);
  });

  it('remove what may be at a doubtful path, unless it is wanted', () => {
    const doubtful = ['stories/half/index.html', 'stories/index.html'];
    expect(siteChanges(wanted, new Set(), publish(wanted), doubtful).removals).toEqual(['stories/half/index.html']);
  });
});

describe('media', () => {
  const files = publish(wantedPages([story(0), story(1)], 'look'))
    .set('media/a.mp4', present({ kind: 'media', story: 'anna-0' }))
    .set('media/b.mp4', present({ kind: 'media', story: 'anna-1' }));

  it('of stories that have not changed are not looked at', () => {
    expect(changedStories([story(0), story(1, 'edited'), story(2)], files)).toEqual([story(1, 'edited'), story(2)]);
    expect(unchangedMedia(files, new Set(['anna-0']))).toEqual(['media/a.mp4']);
  });

  it('that are damaged make their story be published anew', () => {
    expect(doubtfulPaths(['media/b.mp4', 'index.html'], files)).toEqual([
      'media/b.mp4',
      'index.html',
      'stories/anna-1/index.html',
    ]);
  });
});

describe('assets of an earlier build', () => {
  const now = new Date('2026-03-10T00:00:00Z');
  const files = new Map([
    ['_astro/app.1.js', present({ kind: 'asset' })],
    ['_astro/app.2.js', present({ kind: 'asset' })],
    ['favicon.svg', present({ kind: 'asset' })],
  ]);

  it('stay for seven days, when their name changes with their content', () => {
    const retired = retiredAssets(files, new Set(['_astro/app.2.js']), now);
    expect([...retired]).toEqual([['_astro/app.1.js', present({ kind: 'asset', retiredAt: now.toISOString() })]]);
    const later = (ms: number) => retiredAssets(retired, new Set(), new Date(now.getTime() + ms)).size;
    expect([later(OLD_ASSETS_KEPT_MS - 1), later(OLD_ASSETS_KEPT_MS)]).toEqual([1, 0]);
  });
});
