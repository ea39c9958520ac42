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

/** As of nobody: who commits may sign, and a hook that runs this says which repository is meant. */
function ownEnv(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(others), GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_NOSYSTEM: '1' };
}

function git(place: string, ...words: string[]): void {
  const somebody = ['-c', `user.name=${place}`, '-c', `user.email=${place}@example.org`];
  const { status, stderr } = spawnSync('git', [...somebody, ...words], {
    cwd: path.join(folder, place),
    env: ownEnv(),
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

  it('is of that folder where a hook has named another repository', async () => {
    const [first, second] = [await repository('first', 'a lark'), await repository('second', 'two larks')];
    const script = `
      const { seedOfTree } = await import('${new URL('random.ts', import.meta.url)}');
      console.log(seedOfTree(${JSON.stringify(first)}));
    `;
    const { stdout } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      { env: { ...ownEnv(), GIT_DIR: path.join(second, '.git') }, encoding: 'utf8' },
    );
    expect(Number(stdout)).toBe(seedOfTree(first));
  });

  it('is none where nothing was committed', async () => {
    expect(seedOfTree(folder)).toBeNull();
    await mkdir(path.join(folder, 'empty'));
    git('empty', 'init', '--quiet');
    expect(seedOfTree(path.join(folder, 'empty'))).toBeNull();
  });
});
