import { existsSync } from 'node:fs';
import path from 'node:path';
import LongestFirst, { LONG } from './longest-first.mjs';

const root = path.join(import.meta.dirname, '../..');

describe('what lasts long', () => {
  it.each(LONG)('is there: %s', (file) => expect(existsSync(path.join(root, file))).toBe(true));

  it('begins first, before what is only long to read', () => {
    const context = { config: { cacheDirectory: '/none', id: 'none', cache: false }, hasteFS: { getSize: () => 1 } };
    const files = [...LONG, 'api/audience.spec.ts', 'scripts/test.spec.ts'].toReversed();
    const tests = files.map((file) => ({ path: path.join(root, file), context }));
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, which is no array's
    const sorted = new LongestFirst().sort(tests).map(({ path: file }: { path: string }) => path.relative(root, file));
    expect(sorted.slice(0, LONG.length)).toEqual(LONG);
    expect(sorted.toSorted()).toEqual(files.toSorted());
  });
});
