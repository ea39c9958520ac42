import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describeFiles, readFiles } from '../../../testing/site-files.js';
import { gramLayout } from '../../../contract/search/gram-index.js';
import { SHARD_VERSION, WORDS_FILE } from '../../../contract/search/search-index.js';
import type { StoryVideo } from '../../../contract/stories/stories.js';
import { sampleStoryVideo } from '../../../contract/testing/sample-story-video.js';
import { valueHash } from '../tree/content-hash.js';
import { PagefindIndexer } from './pagefind-indexer.js';
import { searchRecords } from './search-publisher.js';
import { addGrams, readRecords, tidyShard, writeWords } from './shard-folder.js';
import { writeGrams } from './write-grams.js';

const video = (changes: Partial<StoryVideo>) => sampleStoryVideo({ transcript: 'I danced.', ...changes });
const user = { id: 'p1', firstName: 'Zoë', createdAt: '2025-03-01T00:00:00.000Z', userName: 'zoë-2025-03-01' };

const TITLES = new Map([[1, 'Life before ME/CFS']]);

describe('search records', () => {
  it('are one an answer, under its question, leading to it on the story’s page', () => {
    expect(
      searchRecords({ user, overviewVideo: null, videos: [video({ title: 'Anna Berg, cut 3' })] }, TITLES),
    ).toEqual([
      {
        url: '/stories/zo%C3%AB-2025-03-01#video-v1',
        content: 'I danced.',
        meta: { title: 'Zoë', question: 'Life before ME/CFS' },
      },
    ]);
  });

  it('leave out overviews and answers without words', () => {
    const videos = [video({ title: 'My story overview' }), video({ transcript: '' })];
    expect(searchRecords({ user, overviewVideo: video({ questionId: null }), videos }, TITLES)).toEqual([]);
  });
});

describe('search index', () => {
  const indexer = new PagefindIndexer();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stories-index-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => indexer.onApplicationShutdown());

  const records = Array.from({ length: 20 }, (_, index) =>
    video({ id: `v${index}`, transcript: `word${index} danced` }),
  );
  const write = async (name: string, isFirst: boolean) => {
    const target = path.join(folder, name);
    await indexer.writeIndex(searchRecords({ user, overviewVideo: null, videos: records }, TITLES), target);
    await tidyShard(target, isFirst);
    return target;
  };

  it('of the same records is the same, byte for byte', async () => {
    const [one, two] = [await write('one', true), await write('two', true)];
    expect(await describeFiles(one)).toEqual(await describeFiles(two));
  });

  it('is of this version as long as the same is written: what changes the hash needs SHARD_VERSION raised', async () => {
    const cues = [{ start: 1, end: 2.5, text: 'I danced, I danced.' }];
    const videos = [video({ cues, transcript: 'I danced, I danced.' }), video({ id: 'v2', questionId: null })];
    const ofStory = searchRecords({ user, overviewVideo: null, videos }, TITLES);
    const { file, bytes } = await writeGrams(ofStory);
    await addGrams(folder, bytes);
    await writeWords(folder, ofStory);

    // Of what is compressed, what it holds: another Node compresses it otherwise.
    const { slotsAt, recordTableAt } = gramLayout(file);
    const bucketsAt = Array.from({ length: file.buckets + 1 }, (_, number) => bytes.readUInt32LE(4 * number));
    const written = [
      file,
      bytes.toString('hex', slotsAt, recordTableAt),
      await readRecords(folder, file),
      bucketsAt.map((at) => at - bucketsAt[0]!),
      bytes.toString('hex', bucketsAt[0]),
      gunzipSync(await readFile(path.join(folder, WORDS_FILE))).toString(),
    ];
    expect([SHARD_VERSION, valueHash(written)]).toEqual([5, 'f446f1ce8de27717218be1ee122ab01f']);
  });

  it('holds each transcript as it was said', async () => {
    const files = await readFiles(await write('one', false));
    const fragments = [...files].filter(([name]) => name.startsWith('fragment'));
    const texts = fragments.map(([, bytes]) => gunzipSync(bytes).toString());
    expect(texts.filter((text) => text.includes('"content":"word7 danced"'))).toHaveLength(1);
  });

  it('brings Pagefind’s own files in the first shard only', async () => {
    const program = ['pagefind-worker.js', 'pagefind-worker.js.br', 'pagefind-worker.js.gz', 'pagefind.js'];
    const names = await readdir(await write('one', true));
    expect(names).toEqual(expect.arrayContaining([...program, 'wasm.en.pagefind', 'pagefind-entry.json']));
    expect(names.filter((name) => name.includes('ui'))).toEqual([]);
    const others = await readdir(await write('two', false));
    expect(others.filter((name) => !name.endsWith('.pf_meta')).toSorted()).toEqual([
      'fragment',
      'index',
      'pagefind-entry.json',
    ]);
  });

  it('can be made again after the backend has stopped', async () => {
    await write('one', true);
    await indexer.onApplicationShutdown();
    expect(await describeFiles(await write('two', true))).toEqual(await describeFiles(path.join(folder, 'one')));
  });
});
