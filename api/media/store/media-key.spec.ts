import path from 'node:path';
import { mediaKey, resolveMediaKey } from './media-key.js';

const ROOT = path.resolve('/srv/media');
const ID = '3f2b8c1e-0000-4000-8000-000000000001';

describe('media keys', () => {
  it('are made of an id and spread over folders', () => {
    expect(mediaKey(ID, 'webm')).toBe(`3f/${ID}.webm`);
  });

  it.each([mediaKey(ID, 'mp4'), 'a', 'a.b', 'a/b/c/d.webp'])('lead below the root: %s', (key) => {
    expect(resolveMediaKey(ROOT, key)).toBe(path.join(ROOT, key));
  });

  describe('refuses', () => {
    it.each([
      '',
      '.',
      '..',
      '/',
      '../secret',
      'a/../../secret',
      'a/..',
      './a',
      'a/./b',
      'a//b',
      'a/',
      '/etc/passwd',
      '\\etc\\passwd',
      'a\\..\\..\\secret',
      'C:/secret',
      'C:secret',
      '%2e%2e/secret',
      'a\0.jpg',
      'a\n',
      '.unfinished/a',
      'a/.hidden',
      'a..b',
      'a.b.c',
      'a.',
      'A',
      'ä',
      'a b',
      '~',
      'a/b/c/d/e',
      `a${'b'.repeat(200)}`,
    ])('%j', (key) => {
      expect(() => resolveMediaKey(ROOT, key)).toThrow('Not a media key.');
    });
  });
});
