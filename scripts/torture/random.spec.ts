import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { seedOfTree } from './random.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'seeds-'));
});
afterEach(() => rm(folder, { recursive: true }));

function git(place: string, ...words: string[]): void {
  const somebody = ['-c', `user.name=${place}`, '-c', `user.email=${place}@example.org`];
  const { status, stderr } = spawnSync('git', [...somebody, ...words], {
    cwd: path.join(folder, place),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** With one commit of one file. */
async function repository(place: string, content: string): Promise<string> {
  await mkdir(path.join(folder, place));
  await writeFile(path.join(folder, place, 'a file'), content);
  git(place, 'init', '--quiet');
  git(place, 'add', '.');
  git(place, 'commit', '--quiet', '--message', `of ${place}`);
  return path.join(folder, place);
}

describe('the seed of a tree', () => {
  it('is the same wherever the same was committed, and another where it was not', async () => {
    const first = seedOfTree(await repository('first', 'a lark'));
    expect(Number.isInteger(first)).toBe(true);
    expect(seedOfTree(await repository('second', 'a lark'))).toBe(first);
    expect(seedOfTree(await repository('third', 'two larks'))).not.toBe(first);
  });

  it('stays while something is changed, until that is committed', async () => {
    const place = await repository('first', 'a lark');
    const before = seedOfTree(place);
    await writeFile(path.join(place, 'a file'), 'two larks');
    expect(seedOfTree(place)).toBe(before);
    git('first', 'commit', '--quiet', '--all', '--message', 'two');
    expect(seedOfTree(place)).not.toBe(before);
  });

  it('is none where nothing was committed', async () => {
    expect(seedOfTree(folder)).toBeNull();
    await mkdir(path.join(folder, 'empty'));
    git('empty', 'init', '--quiet');
    expect(seedOfTree(path.join(folder, 'empty'))).toBeNull();
  });
});
