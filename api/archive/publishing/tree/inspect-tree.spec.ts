import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inspectTree, type Verification } from './inspect-tree.js';
import { folderDigest } from './list-tree.js';
import type { SiteFile } from './site-file.js';
import { SiteTree } from './site-tree.js';

const PAGE = 'stories/anna/index.html';
const SHARD = 'pagefind/0a/';
const VIDEO = 'media/one.mp4';
const LONG_AGO = 1;
const nothing = { damaged: [], untracked: [] };
const soon = () => Date.now() + 60_000;
const text = Buffer.from('<p>A page</p>'.repeat(50));

describe('a look at the tree', () => {
  let folder: string;
  let tree: SiteTree;
  let files: Map<string, SiteFile>;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tree-'));
    tree = new SiteTree(path.join(folder, 'site'), path.join(folder, 'staging'));
    await tree.clearStaging();
    const { facts, commit } = await tree.stageFile(PAGE, text, 'quick');
    await commit();
    await mkdir(tree.pathOf(SHARD), { recursive: true });
    await writeFile(tree.pathOf(`${SHARD}first`), 'one');
    await writeFile(tree.pathOf(`${SHARD}second`), 'two');
    await mkdir(path.dirname(tree.pathOf(VIDEO)), { recursive: true });
    await writeFile(tree.pathOf(VIDEO), 'a video');
    files = new Map<string, SiteFile>([
      [PAGE, { kind: 'page', inputs: '', ...facts }],
      [SHARD, { kind: 'shard', inputs: '', ...(await folderDigest(tree.pathOf(SHARD))) }],
      [VIDEO, { kind: 'media', inputs: '', hash: 'of the original', bytes: 7 }],
    ]);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const look = (verify: Verification = 'stat', inspectedAt = LONG_AGO) => inspectTree(tree, files, verify, inspectedAt);

  it.each<Verification>(['stat', 'hash'])('finds nothing where all is as it should be (%s)', async (verify) => {
    expect(await look(verify)).toEqual(nothing);
    expect(await look(verify, soon())).toEqual(nothing);
  });

  it.each(['', '.br', '.gz'])('finds that a page lacks its file %j, or has one of another size', async (suffix) => {
    await truncate(tree.pathOf(PAGE) + suffix, 3);
    expect((await look('stat', soon())).damaged).toEqual([PAGE]);
    await rm(tree.pathOf(PAGE) + suffix);
    expect((await look('stat', soon())).damaged).toEqual([PAGE]);
  });

  it.each(['', '.br', '.gz'])(
    'finds other bytes in the file %j since the last look, or at any time',
    async (suffix) => {
      const sizes: Record<string, number | undefined> = {
        '': text.length,
        '.br': files.get(PAGE)!.br,
        '.gz': files.get(PAGE)!.gz,
      };
      await writeFile(tree.pathOf(PAGE) + suffix, Buffer.alloc(sizes[suffix]!, 'x'));
      expect((await look('stat')).damaged).toEqual([PAGE]);
      expect((await look('stat', soon())).damaged).toEqual([]);
      expect((await look('hash', soon())).damaged).toEqual([PAGE]);
    },
  );

  it('finds what is another in a folder that is known as a whole', async () => {
    await writeFile(tree.pathOf(`${SHARD}second`), 'TWO');
    expect((await look('hash')).damaged).toEqual([SHARD]);
    expect((await look('stat', soon())).damaged).toEqual([]);
    await writeFile(tree.pathOf(`${SHARD}second`), 'twice');
    expect((await look('stat', soon())).damaged).toEqual([SHARD]);
    await writeFile(tree.pathOf(`${SHARD}second`), 'tw');
    await writeFile(tree.pathOf(`${SHARD}third`), 'o');
    expect(await look('stat', soon())).toEqual({ damaged: [SHARD], untracked: [] });
    await rm(tree.pathOf(SHARD), { recursive: true });
    expect((await look('stat', soon())).damaged).toEqual([SHARD]);
  });

  it('reads no media, which are links to the originals', async () => {
    await writeFile(tree.pathOf(VIDEO), 'another');
    expect(await look('hash')).toEqual(nothing);
    await writeFile(tree.pathOf(VIDEO), 'longer than it was');
    expect((await look('stat', soon())).damaged).toEqual([VIDEO]);
  });

  it('names what nobody knows', async () => {
    await writeFile(tree.pathOf('stories/anna/stray'), 'x');
    await mkdir(tree.pathOf('pagefind/1b'), { recursive: true });
    await writeFile(tree.pathOf('pagefind/1b/stray'), 'x');
    const { damaged, untracked } = await look();
    expect(damaged).toEqual([]);
    expect(untracked.toSorted()).toEqual([tree.pathOf('pagefind/1b/stray'), tree.pathOf('stories/anna/stray')]);
  });
});
