import { link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { settleOutput } from './run-files.js';

describe('what a program leaves as its output', () => {
  let folder: string;
  let output: { path: string; maxBytes: number };
  let secret: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'run-files-'));
    output = { path: path.join(folder, 'output'), maxBytes: 100 };
    secret = path.join(folder, 'secret');
    await writeFile(secret, 'a secret');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is one when it is wanted, and a file of its own', async () => {
    await writeFile(output.path, 'made');
    expect(await settleOutput(output, true)).toBe(true);
    expect(await readFile(output.path, 'utf8')).toBe('made');
  });

  it.each([
    ['is not wanted', false, () => writeFile(output.path, 'half')],
    ['has another name elsewhere', true, () => link(secret, output.path)],
    ['leads to something else', true, () => symlink(secret, output.path)],
    ['is a folder', true, () => mkdir(path.join(output.path, 'within'), { recursive: true })],
    ['is not there', true, () => Promise.resolve()],
  ])('is none when it %s, and nothing of it stays', async (_what, isWanted, leave) => {
    await leave();
    expect(await settleOutput(output, isWanted)).toBe(false);
    await expect(stat(output.path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(secret, 'utf8')).toBe('a secret');
  });
});
