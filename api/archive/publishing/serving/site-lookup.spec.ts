import { dirname } from 'node:path';
import { INTERVIEW_FILE, NOT_FOUND_FILE, PLAIN_LANDING_FILE, STORY_NOT_FOUND_FILE } from '../plan/addresses.js';
import { searchFolderOf, treeCandidates } from './site-lookup.js';

describe('tree candidates', () => {
  it.each([
    ['/', ['index.html']],
    ['/stories', ['stories', 'stories/index.html']],
    ['/stories/', ['stories/index.html']],
    ['/stories/zo%C3%AB-1', ['stories/zoë-1', 'stories/zoë-1/index.html']],
    ['/stories/zoe%CC%88-1', ['stories/zoë-1', 'stories/zoë-1/index.html']],
    ['/stories/feed.xml', ['stories/feed.xml', 'stories/feed.xml/index.html']],
  ])('of %s are %j', (address, candidates) => expect(treeCandidates(address)).toEqual(candidates));

  it.each(['/%E0%A4', 'stories', ''])('of %j are none', (address) => expect(treeCandidates(address)).toEqual([]));

  it.each([INTERVIEW_FILE, PLAIN_LANDING_FILE, STORY_NOT_FOUND_FILE, NOT_FOUND_FILE])(
    'never hold %s, which has no address',
    (file) => {
      const folder = `/${dirname(file)}`;
      for (const address of [`/${file}`, folder, `${folder}/`]) expect(treeCandidates(address)).not.toContain(file);
    },
  );
});

describe('folders of the search index', () => {
  it.each(['pagefind/0a1b/pagefind.js', 'pagefind/0a1b/fragment/en_12.pf_fragment', 'pagefind/0a1b/wasm.en.pagefind'])(
    'hold %s',
    (path) => expect(searchFolderOf(path)).toBe('pagefind/0a1b/'),
  );

  it.each([
    'pagefind/shards.json',
    'pagefind/0a1b/',
    'pagefind/0a1b/../x',
    'pagefind/0a1b/.hidden',
    'pagefind/0a1b/a/b/c',
    'x',
  ])('do not hold %s', (path) => expect(searchFolderOf(path)).toBeNull());
});
