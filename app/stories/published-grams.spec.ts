import { jest } from '@jest/globals';
import type { GramFile, GramReader } from '../../api/contract/search/gram-index.js';
import { matchesTranscript } from '../../api/contract/search/transcript-search.js';
import { createPublishedGrams } from './published-grams.js';

const record = (id: string, content: string) => ({
  url: `/stories/anna-2025-03-01#video-${id}`,
  content,
  meta: { title: 'Anna', question: 'Life today' },
});
const readRecord = async (bytes: Uint8Array) =>
  JSON.parse(new TextDecoder().decode(bytes)) as ReturnType<typeof record>;
const many = (count: number) => Array.from({ length: count }, () => 'a quiet day');
const unread = new AbortController().signal;
const nobody = () => undefined;

/** Shards by their folders, each with its texts; `isExact` as a long query's answers are not. */
function setUp(texts: Record<string, string[]>, { isExact = true } = {}) {
  const published = new Map(Object.entries(texts));
  const clock = { now: 0 };
  const list = { version: '1', shards: [...published.keys()] };
  const readShards = jest.fn(async () => ({
    version: list.version,
    shards: [...list.shards],
    grams: list.shards.map((_, slots): GramFile => ({ answers: 0, slots, buckets: 1 })),
  }));
  const openShard = jest.fn((shard: string, _file: GramFile): GramReader => {
    const textsNow = () => {
      const found = published.get(shard);
      if (!found) throw new Error('404');
      return found;
    };
    return {
      find: async (query) => {
        const all = textsNow();
        const answers = all.flatMap((text, at) => (!isExact || matchesTranscript(text, query) ? [at] : []));
        return { answers, isExact };
      },
      records: async (answers) =>
        answers.map((at) => new TextEncoder().encode(JSON.stringify(record(`${shard}${at}`, textsNow()[at]!)))),
    };
  });
  const grams = createPublishedGrams({ readShards, openShard, readRecord, now: () => clock.now });
  const find = async (query: string) => {
    const { count, rows } = await grams.search(query, nobody, unread);
    return { count, ids: (await rows(0)).map(({ videoId }) => videoId) };
  };
  return { published, clock, list, readShards, openShard, grams, find };
}

describe('published grams', () => {
  it('find every answer, newest story first, whatever the shards are like', async () => {
    const { find, openShard } = setUp({ old: ['a quiet day'], new: ['UNQUIETLY', 'a loud day'] });
    expect(await find('Quiet')).toEqual({ count: 2, ids: ['new0', 'old0'] });
    expect(await find('ay')).toEqual({ count: 2, ids: ['new1', 'old0'] });
    expect(await find('nowhere')).toEqual({ count: 0, ids: [] });
    expect(openShard.mock.calls).toEqual([
      ['old', { answers: 0, slots: 0, buckets: 1 }],
      ['new', { answers: 0, slots: 1, buckets: 1 }],
    ]);
  });

  it('count only those that contain the query where grams alone cannot tell', async () => {
    const { find } = setUp({ old: ['a quiet day', 'a loud day'], new: ['loud', 'quiet'] }, { isExact: false });
    expect(await find('quiet')).toEqual({ count: 2, ids: ['new1', 'old0'] });
  });

  it('hand out first rows at once, and all of them page by page', async () => {
    const { grams } = setUp({ a: many(40), b: many(40), c: many(40) });
    const first: number[] = [];
    const { count, rows } = await grams.search('quiet', (found) => first.push(found.length), unread);
    const pages = [await rows(0), await rows(50), await rows(100), await rows(150)];
    expect([count, first, pages.map(({ length }) => length)]).toEqual([120, [20], [50, 50, 20, 0]]);
    expect(new Set(pages.flat().map(({ videoId }) => videoId)).size).toBe(120);
  });

  it('go by a list that is no older than a minute, and keep what has not changed', async () => {
    const { find, clock, list, published, readShards, openShard } = setUp({ a: ['quiet'] });
    await find('quiet');
    await find('quiet');
    expect(readShards).toHaveBeenCalledTimes(1);
    clock.now = 60_000;
    await find('quiet');
    expect([readShards.mock.calls.length, openShard.mock.calls.length]).toEqual([2, 1]);
    Object.assign(list, { version: '2', shards: ['b'] });
    published.set('b', ['quiet', 'quietly']);
    clock.now = 120_000;
    expect(await find('quiet')).toMatchObject({ count: 2 });
  });

  it('read the list anew when a shard is gone', async () => {
    const { find, clock, list, published } = setUp({ a: ['quiet'] });
    await find('quiet');
    published.delete('a');
    published.set('b', ['unquiet']);
    Object.assign(list, { version: '2', shards: ['b'] });
    clock.now = 5;
    expect(await find('quiet')).toEqual({ count: 1, ids: ['b0'] });
  });

  describe('refuse', () => {
    it('to answer from a part of the shards, and try again the next time', async () => {
      const { find, list, published, clock, readShards } = setUp({ a: ['quiet'] });
      list.shards.push('late');
      await expect(find('quiet')).rejects.toThrow('404');
      // A list that was read just now would say the same again.
      expect(readShards).toHaveBeenCalledTimes(1);
      published.set('late', ['quiet']);
      clock.now = 1;
      expect(await find('quiet')).toMatchObject({ count: 2 });
    });

    it('to go on for a query that is no longer asked', async () => {
      const { grams, openShard } = setUp({ a: ['quiet'] });
      await expect(grams.search('quiet', nobody, AbortSignal.abort())).rejects.toThrow('abort');
      expect(openShard).toHaveBeenCalledTimes(1);
    });
  });
});
