import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { checkMedia, type MediaFinding } from '../../media/store/check-media.js';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { mediaKey } from '../../media/store/media-key.js';
import { MediaRepository } from '../../media/store/media.repository.js';
import { MediaService } from '../../media/store/media.service.js';
import { WorkFolders } from '../../media/store/work-folders.js';
import { MediaDeletion } from '../../media/store/media-deletion.entity.js';
import { MediaFile } from '../../media/store/media-file.entity.js';
import { S3Bucket } from '../../media/store/s3-bucket.js';
import { uploadPiece } from '../../media/uploads/s3-upload-session-files.js';
import { MEDIA_REMOVAL_LOCK } from '../../platform/database/advisory-locks.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { migrateFully, withSchemaOf } from '../../platform/database/migrate-to.js';
import { RESTORE_POINT } from '../../media/store/restore-points.js';
import { claimServing, keepServersOut, shareServing } from '../../platform/database/serving-claim.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { startS3 } from '../../testing/s3-server.js';
import { newState } from '../../testing/test-app.js';
import { runQuery, setForDatabase } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { listBackups, writeManifest } from './manifest.js';
import { forgetRestorePoints, type RestoreRequest, restoreBackup, undoRestore } from './restore-backup.js';
import { RestorePointSweeper } from './restore-point-sweeper.js';
import { inTransaction, listRestorePoints } from './restore-point.js';
import { Seal } from './seal.js';
import { takeBackup } from './take-backup.js';

/** A machine without a server: a database, and files whose rows stand for all that people have told. */
let state: Awaited<ReturnType<typeof newState>>;
let store: LocalMediaStore;
let dataSource: DataSource;
let folder: string;
beforeEach(async () => {
  state = await newState();
  store = new LocalMediaStore(path.join(state.stateDir, 'media'));
  folder = await mkdtemp(path.join(os.tmpdir(), 'stories-restore-'));
  const entities = [MediaFile, MediaDeletion];
  dataSource = await new DataSource({ ...dataSourceOptions(state.connection), entities }).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await state.dispose();
  await rm(folder, { recursive: true });
});

const place = () => new LocalMediaStore(path.join(folder, 'backup'));
const query = <Row>(sql: string, parameters: unknown[] = []) => dataSource.query<Row[]>(sql, parameters);

async function add(content: string): Promise<string> {
  const id = randomUUID();
  const key = mediaKey(id, 'txt');
  const { bytes, sha256 } = await store.put(key, Readable.from([Buffer.from(content)]));
  await query(`INSERT INTO media_file VALUES ($1, $2, $3, $4, 'text/plain', now())`, [id, key, sha256, bytes]);
  return key;
}

/** As a person's press does; its bytes stay until the next sweep. */
async function remove(key: string): Promise<void> {
  await query('DELETE FROM media_file WHERE key = $1', [key]);
  await query('INSERT INTO media_deletion VALUES ($1, now())', [key]);
}

/** Of a recording that is on its way, of which so many bytes are noted. */
async function beginUpload(bytes: number): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO upload_session (id, audience, filename, mime_type, total_size, total_chunks, is_open, created_at)
     VALUES ($1, 'public', 'a.webm', 'video/webm', $2, 1, true, now())`,
    [id, bytes],
  );
  return id;
}
const uploads = async () =>
  (await query<{ id: string }>('SELECT id FROM upload_session ORDER BY id::text')).map(({ id }) => id);

const mediaRows = () => new MediaRepository(dataSource);
const sweepFiles = () => new MediaService(store, mediaRows(), new WorkFolders(state)).sweepDeletions();
const sweepPoints = () => new RestorePointSweeper(state.connection).sweep();
const points = () => inTransaction(state.connection, listRestorePoints);

/** The keys that the database knows, and those that have bytes, after what is due to go has gone. */
async function there() {
  await sweepFiles();
  const rows = await query<{ key: string }>('SELECT key FROM media_file ORDER BY key');
  return { rows: rows.map(({ key }) => key), bytes: (await store.listKeys()).toSorted() };
}
const makePointOf = (hoursAgo: number) =>
  query(`COMMENT ON SCHEMA ${RESTORE_POINT} IS '${new Date(Date.now() - hoursAgo * 3_600_000).toISOString()}'`);
const exactly = (...keys: string[]) => ({ rows: keys.toSorted(), bytes: keys.toSorted() });

async function backUp() {
  const request = { ...state, store, place: place(), seal: Seal.none, keep: { count: 9, days: 9 } };
  return (await takeBackup({ ...request, version: '1.0.0', say: () => {} })).manifest;
}

function restore(changes: Partial<RestoreRequest> = {}) {
  const request = {
    ...state,
    store,
    place: place(),
    seal: Seal.none,
    say: () => {},
    keepNoes: async () => {},
    checkHealth: async () => {},
  };
  return restoreBackup({ ...request, ...changes });
}

const failing = () => Promise.reject(new Error('media is away'));

/** One whose process ends while the product is tried, so that nothing is put back: here because a server came. */
async function endedRestore(): Promise<void> {
  let stopServing: (() => Promise<void>) | undefined;
  const checkHealth = async () => {
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'stories restore'`);
    stopServing = await claimServing(state.connection);
    throw new Error('it was ended');
  };
  await expect(restore({ checkHealth })).rejects.toThrow(/it was ended\n.*server is running.*\n.*--undo goes back/s);
  await stopServing!();
}

const endSilentConnections = () => setForDatabase(state.connection, { idle_session_timeout: '1s' });

/** Any that has said nothing for longer has ended, too. */
async function untilSilentOneEnds(): Promise<void> {
  const client = new pg.Client(state.connection);
  client.on('error', () => undefined);
  await client.connect();
  await new Promise<void>((resolve) => client.once('end', resolve));
}

const addProducer = (email: string) =>
  query(
    `WITH account AS (
       INSERT INTO staff_account (id, email, name, created_at) VALUES (gen_random_uuid(), $1, $1, now()) RETURNING id),
     link AS (INSERT INTO staff_link SELECT decode(md5($1), 'hex'), id, 'admin', now() FROM account)
     INSERT INTO passkey (id, account_id, credential_id, public_key, counter, transports, label, created_at)
     SELECT gen_random_uuid(), id, $1, 'k', 0, '{}', 'Laptop', now() FROM account`,
    [email],
  );
const knownProducers = async () => ({
  accounts: (await query<{ email: string }>('SELECT email FROM staff_account ORDER BY email')).map(
    ({ email }) => email,
  ),
  passkeys: (await query<{ id: string }>('SELECT credential_id AS id FROM passkey ORDER BY 1')).map(({ id }) => id),
  links: (await query('SELECT FROM staff_link')).length,
});

describe('a backup of a database that has little patience', () => {
  it('goes on after its connection has said nothing while files were copied', async () => {
    const told = await add('told');
    await endSilentConnections();
    store = new (class extends LocalMediaStore {
      override async openRange(...of: Parameters<LocalMediaStore['openRange']>) {
        await untilSilentOneEnds();
        return super.openRange(...of);
      }
    })(path.join(state.stateDir, 'media'));
    expect((await backUp()).damaged).toEqual([]);
    store = new LocalMediaStore(path.join(state.stateDir, 'media'));
    await setForDatabase(state.connection, { idle_session_timeout: '0' });
    await restore();
    expect((await there()).rows).toEqual([told]);
  });

  it.each<[string, (work: (client: pg.ClientBase) => Promise<unknown>) => Promise<unknown>]>([
    ['a point of a restore', (work) => inTransaction(state.connection, work)],
    ['an earlier schema', (work) => withSchemaOf(state.connection, { names: [], applicationName: 'x' }, work)],
  ])('works on %s for as long as that takes', async (_, open) => {
    await setForDatabase(state.connection, { statement_timeout: '1s' });
    const rows = await open(async (client) => (await client.query('SHOW statement_timeout')).rows);
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  it('brings a schema up to date for as long as that takes', async () => {
    await setForDatabase(state.connection, { statement_timeout: '1s' });
    await using free = await holdTransaction(dataSource, (transaction) =>
      transaction.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE'),
    );
    const migrated = migrateFully(state.connection);
    await untilBlocked(dataSource);
    await expect(runQuery(state.connection, 'SELECT FROM migrations')).rejects.toThrow('statement timeout');
    await free();
    await migrated;
  });

  it('waits for bytes that are being removed, however long that takes', async () => {
    await add('told');
    await setForDatabase(state.connection, { statement_timeout: '1s' });
    await using removed = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock_shared($1)', [MEDIA_REMOVAL_LOCK]),
    );
    const taken = backUp();
    await untilBlocked(dataSource);
    const another = runQuery(state.connection, `SELECT pg_advisory_lock(${MEDIA_REMOVAL_LOCK})`);
    await expect(another).rejects.toThrow('statement timeout');
    await removed();
    expect((await taken).tables.length).toBeGreaterThan(0);
  });
});

describe('a restore over a restore', () => {
  it('keeps what was there before one that was ended while it was tried', async () => {
    const told = await add('told');
    await backUp();
    const since = await add('told since');
    await endedRestore();
    expect(await points()).toMatchObject([{ isUntried: true }]);
    await restore();
    expect((await there()).rows).toEqual([told]);
    expect(await points()).toMatchObject([{ name: RESTORE_POINT, isUntried: false }]);
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, since));
    expect(await points()).toEqual([]);
  });

  it('keeps that also where a server has worked on what was not tried, and what was told to it', async () => {
    const told = await add('told');
    await backUp();
    const since = await add('told since');
    await endedRestore();
    await sweepPoints();
    const served = await add('told to a server');
    await restore();
    expect((await there()).rows).toEqual([told]);
    await undoRestore(state.connection, async () => {});
    expect((await there()).rows).toEqual([told, served].toSorted());
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, since));
  });

  it('keeps what was there before each, one before the other', async () => {
    const told = await add('told');
    await backUp();
    const first = await add('before the first');
    await restore();
    const second = await add('before the second');
    await restore();
    expect(await there()).toEqual({ rows: [told], bytes: [told, first, second].toSorted() });
    await undoRestore(state.connection, async () => {});
    expect((await there()).rows).toEqual([told, second].toSorted());
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, first));
  });

  it('can be gone back from as before when the product does not work with it', async () => {
    const told = await add('told');
    await backUp();
    const first = await add('before the first');
    await restore();
    const second = await add('before the second');
    await expect(restore({ checkHealth: failing })).rejects.toThrow('Everything is as it was before.');
    expect((await there()).rows).toEqual([told, second].toSorted());
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, first));
    await expect(undoRestore(state.connection, async () => {})).rejects.toThrow('no restore point');
    expect(await there()).toEqual(exactly(told, first));
  });
});

it('changes nothing where what people took back cannot be written down', async () => {
  const ledger = path.join(state.stateDir, 'ledger');
  const lines = path.join(ledger, 'withdrawals.jsonl');
  const told = await add('told');
  await mkdir(ledger, { recursive: true });
  await writeFile(lines, '{"at":"2026-01-01T00:00:00.000Z"}\n');
  await backUp();
  await writeFile(lines, '{"at":"2026-02-02T00:00:00.000Z"}\n');
  const since = await add('told since');
  await mkdir(`${lines}.uniting`);
  await expect(restore()).rejects.toThrow('EISDIR');
  expect(await there()).toEqual(exactly(told, since));
  expect(await points()).toEqual([]);
  expect(await readFile(lines, 'utf8')).toBe('{"at":"2026-02-02T00:00:00.000Z"}\n');
  await rm(`${lines}.uniting`, { recursive: true });
  await restore();
  expect((await there()).rows).toEqual([told]);
  expect((await readFile(lines, 'utf8')).trim().split('\n')).toHaveLength(2);
});

describe('servers', () => {
  it('wait until the product was tried, which does not wait itself', async () => {
    await add('told');
    await backUp();
    let isServing = false;
    let serving: Promise<() => Promise<void>> | undefined;
    const checkHealth = async () => {
      serving = claimServing(state.connection);
      void serving.then(() => (isServing = true));
      await sweepPoints();
      await expect(forgetRestorePoints(state.connection)).rejects.toThrow('A restore is being made');
      await expect(restore()).rejects.toThrow('another restore');
      await wait(100);
      expect(isServing).toBe(false);
      expect(await points()).toMatchObject([{ isUntried: true }]);
    };
    await restore({ checkHealth });
    await (
      await serving!
    )();
  });

  it('wait until a restore is undone', async () => {
    await add('told');
    await backUp();
    await restore();
    const client = new pg.Client(state.connection);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM media_file');
    const undone = undoRestore(state.connection, async () => {});
    await untilBlocked(dataSource);
    let isServing = false;
    const serving = claimServing(state.connection).finally(() => (isServing = true));
    await Promise.race([serving, untilBlocked(dataSource, 2)]);
    expect(isServing).toBe(false);
    await client.end();
    await undone;
    await (
      await serving
    )();
  });

  describe('whose connection breaks', () => {
    const SERVING = `datname = current_database() AND application_name = 'stories serving'`;
    const breakOff = () => query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVING}`);
    /** The connections that say that a server works. */
    const claims = async () => {
      const granted = `locktype = 'advisory' AND mode = 'ShareLock' AND granted`;
      const sql = `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE ${SERVING} AND ${granted}`;
      return (await query<{ pid: number }>(sql)).map(({ pid }) => pid);
    };

    it('say so anew, and no restore is made', async () => {
      await add('told');
      await backUp();
      const stopServing = await claimServing(state.connection);
      const [broken] = await claims();
      await breakOff();
      await until(async () => (await claims()).some((pid) => pid !== broken));
      await expect(restore()).rejects.toThrow('server is running');
      await stopServing();
    });

    it('say so after a restore, also where they were not let wait for it', async () => {
      const stopServing = await claimServing(state.connection);
      const restoring = keepServersOut(state.connection, 'stories restore');
      await until(async () => {
        await breakOff();
        return restoring.areOut();
      });
      let calledOff = 0;
      await until(async () => {
        const waiting = `${SERVING} AND wait_event_type = 'Lock'`;
        const { length } = await query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${waiting}`);
        calledOff += length;
        return calledOff > 0 && length === 0;
      });
      await restoring.letIn();
      await until(async () => (await claims()).length === 1);
      expect(await restoring.areOut()).toBe(false);
      await stopServing();
    });
  });

  it('keep restores out although the database ends connections that say nothing', async () => {
    await endSilentConnections();
    const stopServing = await claimServing(state.connection);
    await untilSilentOneEnds();
    expect(await keepServersOut(state.connection, 'stories restore').areOut()).toBe(false);
    await stopServing();
  });

  it('stay out although the database ends connections that say nothing', async () => {
    await endSilentConnections();
    const restoring = keepServersOut(state.connection, 'stories restore');
    expect(await restoring.areOut()).toBe(true);
    await untilSilentOneEnds();
    expect(await inTransaction(state.connection, shareServing)).toBe(false);
    await restoring.letIn();
    await until(() => inTransaction(state.connection, shareServing));
  });

  it('that came while nobody kept them out keep all that they have taken', async () => {
    const told = await add('told');
    await backUp();
    await add('told since');
    await endedRestore();
    expect((await there()).rows).toEqual([told]);
  });

  it('that came while the rows were loaded let nothing be changed', async () => {
    const told = await add('told');
    await backUp();
    await query('DELETE FROM media_file');
    const since = await add('told since');
    await store.remove(told);
    let stopServing: (() => Promise<void>) | undefined;
    const taking = new (class extends LocalMediaStore {
      override async put(...of: Parameters<LocalMediaStore['put']>) {
        await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'stories restore' AND state = 'idle'`);
        stopServing = await claimServing(state.connection);
        return super.put(...of);
      }
    })(path.join(state.stateDir, 'media'));
    await expect(restore({ store: taking })).rejects.toThrow('server is running');
    await stopServing!();
    expect(await there()).toEqual(exactly(since));
  });

  it('that came while a restore was undone let nothing be changed', async () => {
    const told = await add('told');
    await backUp();
    await add('told since');
    await restore();
    const client = new pg.Client(state.connection);
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM media_file');
    const undone = undoRestore(state.connection, async () => {}).then(
      () => 'undone',
      ({ message }: Error) => message,
    );
    await untilBlocked(dataSource);
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'stories restore' AND state = 'idle'`);
    const stopServing = await claimServing(state.connection);
    await client.end();
    expect(await undone).toContain('server is running');
    await stopServing();
    expect((await there()).rows).toEqual([told]);
  });
});

describe('bytes of what people have removed', () => {
  let removed: string;
  let told: string;
  beforeEach(async () => {
    [told, removed] = [await add('told'), await add('removed since')];
    await backUp();
    await remove(removed);
    await sweepFiles();
  });

  it('go again when the rows cannot be loaded', async () => {
    const other = await add('another');
    await backUp();
    for (const key of [other, told]) await store.remove(key);
    await query('DELETE FROM media_file WHERE key = $1', [other]);
    const full = new (class extends LocalMediaStore {
      override async put(...of: Parameters<LocalMediaStore['put']>) {
        const stored = await super.put(...of);
        if (of[0] === other) throw new Error('no space');
        return stored;
      }
    })(path.join(state.stateDir, 'media'));
    await expect(restore({ store: full })).rejects.toThrow('no space');
    expect(await store.listKeys()).toContain(other);
    expect((await there()).bytes).not.toContain(other);
  });

  it('go again when the product does not work with them', async () => {
    const id = (await listBackups(place()))[0]!;
    await expect(restore({ id, checkHealth: failing })).rejects.toThrow('as it was before');
    expect(await there()).toEqual(exactly(told));
  });

  it('go again when the restore is undone, as do those that came after it', async () => {
    await restore();
    const after = await add('after the restore');
    await remove(await add('after, and removed'));
    expect((await store.listKeys()).toSorted()).toEqual(expect.arrayContaining([removed, after]));
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told));
  });

  it('go with the restore point where they were still due to go before', async () => {
    const due = await add('just removed');
    await remove(due);
    await restore();
    expect((await there()).bytes).toContain(due);
    await forgetRestorePoints(state.connection);
    expect(await there()).toEqual(exactly(told, removed));
  });

  it('go with the restore point, of every restore, and nothing that is needed does', async () => {
    const first = await add('before the first');
    await restore();
    const second = await add('before the second');
    await restore();
    expect(await there()).toEqual({
      rows: [told, removed].toSorted(),
      bytes: [told, removed, first, second].toSorted(),
    });
    await forgetRestorePoints(state.connection);
    expect(await there()).toEqual(exactly(told, removed));
  });

  it('are none that a restore point needs, for who looks and for who moves', async () => {
    const since = await add('told since');
    await restore();
    const findings: MediaFinding[] = [];
    await checkMedia(store, mediaRows(), (finding) => findings.push(finding));
    expect(findings).toEqual([]);
    await forgetRestorePoints(state.connection);
    await query('DELETE FROM media_deletion');
    await checkMedia(store, mediaRows(), (finding) => findings.push(finding));
    expect(findings).toEqual([{ key: since, problem: 'orphan' }]);
  });

  it('stay where an earlier restore point needs them, however a later restore ends', async () => {
    const since = await add('told since');
    const { id } = await backUp();
    const [earlier] = await listBackups(place());
    await restore({ id: earlier });
    await expect(restore({ id, checkHealth: failing })).rejects.toThrow('as it was before');
    await sweepFiles();
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, since));
  });

  it('stay where they were on their way then and have become a file since', async () => {
    const late = await add('on its way');
    await query('DELETE FROM media_file WHERE key = $1', [late]);
    await query('INSERT INTO media_deletion VALUES ($1, now())', [late]);
    await backUp();
    await query('DELETE FROM media_deletion');
    await query(`INSERT INTO media_file VALUES (gen_random_uuid(), $1, $2, 10, 'text/plain', now())`, [
      late,
      createHash('sha256').update('on its way').digest(),
    ]);
    await restore();
    expect((await there()).rows).toEqual([told]);
    await undoRestore(state.connection, async () => {});
    expect(await there()).toEqual(exactly(told, late));
  });
});

describe('a restore point', () => {
  it('goes after three days, and not before', async () => {
    const told = await add('told');
    await backUp();
    const since = await add('told since');
    await restore();
    await makePointOf(71);
    await sweepPoints();
    expect(await points()).toHaveLength(1);
    expect((await there()).bytes).toContain(since);
    await makePointOf(73);
    await sweepPoints();
    expect(await points()).toEqual([]);
    expect(await there()).toEqual(exactly(told));
  });

  it('of an earlier restore goes at its own time', async () => {
    const told = await add('told');
    await backUp();
    const first = await add('before the first');
    await restore();
    await makePointOf(73);
    const second = await add('before the second');
    await restore();
    expect((await there()).bytes).toContain(first);
    await sweepPoints();
    expect(await points()).toMatchObject([{ name: RESTORE_POINT }]);
    expect(await there()).toEqual({ rows: [told], bytes: [told, second].toSorted() });
  });

  it('of a restore that was not tried waits from the first start on', async () => {
    await add('told');
    await backUp();
    await endedRestore();
    await query(`COMMENT ON SCHEMA ${RESTORE_POINT} IS '2026-01-01T00:00:00.000Z untried'`);
    await sweepPoints();
    await sweepPoints();
    expect(await points()).toMatchObject([{ isUntried: false }]);
  });
});

describe('a restore', () => {
  it('begins queues anew, and touches nothing of others', async () => {
    for (const schema of ['jobs', 'pgboss']) {
      await query(`CREATE SCHEMA ${schema}`);
      await query(`CREATE TABLE ${schema}.job (id int)`);
    }
    await add('told');
    await backUp();
    await restore({ checkHealth: async () => void (await query('CREATE SCHEMA jobs')) });
    const schemas = () => query(`SELECT to_regclass('jobs.job') AS jobs, to_regclass('pgboss.job')::text AS other`);
    expect(await schemas()).toEqual([{ jobs: null, other: 'pgboss.job' }]);
    await query('CREATE TABLE jobs.job (id int)');
    await undoRestore(state.connection, async () => {});
    expect(await schemas()).toEqual([{ jobs: null, other: 'pgboss.job' }]);
  });

  it('leaves every trigger on', async () => {
    const triggers = () =>
      query(`SELECT tgrelid::regclass::text AS table, tgname AS name, tgenabled AS is_on FROM pg_trigger
        JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`);
    const before = await triggers();
    await add('told');
    await backUp();
    await restore();
    expect(await triggers()).toEqual(before);
    await expect(query('DELETE FROM audit_entry')).rejects.toThrow('only ever added to');
  });

  it('ends mailed links, which signed nobody in yet, those to another e-mail, those of helpers, and sessions of staff', async () => {
    await query(`INSERT INTO participant (id, first_name, last_name, email, email_key, user_name, created_at)
      VALUES (gen_random_uuid(), 'Anna', 'A', 'a@example.org', 'a@example.org', 'anna-a', now())`);
    await query(
      `INSERT INTO sign_in_link (token_hash, participant_id, created_at) SELECT 'x', id, now() FROM participant`,
    );
    await query(
      `INSERT INTO email_change (token_hash, participant_id, email) SELECT 'y', id, 'b@example.org' FROM participant`,
    );
    await query(
      `INSERT INTO helper_link (id, participant_id, token_hash, is_proven, created_at, ends_at)
       SELECT gen_random_uuid(), id, 'z', true, now(), now() + interval '7 days' FROM participant`,
    );
    await query(
      `INSERT INTO staff_session (token_hash, producer_name, created_at, last_seen_at) VALUES ('s', 'Ida', now(), now())`,
    );
    await backUp();
    await query('DELETE FROM staff_session');
    await restore();
    expect(await query('SELECT first_name FROM participant')).toHaveLength(1);
    expect(await query('SELECT ended_at FROM helper_link')).toEqual([{ ended_at: expect.any(Date) }]);
    expect(await query('SELECT FROM sign_in_link')).toEqual([]);
    expect(await query('SELECT FROM email_change')).toEqual([]);
    expect(await query('SELECT FROM staff_session')).toEqual([]);
  });

  describe('of producers with accounts', () => {
    const [ida, otto, uwe] = ['ida@example.org', 'otto@example.org', 'uwe@example.org'] as const;

    it('brings none back that was removed since, nor a passkey, nor a link', async () => {
      for (const email of [ida, otto, uwe]) await addProducer(email);
      await backUp();
      await query('DELETE FROM staff_account WHERE email = $1', [otto]);
      await query('DELETE FROM passkey WHERE credential_id = $1', [uwe]);
      await restore();
      expect(await knownProducers()).toEqual({ accounts: [ida, uwe], passkeys: [ida], links: 0 });
    });

    it('loses nobody who was added since, nor a passkey, where it is undone', async () => {
      await addProducer(ida);
      await backUp();
      await addProducer(otto);
      await query(
        `INSERT INTO passkey (id, account_id, credential_id, public_key, counter, transports, label, created_at)
        SELECT gen_random_uuid(), id, 'since', 'k', 0, '{}', 'Phone', now() FROM staff_account WHERE email = $1`,
        [ida],
      );
      await restore();
      expect(await knownProducers()).toMatchObject({ accounts: [ida], passkeys: [ida] });
      await undoRestore(state.connection, async () => {});
      expect(await knownProducers()).toMatchObject({ accounts: [ida, otto], passkeys: [ida, otto, 'since'] });
    });

    it('brings all back where none is known', async () => {
      for (const email of [ida, otto]) await addProducer(email);
      await backUp();
      await query('DELETE FROM staff_account');
      await restore();
      expect(await knownProducers()).toEqual({ accounts: [ida, otto], passkeys: [ida, otto], links: 0 });
    });
  });

  describe('keeps of the uploads on their way', () => {
    it('those whose bytes are here, also of a recording that has grown since', async () => {
      const sessions = path.join(state.stateDir, 'uploads');
      await mkdir(sessions);
      const upload = async (known: number, here: number | null) => {
        const id = await beginUpload(known);
        if (here !== null) await writeFile(path.join(sessions, `${id}.upload`), Buffer.alloc(here));
        return id;
      };
      const kept = [await upload(9, 9), await upload(9, 12), await upload(0, 0)];
      await upload(9, 8);
      await upload(0, null);
      await backUp();
      await restore();
      expect(await uploads()).toEqual(kept.toSorted());
    });

    it('those whose pieces are in the bucket', async () => {
      const s3 = await startS3();
      const bucket = new S3Bucket({ bucket: s3.bucket, prefix: `${randomUUID()}/` }, s3.access);
      const upload = async (known: number[], here: number[]) => {
        const id = await beginUpload(known.length);
        const noted = 'INSERT INTO upload_chunk (upload_id, chunk_index, bytes, checksum) VALUES ($1, $2, 1, -7)';
        for (const index of known) await query(noted, [id, index]);
        for (const index of here) await bucket.putBytes(uploadPiece(id, index, -7), Buffer.from('x'));
        return id;
      };
      const kept = [await upload([0, 1], [0, 1]), await upload([0], [0, 1]), await upload([], [])];
      await upload([0, 1], [0]);
      await backUp();
      await restore({ uploads: bucket }).finally(() => s3.stop());
      expect(await uploads()).toEqual(kept.toSorted());
    });
  });

  it('asks for room before it writes a file', async () => {
    const told = await add('told');
    const manifest = await backUp();
    await writeManifest(place(), { ...manifest, blobs: manifest.blobs.map((blob) => ({ ...blob, bytes: 1e18 })) });
    await store.remove(told);
    await expect(restore()).rejects.toThrow(/The files need 1000000000000 MB, and there are \d+ MB of room/);
    expect(await readdir(path.join(state.stateDir, 'media'), { recursive: true })).not.toContain(told);
  });

  it('keeps no file that the store has not written as it was given', async () => {
    const told = await add('told');
    await backUp();
    await store.remove(told);
    const careless = new (class extends LocalMediaStore {
      override put(key: string) {
        return super.put(key, Readable.from([Buffer.from('tolb')]));
      }
    })(path.join(state.stateDir, 'media'));
    await expect(restore({ store: careless })).rejects.toThrow(`The file ${told} did not come back whole.`);
  });

  it('keeps its connection alive while it writes files', async () => {
    const alive: net.Socket[] = [];
    const { setKeepAlive } = net.Socket.prototype;
    net.Socket.prototype.setKeepAlive = function (...of: unknown[]) {
      alive.push(this);
      return Reflect.apply(setKeepAlive, this, of) as net.Socket;
    };
    try {
      await withSchemaOf(state.connection, { names: [], applicationName: 'x' }, async (client) => {
        expect(alive).toContain((client as unknown as { connection: { stream: net.Socket } }).connection.stream);
      });
    } finally {
      net.Socket.prototype.setKeepAlive = setKeepAlive;
    }
  });
});
