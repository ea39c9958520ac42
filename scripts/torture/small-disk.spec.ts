import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'small-disk-'));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * What a disk is told, where a `mount` that needs no rights refuses `refusals` times to make it smaller: somebody has
 * written there since it was measured.
 */
async function told(how: 'fill' | 'fillNames', refusals: number) {
  const notes = path.join(folder, 'notes');
  const mount = `#!/bin/sh
    echo "$*" >>'${notes}'
    case "$*" in *remount*) test "$(grep -c remount '${notes}')" -gt ${refusals} ;; esac`;
  await writeFile(path.join(folder, 'mount'), mount, { mode: 0o755 });
  const script = `
    const { SmallDisk } = await import('${new URL('small-disk.ts', import.meta.url)}');
    try { SmallDisk.make(1).${how}(); } finally { SmallDisk.disposeAll(); }`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  return { status, remounts: (await readFile(notes, 'utf8')).match(/remount,\w+/g) };
}

(process.platform === 'linux' ? describe : describe.skip)('a small disk', () => {
  it.each([
    ['fill', 'size'],
    ['fillNames', 'nr_inodes'],
  ] as const)('that somebody writes on is measured once more: %s', async (how, what) => {
    const remounts = Array<string>(3).fill(`remount,${what}`);
    expect(await told(how, 2)).toEqual({ status: 0, remounts });
  });

  it('that is refused again and again was not filled', async () => {
    expect((await told('fill', 1_000)).status).toBe(1);
  });
});
