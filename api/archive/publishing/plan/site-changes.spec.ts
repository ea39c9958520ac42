import { OLD_ASSETS_KEPT_MS } from '../../../contract/common/limits.js';
import type { Publication } from '../../stories/shown-video.js';
import type { SiteFile } from '../tree/site-file.js';
import type { DesiredFile } from './desired-file.js';
import { searchBlocks } from './blocks.js';
import { changedStories, desiredPictures, isUnchangedMedia, staleAssets } from './desired-media.js';
import { desiredPages, type PagesInputs } from './desired-pages.js';
import { neighbours } from './neighbours.js';
import { dirtyPaths, siteChanges } from './site-changes.js';

const story = (sequence: number, contentKey = 'c'): Publication => ({
  participantId: `p${sequence}`,
  userName: `anna-${sequence}`,
  firstName: 'Anna',
  sequence,
  contentKey,
  changedAt: '2025-06-01T10:00:00.000Z',
  posterId: null,
  timedVideoIds: [],
  heardQuestionIds: [],
  isSearchable: true,
  formerUserNames: [],
  isUnlisted: false,
});
const present = (file: Partial<SiteFile>): SiteFile => ({ kind: 'page', inputs: 'c.l', hash: 'h', bytes: 1, ...file });
const publish = (desired: DesiredFile[]) =>
  new Map(desired.map(({ path, kind, inputs }) => [path, present({ kind, inputs })]));
const paths = (files: DesiredFile[]) => files.map(({ path }) => path);
const pagesOf = (ascending: Publication[], others: Partial<PagesInputs> = {}) =>
  desiredPages({
    ascending,
    templateKey: 'template',
    questions: [],
    feedNames: { ids: new Map(), gone: [] },
    staffAccounts: false,
    ...others,
  });

/** All of a plan that is remembered. */
const planOf = (ascending: Publication[], heard: number) => ({
  pages: pagesOf(ascending, { templateKey: `template ${heard}` }),
  pictures: desiredPictures(ascending),
  changed: changedStories(ascending, publish(pagesOf(structuredClone(ascending)))),
  shards: searchBlocks(ascending, []),
});

describe('desired pages', () => {
  it('are the site’s own, a page a story, the gallery and the feeds', () => {
    expect(paths(pagesOf([story(0), story(50)]))).toEqual([
      'landing/index.html',
      'index.html',
      'interview/index.html',
      'resume/index.html',
      'save-progress/index.html',
      'upload/index.html',
      'guardian/index.html',
      'help/index.html',
      'release/index.html',
      'test24/index.html',
      'one-moment/index.html',
      'admin/index.html',
      'admin2/index.html',
      'admin3/index.html',
      'admin4/index.html',
      'my-story/index.html',
      'privacy/index.html',
      'privacy/easy/index.html',
      'privacy/2026-11-22/index.html',
      'privacy/2026-11-22.2/index.html',
      '404.html',
      'story-not-found/index.html',
      'stories/anna-0/index.html',
      'stories/anna-50/index.html',
      'stories/index.html',
      'stories/page/1/index.html',
      'robots.txt',
      'sitemap.xml',
      'stories/feed.xml',
    ]);
  });

  it('have a page for the links that are mailed to producers where these have accounts', () => {
    const without = paths(pagesOf([story(0)]));
    const more = paths(pagesOf([story(0)], { staffAccounts: true })).filter((path) => !without.includes(path));
    expect(more).toEqual(['admin-link/index.html']);
  });

  it('name the neighbours of each story in the whole archive', () => {
    const ascending = Array.from({ length: 350 }, (_, sequence) => story(sequence)).toSpliced(103, 90);
    const pages = pagesOf(ascending).filter(({ source }) => source.make === 'story');
    expect(pages.map(({ about }) => about!.shows)).toEqual(
      ascending.map((_, at) => neighbours(ascending, at).map(({ userName }) => userName)),
    );
  });

  it('are what they would be if nothing was remembered, whoever comes, goes or changes', () => {
    const some = Array.from({ length: 350 }, (_, sequence) => ({ ...story(sequence), timedVideoIds: ['v'] }));
    const edited = (at: number) => some.with(at, { ...some[at]!, contentKey: 'edited', heardQuestionIds: [1] });
    const unlisted = some.with(150, { ...some[150]!, isUnlisted: true });
    const more = [...some, story(350)];
    const archives = [some, edited(0), edited(99), edited(100), some.toSpliced(205, 1), unlisted, more, some.slice(4)];
    for (const [turn, ascending] of [...archives, some].entries()) {
      const heard = turn % 2;
      expect(planOf(ascending, heard)).toEqual(planOf(structuredClone(ascending), heard));
    }
  });

  it('are all outdated by another template', () => {
    const before = pagesOf([story(0)], { templateKey: 'one' });
    const after = pagesOf([story(0)], { templateKey: 'two' });
    const changes = siteChanges(after, () => false, publish(before), []);
    expect(changes).toEqual({ removals: [], content: [], template: after });
  });
});

describe('site changes', () => {
  const desired = pagesOf([story(0), story(50)]);

  it('are none when everything is as it should be', () => {
    expect(siteChanges(desired, () => false, publish(desired), [])).toEqual({
      removals: [],
      content: [],
      template: [],
    });
  });

  it('are everything when nothing is there', () => {
    expect(siteChanges(desired, () => false, new Map(), []).content).toEqual(desired);
  });

  it('of an edited story are its page, its gallery page, the pages that name it and the feed', () => {
    const edited = pagesOf([story(0, 'edited'), story(50)]);
    expect(paths(siteChanges(edited, () => false, publish(desired), []).content)).toEqual([
      'index.html',
      'stories/anna-0/index.html',
      'stories/anna-50/index.html',
      'stories/page/1/index.html',
      'stories/feed.xml',
    ]);
  });

  it('of a withdrawn story begin with its removal', () => {
    const changes = siteChanges(pagesOf([story(50)]), () => false, publish(desired), []);
    expect(changes.removals).toEqual(['stories/anna-0/index.html', 'stories/page/1/index.html']);
    expect(paths(changes.content)).toEqual([
      'index.html',
      'stories/anna-50/index.html',
      'stories/index.html',
      'sitemap.xml',
      'stories/feed.xml',
    ]);
  });

  it('leave what is kept and the search index alone', () => {
    const files = publish(desired)
      .set('media/kept.mp4', present({ kind: 'media' }))
      .set('media/gone.mp4', present({ kind: 'media' }))
      .set('pagefind/shards.json', present({ kind: 'feed' }))
      .set('pagefind/0a/', present({ kind: 'shard' }));
    expect(siteChanges(desired, (path) => path === 'media/kept.mp4', files, []).removals).toEqual(['media/gone.mp4']);
  });

  it('remove what may be at a dirty path, unless it is desired', () => {
    const dirty = ['stories/half/index.html', 'stories/index.html'];
    expect(siteChanges(desired, () => false, publish(desired), dirty).removals).toEqual(['stories/half/index.html']);
  });
});

describe('media', () => {
  const files = publish(pagesOf([story(0), story(1)]))
    .set('media/a.mp4', present({ kind: 'media', story: 'anna-0' }))
    .set('media/b.mp4', present({ kind: 'media', story: 'anna-1' }));

  it('of stories that have not changed are not looked at', () => {
    expect(changedStories([story(0), story(1, 'edited'), story(2)], files)).toEqual([story(1, 'edited'), story(2)]);
    const kept = [...files].filter(([, file]) => isUnchangedMedia(file, new Set(['anna-0']))).map(([path]) => path);
    expect(kept).toEqual(['media/a.mp4']);
  });

  it('that are damaged make their story be published anew', () => {
    expect(dirtyPaths(['media/b.mp4', 'index.html'], files)).toEqual([
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
    const stale = staleAssets(files, new Set(['_astro/app.2.js']), now);
    expect([...stale]).toEqual([['_astro/app.1.js', present({ kind: 'asset', staleAt: now.toISOString() })]]);
    const later = (ms: number) => staleAssets(stale, new Set(), new Date(now.getTime() + ms)).size;
    expect([later(OLD_ASSETS_KEPT_MS - 1), later(OLD_ASSETS_KEPT_MS)]).toEqual([1, 0]);
  });
});
