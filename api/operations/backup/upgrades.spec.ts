import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Publisher } from '../../archive/publishing/publisher.js';
import { checkMedia, type MediaFinding } from '../../media/store/check-media.js';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { MediaRepository } from '../../media/store/media.repository.js';
import { dataSourceOptions, type DatabaseConnection, migrate } from '../../platform/database/data-source.js';
import { migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';
import { migrations } from '../../platform/database/migrations/index.js';
import { listTables, prepareLoading, readRows } from '../../platform/database/table-copies.js';
import { createTestApp, newState, type TestState } from '../../testing/test-app.js';
import { unzip } from '../../testing/unzip.js';
import { listBackups, type Manifest, readManifest, writeManifest } from './manifest.js';
import { restoreBackup } from './restore-backup.js';
import { Seal } from './seal.js';

const RELEASED = path.resolve(import.meta.dirname, '../../testing/released');
const CHANGELOG = await readFile('CHANGELOG.md', 'utf8');
const { version: VERSION } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const VERSIONS = [...CHANGELOG.matchAll(/^## (\S+) \((.*)\)$/gm)].map(([, version, date]) => ({ version, date }));
/** The oldest first. */
const VERSIONS_BEFORE = VERSIONS.filter(({ date }) => /^\d/.test(date!))
  .map(({ version }) => version!)
  .toReversed();
const BEFORE = VERSIONS_BEFORE.at(-1)!;

/** Sessions end, and uploads that were on their way are not contained. */
const ENDED = ['staff_session', 'sign_in_link', 'upload_session', 'upload_chunk'];

/** What a later version has moved on purpose, and which rows would tell that it got lost on the way. */
const MOVED: Record<string, string> = {
  'photo.display_media_id': `SELECT FROM photo LEFT JOIN picture ON media_id = original_media_id WHERE large_media_id IS NULL`,
  'photo.thumbnail_media_id': `SELECT FROM photo LEFT JOIN picture ON media_id = original_media_id
    WHERE picture.thumbnail_media_id IS NULL`,
};

let folder: string;
let states: Awaited<ReturnType<typeof newState>>[];
beforeEach(async () => {
  states = [];
  folder = await mkdtemp(path.join(os.tmpdir(), 'stories-release-'));
});
afterEach(async () => {
  for (const state of states) await state.dispose();
  await rm(folder, { recursive: true });
});

async function emptyPlace(): Promise<TestState> {
  const state = await newState({ isMigrated: false });
  states.push(state);
  return state;
}

/** What a release has left behind: a backup of a small archive, and the statements that it sends. */
async function open(version: string) {
  const files = await unzip(await readFile(path.join(RELEASED, `${version}.zip`)));
  for (const [name, bytes] of files) {
    if (!name.startsWith('backup/')) continue;
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const place = new LocalMediaStore(path.join(folder, 'backup'));
  const manifest = await readManifest(place, (await listBackups(place))[0]!);
  const statements = JSON.parse(files.get('statements.json')?.toString('utf8') ?? '[]') as string[];
  return { place, manifest, statements };
}

async function restore(state: TestState, place: LocalMediaStore): Promise<void> {
  const store = new LocalMediaStore(path.join(state.stateDir, 'media'));
  const request = {
    ...state,
    store,
    place,
    seal: Seal.none,
    say: () => {},
    keepNoes: async () => {},
    checkHealth: async () => {},
  };
  await restoreBackup(request);
}

async function withClient<T>(connection: DatabaseConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Of each table in a backup its rows, with the columns that are still there, as COPY writes them. */
async function rowsOf(place: LocalMediaStore, { tables }: Manifest, known: Map<string, Set<string>>) {
  const rows: Record<string, string[]> = {};
  for (const { name, columns, key } of tables) {
    if (ENDED.includes(name)) continue;
    const kept = columns.map((column) => known.get(name)?.has(column) ?? false);
    const lines = gunzipSync(await buffer(await place.openRange(key)))
      .toString('utf8')
      .split('\n')
      .slice(0, -1);
    rows[name] = lines
      .map((line) =>
        line
          .split('\t')
          .filter((_, index) => kept[index])
          .join('\t'),
      )
      .toSorted();
  }
  return rows;
}

/** The same of a database. */
function rowsIn(connection: DatabaseConnection, { tables }: Manifest, known: Map<string, Set<string>>) {
  return withClient(connection, async (client) => {
    const rows: Record<string, string[]> = {};
    await client.query('BEGIN');
    await prepareLoading(client);
    for (const { name, columns } of tables) {
      if (ENDED.includes(name)) continue;
      const kept = columns.filter((column) => known.get(name)?.has(column));
      rows[name] = (await text(readRows(client, { name, columns: kept }))).split('\n').slice(0, -1).toSorted();
    }
    return rows;
  });
}

function columnsOf(connection: DatabaseConnection): Promise<Map<string, Set<string>>> {
  return withClient(connection, async (client) => {
    const tables = await listTables(client);
    return new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
  });
}

/** What of these statements a schema does not understand. */
function misunderstood(connection: DatabaseConnection, statements: string[]): Promise<string[]> {
  return withClient(connection, async (client) => {
    const failures: string[] = [];
    for (const statement of statements) {
      try {
        await client.query(`PREPARE asked AS ${statement}`);
        await client.query('DEALLOCATE asked');
      } catch (error) {
        failures.push(`${(error as Error).message}: ${statement.slice(0, 200)}`);
      }
    }
    return failures;
  });
}

describe('released versions', () => {
  it('are in CHANGELOG.md, the newest first, and each has left its data', async () => {
    expect(VERSIONS[0]!.version).toBe(VERSION);
    const left = (await readdir(RELEASED)).filter((name) => name.endsWith('.zip'));
    expect(left.toSorted()).toEqual(VERSIONS_BEFORE.map((version) => `${version}.zip`).toSorted());
  });
});

describe.each(VERSIONS_BEFORE)('data of %s', (version) => {
  it('are upgraded with every row and every file, and are public as they were', async () => {
    const { place, manifest } = await open(version);
    expect(manifest.version).toBe(version);
    const state = await emptyPlace();
    await restore(state, place);

    const known = await columnsOf(state.connection);
    const gone = manifest.tables
      .filter(({ name }) => !ENDED.includes(name))
      .flatMap(({ name, columns }) => columns.map((column) => ({ name, column })))
      .filter(({ name, column }) => !known.get(name)?.has(column))
      .map(({ name, column }) => `${name}.${column}`);
    expect(gone.filter((column) => !(column in MOVED))).toEqual([]);
    const lost = await withClient(state.connection, async (client) => {
      let count = 0;
      for (const column of gone) count += (await client.query(MOVED[column]!)).rowCount!;
      return count;
    });
    expect(lost).toBe(0);
    const before = await rowsOf(place, manifest, known);
    expect(before['participant']!.length).toBeGreaterThan(2);
    expect(await rowsIn(state.connection, manifest, known)).toEqual(before);

    const testApp = await createTestApp({}, { state });
    try {
      await testApp.app.get(Publisher).bringUpToDate();
      const media: MediaFinding[] = [];
      const store = new LocalMediaStore(path.join(state.stateDir, 'media'));
      await checkMedia(store, new MediaRepository(testApp.dataSource), (finding) => media.push(finding));
      expect(media).toEqual([]);
      const { body } = await testApp.http.get('/api/stories-overview').expect(200);
      expect(JSON.stringify(body)).toContain('Zoë');
      expect(JSON.stringify(body)).not.toContain('Ben');
    } finally {
      await testApp.app.close();
    }
  });
});

describe(`servers of ${BEFORE} beside this version`, () => {
  it('understand its schema: every statement that they send', async () => {
    const { statements } = await open(BEFORE);
    expect(statements.length).toBeGreaterThan(300);
    const state = await newState();
    states.push(state);
    expect(await misunderstood(state.connection, statements)).toEqual([]);
    expect(await misunderstood(state.connection, ['SELECT nobody FROM participant'])).toHaveLength(1);
  });

  it('may write all of their rows into it', async () => {
    const { place, manifest } = await open(BEFORE);
    await writeManifest(place, { ...manifest, migrations: migrationNames() });
    const state = await emptyPlace();
    await restore(state, place);
    const known = await columnsOf(state.connection);
    expect(await rowsIn(state.connection, manifest, known)).toEqual(await rowsOf(place, manifest, known));
  });

  it('go on where a migration of this version fails', async () => {
    const { manifest, statements } = await open(BEFORE);
    const state = await emptyPlace();
    const schema = { names: manifest.migrations, applicationName: 'earlier' };
    await withSchemaOf(state.connection, schema, (_, makeSchema) => makeSchema());
    expect(await misunderstood(state.connection, statements)).toEqual([]);
    const failing = {
      ...dataSourceOptions(state.connection),
      migrations: [...migrations, Fails9000000000000],
      logging: false,
    };
    const dataSource = await new DataSource(failing).initialize();
    const failure = migrate(dataSource);
    await expect(failure).rejects.toThrow('division by zero');
    await dataSource.destroy();
    expect(await misunderstood(state.connection, statements)).toEqual([]);
    const known = await columnsOf(state.connection);
    expect(known.has('half')).toBe(false);
    // What came before the failure stays, and whoever starts this version once more goes on after it.
    const again = await new DataSource(dataSourceOptions(state.connection)).initialize();
    const ran = await again.query<{ name: string }[]>('SELECT name FROM migrations');
    expect(ran.map(({ name }) => name).toSorted()).toEqual(migrationNames().toSorted());
    await migrate(again);
    await again.destroy();
  });
});

/** Takes away what the earlier version needs, and then fails. */
class Fails9000000000000 implements MigrationInterface {
  name = 'Fails9000000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE half (id int)');
    await queryRunner.query('ALTER TABLE participant DROP COLUMN email CASCADE');
    await queryRunner.query('SELECT 1 / 0');
  }

  async down(): Promise<void> {}
}
