import { BodyCache } from './body-reader.js';

const body = (bytes: number) => Buffer.alloc(bytes);
const MiB = 1024 * 1024;

describe('body cache', () => {
  it('forgets what was not asked for longest', () => {
    const cache = new BodyCache();
    for (let index = 0; index < 32; index++) cache.set(`body ${index}`, body(MiB));
    expect(cache.get('body 0')?.bytes).toHaveLength(MiB);
    cache.set('one more', body(MiB));
    expect(cache.get('body 0')).toBeDefined();
    expect(cache.get('body 1')).toBeUndefined();
    expect(cache.get('one more')).toBeDefined();
  });

  it('forgets what is asked for no more, whatever it was before', () => {
    const cache = new BodyCache();
    for (let index = 0; index < 32; index++) cache.set(`body ${index}`, body(MiB));
    for (let index = 0; index < 32; index++) cache.get(`body ${index}`);
    for (let index = 32; index < 64; index++) cache.set(`body ${index}`, body(MiB));
    const known = (index: number) => cache.get(`body ${index}`) !== undefined;
    expect(Array.from({ length: 64 }, (_, index) => index).filter(known)).toEqual(
      Array.from({ length: 32 }, (_, index) => 32 + index),
    );
  });

  it('takes no large files', () => {
    const cache = new BodyCache();
    cache.set('large', body(MiB + 1));
    expect(cache.get('large')).toBeUndefined();
  });
});
