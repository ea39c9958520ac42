import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { BlobArchive } from './blob-archive.js';
import { type Blob, listBackups, type Manifest, newBackupId, writeBegun, writeManifest } from './manifest.js';
import { type Kept, prune } from './prune.js';
import { Seal } from './seal.js';

const NOW = Date.now();
const DAY_MS = 86_400_000;
const SOON_PAST: Kept = { count: 1, days: 0 };

let folder: string;
let place: LocalMediaStore;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prune-'));
  place = new LocalMediaStore(folder);
  said = [];
});
afterEach(() => rm(folder, { recursive: true }));

const pruneAfter = (written: Manifest, keep = SOON_PAST) => prune(place, keep, written, (line) => said.push(line));
const lies = async ({ key }: Blob) => (await place.listKeys()).includes(key);

async function keepBlob(text: string): Promise<Blob> {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return (await new BlobArchive(place, Seal.none).add(sha256, Readable.from([Buffer.from(text)])))!;
}

/** A backup that says that time, of one file of its own. */
async function backup(daysAgo: number): Promise<Manifest> {
  const startedAt = new Date(NOW - daysAgo * DAY_MS);
  const manifest: Manifest = {
    format: 1,
    id: newBackupId(startedAt),
    version: '1.0.0',
    startedAt: startedAt.toISOString(),
    snapshotAt: startedAt.toISOString(),
    seal: Seal.none.label,
    migrations: [],
    tables: [],
    sequences: [],
    blobs: [await keepBlob(`of ${daysAgo} days ago`)],
    files: [],
    openUploads: [],
    damaged: [],
  };
  await writeManifest(place, manifest);
  return manifest;
}

const blobOf = (manifest: Manifest) => manifest.blobs[0]!;
const idsOf = (...manifests: Manifest[]) => manifests.map(({ id }) => id);

describe('pruning', () => {
  it('removes what is past its time, and what it alone needed', async () => {
    const [first, last] = [await backup(2), await backup(0)];
    const unneeded = await keepBlob('of nobody');
    expect(await pruneAfter(last)).toEqual(idsOf(first));
    expect(await listBackups(place)).toEqual(idsOf(last));
    expect([await lies(blobOf(first)), await lies(unneeded), await lies(blobOf(last))]).toEqual([false, false, true]);
    expect(said).toEqual([]);
  });

  it('removes nothing, and says so, where the list of a backup is damaged', async () => {
    const [first, damaged, last] = [await backup(3), await backup(2), await backup(0)];
    const list = path.join(folder, 'backups', `${damaged.id}.json`);
    await writeFile(list, (await readFile(list, 'utf8')).replace('1.0.0', '2.0.0'));
    expect(await pruneAfter(last)).toEqual([]);
    for (const manifest of [first, damaged, last]) expect(await lies(blobOf(manifest))).toBe(true);
    expect(said).toEqual([expect.stringContaining(`the list of the backup ${damaged.id} cannot be read`)]);
  });

  it('leaves what a backup that was begun has copied', async () => {
    const last = await backup(0);
    const copied = await keepBlob('of one that was begun');
    await writeBegun(place, 'begun', [copied]);
    await pruneAfter(last);
    expect(await lies(copied)).toBe(true);
    await writeFile(path.join(folder, 'begun', 'begun.json'), '[]\n');
    await pruneAfter(last);
    expect(await lies(copied)).toBe(true);
    expect(said).toEqual(['Nothing was removed: what a backup that was begun has copied cannot be read.']);
  });

  it('removes nothing where its place tells of no backups, or not of the one that was just made', async () => {
    const [first, last] = [await backup(2), await backup(0)];
    const listKeys = place.listKeys.bind(place);
    for (const hidden of ['backups/', `backups/${last.id}`]) {
      place.listKeys = hiddenOnce(listKeys, [hidden]);
      await expect(pruneAfter(last)).rejects.toThrow(`The backup ${last.id} was written, and is not among those`);
    }
    place.listKeys = listKeys;
    expect(await listBackups(place)).toEqual(idsOf(first, last));
    for (const manifest of [first, last]) expect(await lies(blobOf(manifest))).toBe(true);
  });

  it('removes nothing that came since it listed all', async () => {
    const [first, last] = [await backup(2), await backup(0)];
    const listKeys = place.listKeys.bind(place);
    place.listKeys = hiddenOnce(listKeys, [`backups/${first.id}`, blobOf(first).key]);
    expect(await pruneAfter(last)).toEqual([]);
    expect(await listBackups(place)).toEqual(idsOf(first, last));
    expect(await lies(blobOf(first))).toBe(true);
  });

  it('counts a backup of a time that is yet to come as the oldest, and lets it stay', async () => {
    const [ahead, first, second, last] = [await backup(-3), await backup(3), await backup(2), await backup(0)];
    expect(await listBackups(place, (line) => said.push(line))).toEqual(idsOf(ahead, first, second, last));
    expect(said).toEqual([expect.stringContaining(`yet to come, and so counted as the oldest: ${ahead.id}.`)]);
    expect(await pruneAfter(last, { count: 2, days: 0 })).toEqual(idsOf(first));
    expect(await listBackups(place)).toEqual(idsOf(ahead, second, last));
  });

  it('counts a backup of a clock that is a few hours ahead as what it is', async () => {
    const [last, ahead] = [await backup(0), await backup(-0.5)];
    expect(await listBackups(place, (line) => said.push(line))).toEqual(idsOf(last, ahead));
    expect(said).toEqual([]);
  });
});

/** Keys as a place tells them that keeps silent about some of them once, as after a moment's failure. */
function hiddenOnce(listKeys: () => Promise<string[]>, hidden: string[]): () => Promise<string[]> {
  let isFirst = true;
  return async () => {
    const keys = await listKeys();
    const told = isFirst ? keys.filter((key) => !hidden.some((start) => key.startsWith(start))) : keys;
    isFirst = false;
    return told;
  };
}
