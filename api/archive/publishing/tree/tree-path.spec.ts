import path from 'node:path';
import { resolveInside } from './site-tree.js';

const ROOT = path.resolve('/srv/site');

describe('tree paths', () => {
  it.each(['index.html', 'stories/zoë-2025-03-01/index.html', 'a..b/c...d'])('%j lies inside', (treePath) => {
    expect(resolveInside(ROOT, treePath)).toBe(path.join(ROOT, treePath));
  });

  describe('refuses', () => {
    it.each(['', '.', '..', '../site', '../site2/x', 'a/../../x', '/etc/passwd', '.env', 'a/.git/config', 'a\0b'])(
      '%j',
      (treePath) => expect(() => resolveInside(ROOT, treePath)).toThrow('Not a path of the public tree'),
    );
  });
});
