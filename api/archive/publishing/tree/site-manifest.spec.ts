import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { syncsDuring } from '../../../testing/watch-syncs.js';
import type { SiteFile } from './site-file.js';
import { SiteManifest } from './site-manifest.js';

const page = (hash: string, policy?: string): SiteFile => ({
  kind: 'page',
  inputs: `${hash}.x`,
  hash,
  bytes: 1,
  policy,
});

const hashes = (manifest: SiteManifest) => Array.from(manifest.files, ([name, { hash }]) => [name, hash]);

const diskFolder = mkdtempSync(path.join(os.tmpdir(), 'full disk '));
/** Only root can make a disk, and not in every container. */
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', diskFolder]).status === 0;

afterAll(async () => {
  if (isMounted) spawnSync('umount', [diskFolder]);
  await rm(diskFolder, { recursive: true, force: true });
});

describe('site manifest', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stories-manifest-'));
    file = path.join(folder, 'manifest.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = () => {
    const manifest = new SiteManifest(file);
    manifest.refresh();
    return manifest;
  };

  it('is empty before anything was recorded', () => expect(hashes(open())).toEqual([]));

  it('is read back as it was recorded', async () => {
    const manifest = open();
    await manifest.record([{ pending: ['a', 'b', 'c'] }]);
    await manifest.record([
      { policy: 'p', text: "default-src 'self'" },
      { set: 'a', file: page('1', 'p') },
    ]);
    await manifest.record([{ unset: 'b' }]);
    for (const reader of [manifest, open()]) {
      expect(hashes(reader)).toEqual([['a', '1']]);
      expect(reader.policyOf(reader.files.get('a')!)).toBe("default-src 'self'");
      expect([...reader.pending]).toEqual(['c']);
    }
  });

  it('knows the parts of the search index by themselves', async () => {
    const manifest = open();
    await manifest.record([
      { set: 'a/', file: { ...page('1'), kind: 'shard' } },
      { set: 'b/', file: { ...page('2'), kind: 'shard' } },
      { set: 'c', file: { ...page('3'), kind: 'asset' } },
      { set: 'd', file: page('4') },
    ]);
    await manifest.record([{ unset: 'b/' }, { set: 'c', file: page('5') }]);
    for (const reader of [manifest, open()]) {
      expect([...reader.ofKind('shard').keys()]).toEqual(['a/']);
      expect([...reader.ofKind('asset').keys()]).toEqual([]);
    }
  });

  it('shows other processes each change', async () => {
    const [writer, reader] = [open(), open()];
    for (const hash of ['1', '2', '3']) {
      await writer.record([{ set: 'a', file: page(hash) }]);
      reader.refresh();
      expect(hashes(reader)).toEqual([['a', hash]]);
    }
    await writer.compact();
    reader.refresh();
    await writer.record([{ unset: 'a' }]);
    reader.refresh();
    expect(hashes(reader)).toEqual([]);
  });

  it('lets another process go on writing', async () => {
    const [first, second] = [open(), open()];
    await first.record([{ set: 'a', file: page('1') }]);
    second.refresh();
    await second.record([{ set: 'b', file: page('2') }]);
    first.refresh();
    await first.record([{ unset: 'a' }]);
    expect(hashes(first)).toEqual([['b', '2']]);
    expect(hashes(open())).toEqual([['b', '2']]);
  });

  it('keeps what is recorded at the same time', async () => {
    const manifest = open();
    const names = Array.from({ length: 20 }, (_, index) => `page ${index}`);
    await Promise.all(names.map((name) => manifest.record([{ set: name, file: page('1') }])));
    expect([...open().files.keys()]).toEqual(names);
  });

  it('keeps only what still holds when it is compacted', async () => {
    const manifest = open();
    await manifest.record([
      { policy: 'old', text: 'x' },
      { set: 'a', file: page('0', 'old') },
    ]);
    for (let round = 0; round < 50; round++) await manifest.record([{ set: 'a', file: page(String(round)) }]);
    const before = readFileSync(file).length;
    await manifest.compact();
    expect(readFileSync(file).length).toBeLessThan(before / 20);
    expect(hashes(open())).toEqual([['a', '49']]);
    expect([manifest.hasPolicy('old'), open().hasPolicy('old')]).toEqual([false, false]);
  });

  it('goes on after a line that was cut off', async () => {
    await open().record([{ set: 'a', file: page('1') }]);
    appendFileSync(file, '{"set":"b","fi');
    const manifest = open();
    expect(hashes(manifest)).toEqual([['a', '1']]);
    await manifest.record([{ set: 'c', file: page('3') }]);
    expect(hashes(open())).toEqual([
      ['a', '1'],
      ['c', '3'],
    ]);
  });

  it('says nothing when it makes no sense, and is then written anew', async () => {
    await open().record([{ set: 'a', file: page('1') }]);
    writeFileSync(file, 'name\nnonsense\n');
    const manifest = open();
    expect(hashes(manifest)).toEqual([]);
    await manifest.record([{ set: 'b', file: page('2') }]);
    expect(hashes(open())).toEqual([['b', '2']]);
  });

  it('of an earlier version is read by the names that it had then', async () => {
    await open().record([{ set: 'a', file: page('1') }]);
    appendFileSync(
      file,
      [
        '{"unsettled":["b","c"]}',
        '{"settled":["b"]}',
        '{"withheld":["d"]}',
        '{"set":"_astro/old.js","file":{"kind":"asset","inputs":"x.","hash":"2","bytes":1,"retiredAt":"2026-03-10T00:00:00.000Z"}}',
        '',
      ].join('\n'),
    );
    const manifest = open();
    await manifest.record([{ set: 'e', file: page('3') }]);
    await manifest.compact();
    for (const reader of [manifest, open()]) {
      expect([...reader.pending]).toEqual(['c']);
      expect([...reader.blocked]).toEqual(['d']);
      expect(reader.files.get('_astro/old.js')?.staleAt).toBe('2026-03-10T00:00:00.000Z');
      expect([...reader.files.keys()]).toEqual(['a', '_astro/old.js', 'e']);
    }
  });

  it('is empty again when it was removed', async () => {
    const manifest = open();
    await manifest.record([{ set: 'a', file: page('1') }]);
    await rm(file);
    manifest.refresh();
    expect(hashes(manifest)).toEqual([]);
  });

  (isMounted ? describe : describe.skip)('on a full disk', () => {
    it('is written anew once there is room, where that took only a part of it', async () => {
      file = path.join(diskFolder, 'manifest.jsonl');
      const [manifest, reader] = [open(), open()];
      await manifest.record([{ set: 'a', file: page('1') }]);
      const filler = path.join(diskFolder, 'filler');
      await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => undefined);
      const names = Array.from({ length: 200 }, (_, index) => `b${index}`);
      const recorded = manifest.record(names.map((name) => ({ set: name, file: page('2') })));
      await expect(recorded).rejects.toMatchObject({ code: 'ENOSPC' });
      await rm(filler);
      await manifest.record([{ set: 'c', file: page('3') }]);
      reader.refresh();
      for (const each of [manifest, reader, open()]) expect([...each.files.keys()]).toEqual(['a', ...names, 'c']);
    });
  });

  // Only there the paths of open files are known.
  (process.platform === 'linux' ? describe : describe.skip)('on the disk', () => {
    it('is a change before it counts as recorded', async () => {
      const manifest = open();
      const added = await syncsDuring(async () => {
        await manifest.record([{ set: 'a', file: page('1') }]);
        await manifest.record([{ set: 'b', file: page('2') }]);
      });
      // The first one is written whole, beside its place, which it takes before anything is added to it.
      expect(added.map((sync) => sync.path)).toEqual([`${file}.new`, folder, file]);
      expect(added[0]?.held.toString()).toContain('{"set":"a"');
      expect(added[1]?.held).toEqual([path.basename(file)]);
      expect(added[2]?.held.toString()).toBe(readFileSync(file, 'utf8'));
    });
  });
});
