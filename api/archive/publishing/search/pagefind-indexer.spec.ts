import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../../testing/until.js';
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

  it('is not made by what has made many: that has grown, and ends when none is under way', async () => {
    if (process.platform !== 'linux') return;
    await indexer.onApplicationShutdown();
    const write = (index: number) => indexer.writeIndex([RECORD], path.join(folder, `${index}`));
    const backends = new Set<string>();
    for (let index = 0; index < 9; index++) {
      await write(index);
      for (const child of await children()) backends.add(child);
    }
    expect(backends.size).toBe(2);
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(100 + index)));
    await until(async () => (await children()).length === 0);
  });
});

/** Process numbers of the backends that this process has. */
async function children(): Promise<string[]> {
  const stats = await Promise.all(
    (await readdir('/proc')).filter(Number).map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  const [own, name] = [`${process.pid}`, /^(\d+) \(pagefind.*\) (\S) (\d+) /];
  return stats.flatMap((stat) => {
    const [, pid, state, parent] = name.exec(stat) ?? [];
    return pid && parent === own && state !== 'Z' ? [pid] : [];
  });
}
