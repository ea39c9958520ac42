import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { BackupRecordRepository } from './backup-record.repository.js';
import { BlobArchive } from './blob-archive.js';
import { listBackups, type Manifest } from './manifest.js';
import { recordBackup } from './recorded-backups.js';
import { Seal } from './seal.js';
import { takeBackup } from './take-backup.js';

const LEDGER = 'ledger/withdrawals.jsonl';
const DAY_MS = 86_400_000;

let testApp: TestApp;
let folder: string;
let place: LocalMediaStore;
/** Of one content, which a backup copies once. */
let keys: string[];
let sha256: string;
beforeAll(async () => {
  testApp = await createTestApp();
  const archive = await ArchiveClient.signIn(testApp, 'Mo');
  const userId = await archive.register('Zoë', 'Of the copies');
  for (const questionId of [1, 2]) await archive.add(userId, { questionId, title: 'Twice' });
  await mkdir(path.join(testApp.config.stateDir, 'ledger'), { recursive: true });
  await writeFile(path.join(testApp.config.stateDir, LEDGER), '{"at":"2026-01-02T00:00:00.000Z"}\n');
  const [found] = await testApp.dataSource.query<[{ keys: string[]; sha256: string }]>(
    `SELECT array_agg(key ORDER BY key) AS keys, encode(sha256, 'hex') AS sha256 FROM media_file
     GROUP BY sha256 HAVING count(*) = 2`,
  );
  ({ keys, sha256 } = found);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'backup-copies-'));
  place = new LocalMediaStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const connection = () => testApp.app.get<DatabaseConnection>(DATABASE_CONNECTION);
const isWhole = (copy: Manifest['blobs'][number]) =>
  new BlobArchive(new LocalMediaStore(folder), Seal.none).isWhole(copy);
const copyOf = (manifest: Manifest, content: string) => manifest.blobs.find((blob) => blob.sha256 === content)!;

function backUp(now = new Date(), say: (line: string) => void = () => {}) {
  const { stateDir } = testApp.config;
  return takeBackup({
    connection: connection(),
    store: new LocalMediaStore(path.join(stateDir, 'media')),
    stateDir,
    place,
    seal: Seal.none,
    keep: { count: 14, days: 30 },
    version: '1.0.0',
    say,
    now: () => now,
  });
}

/** The files of these keys are longer than they were stored for as long as `work` takes. */
async function withDamaged(damaged: string[], work: () => Promise<void>): Promise<void> {
  const files = damaged.map((key) => path.join(testApp.config.stateDir, 'media', key));
  for (const file of files) await appendFile(file, 'x');
  try {
    await work();
  } finally {
    for (const file of files) await truncate(file, (await readFile(file)).length - 1);
  }
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[0] = bytes[0]! ^ 1;
  await writeFile(file, bytes);
}

/** Reads of that key fail so often. */
function failReading(key: string, times: number): void {
  const openRange = place.openRange.bind(place);
  place.openRange = async (...of) => {
    if (of[0] === key && times-- > 0) throw Object.assign(new Error('of the disk'), { code: 'EIO' });
    return openRange(...of);
  };
}

describe('a copy that an earlier backup made', () => {
  it('stays where it cannot be read for a while and its file is damaged', async () => {
    const copy = copyOf((await backUp()).manifest, sha256);
    await withDamaged(keys, async () => {
      failReading(copy.key, 4);
      expect((await backUp()).broken).toEqual([sha256]);
    });
    expect(await isWhole(copy)).toBe(true);
    expect((await backUp()).broken).toEqual([]);
  });

  it('counts where reading it failed once', async () => {
    const copy = copyOf((await backUp()).manifest, sha256);
    await withDamaged(keys, async () => {
      failReading(copy.key, 1);
      const { broken, manifest, copied } = await backUp();
      expect({ broken, damaged: manifest.damaged, files: copied.files }).toEqual({ broken: [], damaged: [], files: 0 });
    });
  });

  it.each([0, 1])(
    'is made anew where it is damaged, of any file of its content (the other one is damaged: %s)',
    async (n) => {
      const copy = copyOf((await backUp()).manifest, sha256);
      await flip(path.join(folder, copy.key));
      await withDamaged([keys[n]!], async () => {
        expect((await backUp()).broken).toEqual([]);
      });
      expect(await isWhole(copy)).toBe(true);
    },
  );

  it('is made anew where it is one of the ledger', async () => {
    const { manifest } = await backUp();
    const copy = copyOf(manifest, manifest.files.find((file) => file.path === LEDGER)!.sha256);
    await flip(path.join(folder, copy.key));
    expect((await backUp()).broken).toEqual([]);
    expect(await isWhole(copy)).toBe(true);
  });
});

it('tells of a backup of a time that is yet to come, and takes another one for the newest', async () => {
  const ahead = await backUp(new Date(Date.now() + 3 * DAY_MS));
  const said: string[] = [];
  const { manifest } = await backUp(new Date(), (line) => said.push(line));
  expect(said).toContainEqual(expect.stringContaining(`counted as the oldest: ${ahead.manifest.id}.`));
  expect((await listBackups(place)).at(-1)).toBe(manifest.id);
});

it('is a proven backup only where it holds every file', async () => {
  const { manifest } = await backUp();
  const records = testApp.app.get(BackupRecordRepository, { strict: false });
  await recordBackup(connection(), manifest, false);
  expect(await records.findLastProven()).toBeNull();
  await recordBackup(connection(), { ...manifest, id: 'whole' }, true);
  expect(await records.findLastProven()).toBeInstanceOf(Date);
});

it('is none that was proven by a clock that went ahead', async () => {
  const { manifest } = await backUp();
  const records = testApp.app.get(BackupRecordRepository, { strict: false });
  await recordBackup(connection(), { ...manifest, id: 'proven' }, true);
  const before = await records.findLastProven();
  await testApp.dataSource.query(
    `INSERT INTO backup_record SELECT 'ahead', snapshot_at, now() + interval '1 year', true, rows, files, bytes
     FROM backup_record WHERE id = 'proven'`,
  );
  expect(await records.findLastProven()).toEqual(before);
});
