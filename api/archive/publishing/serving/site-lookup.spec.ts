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

  it.each(['/interview', '/interview/', '/interview/index.html', '/404.html'])(
    'of %s do not hold what has no address',
    (address) => {
      expect(treeCandidates(address)).not.toContain('interview/index.html');
      expect(treeCandidates(address)).not.toContain('404.html');
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
