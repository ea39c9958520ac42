import { assert, property, string } from 'fast-check';
import { galleryPath, slugify, storyPath, storySlug, videoAnchor, videoOfAnchor } from './story-slug.js';

describe('story slug', () => {
  it.each([
    ['Anna', 'anna'],
    ['Anna Maria', 'anna-maria'],
    ["O'Brien", 'o-brien'],
    ['  Zoë  ', 'zoë'],
    ['Zoe\u0308', 'zoë'],
    ['李小龍', '李小龍'],
    ['مريم', 'مريم'],
    ['🙂', 'story'],
    ['../../etc', 'etc'],
    ['<b>', 'b'],
  ])('turns %j into %j', (name, slug) => expect(slugify(name)).toBe(slug));

  it.each([
    ['a'.repeat(100), 'a'.repeat(100)],
    ['𠀀'.repeat(100), '𠀀'.repeat(50)],
    ['é'.repeat(99) + ' 龍龍', 'é'.repeat(99)],
  ])('keeps %j short enough for a folder', (name, slug) => expect(slugify(name)).toBe(slug));

  it('ends in the UTC day of registration', () => {
    expect(storySlug('Anna', new Date('2025-03-01T23:59:59Z'))).toBe('anna-2025-03-01');
    expect(storySlug('Anna', new Date('2025-03-01T00:00:00Z'))).toBe('anna-2025-03-01');
  });

  it('is always one path segment', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(slugify(name)).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
      }),
    );
  });

  it('is beside the pages of the archive, of which the first has no number', () =>
    expect([galleryPath(null), galleryPath(2)]).toEqual(['/stories', '/stories/page/2']));

  it('is encoded in links', () => expect(storyPath('zoë-2025-03-01')).toBe('/stories/zo%C3%AB-2025-03-01'));
});

describe('anchor of a video', () => {
  it('selects it, or a moment in it', () => {
    expect(videoAnchor('a-b')).toBe('#video-a-b');
    expect(videoAnchor('a-b', 72.9)).toBe('#video-a-b&t=72');
  });

  it.each([
    ['#video-a-b', { videoId: 'a-b', seconds: null }],
    ['#video-a-b&t=72', { videoId: 'a-b', seconds: 72 }],
    ['#video-a-b&t=72&from=mail', { videoId: 'a-b', seconds: 72 }],
    ['#video-a-b&t=soon', { videoId: 'a-b', seconds: null }],
    ['#video-', null],
    ['#answers', null],
    ['', null],
  ])('%s is read', (fragment, moment) => expect(videoOfAnchor(fragment)).toEqual(moment));
});
