import { jest } from '@jest/globals';
import { createPublishedTranscripts } from './published-transcripts.js';

const record = (id: string, content: string) => ({
  url: `/stories/anna-2025-03-01#video-${id}`,
  content,
  meta: { title: 'Anna', question: 'Life today' },
});

function setUp() {
  const list = { version: '1', shards: ['/old/', '/new/'], transcriptBytes: 30 };
  const published = new Map([
    ['/old/', [record('1', 'a quiet day')]],
    ['/new/', [record('3', 'UNQUIETLY'), record('2', 'a loud day')]],
  ]);
  const readRecords = jest.fn(async (shard: string) => {
    const records = published.get(shard);
    if (!records) throw new Error('404');
    return records;
  });
  const transcripts = createPublishedTranscripts({ readShards: async () => list, readRecords });
  const find = async (query: string) => (await (await transcripts.open()).search(query)).map(({ videoId }) => videoId);
  return { list, published, readRecords, transcripts, find };
}

describe('published transcripts', () => {
  it('are searched for any piece, newest story first', async () => {
    const { find } = setUp();
    expect(await find('Quiet')).toEqual(['3', '1']);
    expect(await find('ay')).toEqual(['2', '1']);
    expect(await find('nowhere')).toEqual([]);
  });

  it('are fetched once, and again only where they have changed', async () => {
    const { find, list, published, readRecords, transcripts } = setUp();
    expect((await transcripts.open()).bytes).toBe(30);
    await find('quiet');
    await find('day');
    expect(readRecords).toHaveBeenCalledTimes(2);
    expect((await transcripts.open()).bytes).toBe(0);
    list.shards = ['/old/', '/newer/'];
    published.set('/newer/', []);
    expect(await find('quiet')).toEqual(['1']);
    expect(readRecords).toHaveBeenCalledTimes(3);
  });

  describe('refuses', () => {
    it('to answer from a part of them, and tries again the next time', async () => {
      const { find, list, published } = setUp();
      list.shards = ['/old/', '/late/'];
      await expect(find('quiet')).rejects.toThrow('404');
      published.set('/late/', [record('4', 'quiet')]);
      expect(await find('quiet')).toEqual(['4', '1']);
    });
  });
});
