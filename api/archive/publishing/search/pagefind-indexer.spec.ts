import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PagefindIndexer } from './pagefind-indexer.js';

const RECORD = {
  url: '/stories/anna#video-1',
  content: 'A lark sings',
  meta: { title: 'Anna', question: 'Life today' },
};

describe('an index', () => {
  const indexer = new PagefindIndexer();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'index '));
  });
  afterAll(async () => {
    await indexer.onApplicationShutdown();
    await rm(folder, { recursive: true });
  });

  it('is written with all that a search reads', async () => {
    await indexer.writeIndex([RECORD], path.join(folder, 'index'));
    const names = await readdir(path.join(folder, 'index'), { recursive: true });
    expect(names).toEqual(
      expect.arrayContaining(['pagefind.js', 'pagefind-entry.json', expect.stringMatching(/^fragment.en_/) as string]),
    );
  });

  it('that cannot be written fails at once, and the next one does not', async () => {
    const taken = path.join(folder, 'taken');
    await writeFile(taken, '');
    await expect(indexer.writeIndex([RECORD], taken)).rejects.toMatchObject({
      code: expect.stringMatching(/^E/) as string,
    });
    await indexer.writeIndex([RECORD], path.join(folder, 'next'));
  });
});
