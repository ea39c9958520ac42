import { GALLERY_PAGE_SIZE, SEARCH_SHARD_SIZE } from '../../../contract/common/limits.js';
import type { SiteFile } from '../tree/site-file.js';
import type { DesiredFile } from './desired-file.js';
import { blockedPaths, placesOfStory, type SiteChanges } from './site-changes.js';

const file = (kind: SiteFile['kind'], about: Partial<SiteFile> = {}): SiteFile => ({
  kind,
  inputs: 'old.',
  hash: '',
  bytes: 1,
  ...about,
});
const ANNA = 'stories/anna/index.html';
const FILES = new Map([
  [ANNA, file('page', { story: 'anna', sequence: SEARCH_SHARD_SIZE + 1 })],
  ['media/1.mp4', file('media', { story: 'anna' })],
  ['stories/anna/1.jpg', file('picture', { story: 'anna' })],
  ['stories/names/1.jpg', file('picture')],
  ['stories/index.html', file('page', { block: Math.floor((SEARCH_SHARD_SIZE + 1) / GALLERY_PAGE_SIZE) })],
  ['stories/page/1/index.html', file('page', { block: 0 })],
  ['index.html', file('page', { shows: ['ben', 'anna'] })],
  ['stories/ben/index.html', file('page', { story: 'ben', sequence: 0, shows: ['anna'] })],
  ['stories/cleo/index.html', file('page', { story: 'cleo', sequence: 1, shows: ['ben'] })],
  ['listen/life-today/index.html', file('page', { shows: ['anna'] })],
  ['sitemap.xml', file('feed')],
  ['stories/feed.xml', file('feed')],
  ['pagefind/first/', file('shard', { block: 0, inputs: 'first' })],
  ['pagefind/second/', file('shard', { block: 1, inputs: 'second' })],
  ['pagefind/shards.json', file('feed')],
  ['stories/ann/index.html', file('redirect', { story: 'anna' })],
]);
const SHARDS = new Map([...FILES].filter(([, { kind }]) => kind === 'shard'));
const outdated = (path: string) => ({ path }) as DesiredFile;
const changes = (removals: string[], content: string[]): SiteChanges => ({
  removals,
  content: content.map(outdated),
  template: [],
});
const desiredShard = (inputs: string) => ({ inputs, block: 0, participantIds: [], isFirst: true });

describe('places of a story', () => {
  it('are its page, picture and former addresses, the pages that name it, its part of the index and the lists', () =>
    expect(placesOfStory('anna', FILES)).toEqual([
      ANNA,
      'stories/feed.xml',
      'sitemap.xml',
      'stories/anna/1.jpg',
      'stories/index.html',
      'index.html',
      'stories/ben/index.html',
      'listen/life-today/index.html',
      'pagefind/second/',
      'stories/ann/index.html',
      'pagefind/shards.json',
    ]));

  it('are of a sitemap in parts the one that lists it', () => {
    const parts = new Map(FILES);
    for (const block of [0, 1]) parts.set(`sitemap-stories-${block + 1}.xml`, file('feed', { block }));
    parts.set('sitemap-pages.xml', file('feed'));
    const places = placesOfStory('anna', parts).filter((path) => path.startsWith('sitemap'));
    expect(places).toEqual(['sitemap.xml', 'sitemap-stories-1.xml']);
  });

  it('are all that may be meant when its page is not there', () =>
    expect(placesOfStory('dora', FILES)).toEqual(
      expect.arrayContaining(['stories/page/1/index.html', 'pagefind/first/', 'pagefind/second/']),
    ));
});

describe('what a run blocks', () => {
  const shards = [desiredShard('first'), desiredShard('third')];

  it('is what must go, and what else tells of the same story and is outdated', () =>
    expect(
      blockedPaths(changes([ANNA, 'media/1.mp4'], ['stories/index.html']), shards, FILES, SHARDS, new Set()),
    ).toEqual([ANNA, 'media/1.mp4', 'stories/index.html', 'pagefind/second/']));

  it('is nothing when stories are only added or edited', () =>
    expect(blockedPaths(changes([], [ANNA, 'stories/index.html']), shards, FILES, SHARDS, new Set())).toEqual([]));

  it('is no word of a story of which only the picture is another', () =>
    expect(blockedPaths(changes(['stories/anna/1.jpg'], [ANNA]), shards, FILES, SHARDS, new Set())).toEqual([
      'stories/anna/1.jpg',
    ]));

  it('stays blocked while it is outdated, and no longer', () => {
    const before = new Set(['pagefind/second/', 'stories/index.html', 'sitemap.xml']);
    expect(blockedPaths(changes([], ['stories/index.html']), shards, FILES, SHARDS, before)).toEqual([
      'pagefind/second/',
      'stories/index.html',
    ]);
  });
});

describe('refuses', () => {
  it('to block what is not in the tree', () =>
    expect(
      blockedPaths(changes(['half.html'], ['new.html']), [], new Map(), new Map(), new Set(['gone.html'])),
    ).toEqual([]));
});
