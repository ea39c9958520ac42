import { isSearchPath, isShardFolder, pageFile, storyFile } from './addresses.js';

describe('addresses', () => {
  it.each([
    ['/', 'index.html'],
    ['/stories', 'stories/index.html'],
    ['/stories/page/2', 'stories/page/2/index.html'],
    ['/stories/zo%C3%AB-2025-03-01', 'stories/zoë-2025-03-01/index.html'],
  ])('%s is the file %s', (address, file) => expect(pageFile(address)).toBe(file));

  it('of a story hold its user name as it is', () =>
    expect(storyFile('李-2025-03-01')).toBe('stories/李-2025-03-01/index.html'));

  it.each([
    ['pagefind/3f/', true, true],
    ['pagefind/shards.json', true, false],
    ['stories/', false, false],
    ['stories/pagefind/', false, false],
  ])('%s belongs to the search: %s, as a part of it: %s', (path, isOfSearch, isShard) =>
    expect([isSearchPath(path), isShardFolder(path)]).toEqual([isOfSearch, isShard]),
  );
});
