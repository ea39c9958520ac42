import { appendFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { ArchiveClient } from '../../testing/archive-client.js';
import { describeFiles, filesContaining, readFiles } from '../../testing/site-files.js';
import { startS3 } from '../../testing/s3-server.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { signUp } from '../../testing/participants.js';
import { createTestApp, newState, type TestApp, type TestState } from '../../testing/test-app.js';
import { UploadClient } from '../../testing/upload-client.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { BACKUP_LOCK, MEDIA_REMOVAL_LOCK } from '../../platform/database/advisory-locks.js';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';
import { claimServing } from '../../platform/database/serving-claim.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { inOrderOfReference, listTables } from '../../platform/database/table-copies.js';
import { MediaService } from '../../media/store/media.service.js';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { Publisher } from '../../archive/publishing/publisher.js';
import { listBackups, readManifest, writeBegun } from './manifest.js';
import { openPlace } from './open-place.js';
import { type RestoreRequest, restoreBackup, undoRestore } from './restore-backup.js';
import { inTransaction, listRestorePoints } from './restore-point.js';
import { Seal } from './seal.js';
import { type BackupRequest, takeBackup } from './take-backup.js';

const KEEP = { count: 14, days: 30 };
const LEDGER = 'ledger/withdrawals.jsonl';
const GONE = '3f2b8c1e-0000-4000-8000-000000000001';
/** Lines of the ledger, about somebody who is gone. */
const saidOn = (day: number, kind: string) =>
  `{"at":"2026-01-0${day}T00:00:00.000Z","kind":"${kind}","participantId":"${GONE}"}\n`;
const SHOWN = saidOn(2, 'shown');

let testApp: TestApp;
let archive: ArchiveClient;
let userId: string;
let session: string;
let folder: string;
let others: Awaited<ReturnType<typeof newState>>[];

beforeAll(async () => {
  testApp = await createTestApp();
  archive = await ArchiveClient.signIn(testApp, 'Mo');
  userId = await archive.register('Zoë', 'Back\\slash');
  session = await signUp(testApp);
  await archive.publish(userId, { questionId: 1, title: 'First', transcript: 'Words "quoted", \\N,\n\nünïcode' });
  await archive.add(userId, { questionId: 2, title: 'Waits' });
  await testApp.app.get(Publisher).bringUpToDate();
  await mkdir(inState('ledger'));
  await writeFile(inState(LEDGER), SHOWN);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  others = [];
  // A path with spaces and with letters of any script.
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'stories backup ')), 'Bäckups of mine');
});
afterEach(async () => {
  for (const state of others) await state.dispose();
  await rm(path.dirname(folder), { recursive: true });
});

const inState = (name: string, of: Pick<TestState, 'stateDir'> = testApp.config) => path.join(of.stateDir, name);
const connection = () => testApp.app.get<DatabaseConnection>(DATABASE_CONNECTION);
const storeOf = (stateDir: string) => new LocalMediaStore(path.join(stateDir, 'media'));
const open = (isNew = true) => openPlace(folder, testApp.config, '/', isNew);

async function backUp(changes: Partial<BackupRequest> = {}) {
  const { stateDir } = testApp.config;
  const request = {
    connection: connection(),
    store: storeOf(stateDir),
    stateDir,
    place: await open(),
    seal: Seal.none,
  };
  return takeBackup({ ...request, keep: KEEP, version: '1.0.0', say: () => {}, ...changes });
}

async function emptyPlace() {
  const state = await newState({ isMigrated: false });
  others.push(state);
  return state;
}

async function restore(to: TestState, changes: Partial<RestoreRequest> = {}) {
  const place = await open(false);
  const request = {
    ...to,
    store: storeOf(to.stateDir),
    place,
    seal: Seal.none,
    keepNoes: async () => {},
    checkHealth: async () => {},
    say: () => {},
  };
  return restoreBackup({ ...request, ...changes });
}

async function withClient<T>(to: DatabaseConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(to);
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Every row of every table but those that end with a restore, as text. */
function readAll(to: DatabaseConnection, except: string[] = []): Promise<Record<string, string[]>> {
  return withClient(to, async (client) => {
    const all: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      if (['staff_session', 'sign_in_link', ...except].includes(name)) continue;
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}

/** The server is gone, its database and folder are not. */
async function stopped(work: () => Promise<void>): Promise<void> {
  const state = { stateDir: testApp.config.stateDir, connection: connection() };
  await testApp.app.close();
  try {
    await work();
  } finally {
    const { app, dataSource, http, browser, staff } = await createTestApp({}, { state });
    Object.assign(testApp, { app, dataSource, http, browser, staff });
  }
}

/** Whether bytes may be removed just now. */
const isFree = async () => {
  const [row] = await testApp.dataSource.query<[{ free: boolean }]>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [MEDIA_REMOVAL_LOCK],
  );
  return row.free;
};

describe('a backup', () => {
  it('gives back every row, every file and every public byte, after everything was lost', async () => {
    const upload = new UploadClient(testApp, session, Buffer.alloc(100, 7));
    const uploadId = await upload.open();
    await upload.send(uploadId, 0);
    const { manifest, broken } = await backUp();
    expect({ broken, damaged: manifest.damaged }).toEqual({ broken: [], damaged: [] });
    expect(manifest.openUploads).toContain(uploadId);
    const rows = await readAll(connection(), ['upload_session', 'upload_chunk']);
    const media = await describeFiles(inState('media'));
    const site = await describeFiles(inState('site'));
    expect(rows.participant!.length).toBeGreaterThan(1);
    expect(media.length).toBeGreaterThan(2);

    const state = await emptyPlace();
    expect((await restore(state)).filesWritten).toBe(media.length);
    expect(await readAll(state.connection, ['upload_session', 'upload_chunk'])).toEqual(rows);
    expect(await describeFiles(inState('media', state))).toEqual(media);
    expect(await readFile(inState(LEDGER, state), 'utf8')).toBe(SHOWN);

    const restored = await createTestApp({}, { state });
    await restored.app.get(Publisher).bringUpToDate();
    expect(await describeFiles(inState('site', state))).toEqual(site);
    await upload.through({ testApp: restored }).status(uploadId).expect(404);
    await restored.http.get('/api/auth/user').set('Cookie', session).expect(200);
    await archive.at(restored).get('/api/admin/showcase-videos').expect(401);
    await restored.close();
  });

  it('brings what an earlier version made to the newest schema', async () => {
    await backUp();
    const place = await open(false);
    const [id] = await listBackups(place);
    const manifest = await readManifest(place, id!);
    expect(manifest.migrations.length).toBeGreaterThan(20);
    const state = await emptyPlace();
    await restore(state);
    const ran = await withClient(state.connection, (client) =>
      client.query('SELECT name FROM migrations ORDER BY name'),
    );
    expect(ran.rows.map(({ name }) => name as string)).toEqual(manifest.migrations);
  });

  it('copies nothing twice', async () => {
    const first = await backUp();
    expect(first.copied.files).toBeGreaterThan(0);
    expect((await backUp()).copied.files).toBe(0);
    await archive.upload(userId, { questionId: 3, title: 'New' }, sampleMp4(1024, 9)).expect(201);
    expect((await backUp()).copied.files).toBe(1);
    expect(await listBackups(await open())).toHaveLength(3);
  });

  it('lies where nobody else can look', async () => {
    await backUp();
    expect((await stat(folder)).mode & 0o077).toBe(0);
  });

  it('is opened by its key alone, and says nothing without it', async () => {
    const words = 'Words "quoted"';
    await backUp();
    expect(await filesContaining(folder, words)).not.toEqual([]);
    await rm(folder, { recursive: true });
    const key = path.join(path.dirname(folder), 'key');
    const recipient = await Seal.newKey(key);
    expect((await stat(key)).mode & 0o077).toBe(0);
    const text = await readFile(key, 'utf8');
    await expect(Seal.newKey(key)).rejects.toThrow('EEXIST');
    expect(await readFile(key, 'utf8')).toBe(text);
    await writeFile(`${key}.pub`, recipient);
    const closing = await Seal.fromFile(`${key}.pub`);
    await backUp({ seal: closing });
    expect((await backUp({ seal: closing })).copied.files).toBe(0);
    expect(await filesContaining(folder, words)).toEqual([]);
    const state = await emptyPlace();
    await expect(restore(state)).rejects.toThrow('encrypted');
    await expect(restore(state, { seal: closing })).rejects.toThrow('only closes');
    await restore(state, { seal: await Seal.fromFile(key) });
    expect(await describeFiles(inState('media', state))).toEqual(await describeFiles(inState('media')));
  });

  it('holds no row without its file, whatever is removed meanwhile', async () => {
    await archive.publish(await archive.register('Changes'), { questionId: 1 });
    const store = new (class extends LocalMediaStore {
      calls = 0;
      override async openRange(...of: Parameters<LocalMediaStore['openRange']>): Promise<Readable> {
        if (++this.calls === 1) {
          const [video] = await testApp.dataSource.query<{ id: string }[]>(
            'SELECT id FROM showcase_video WHERE is_approved',
          );
          await archive.remove(video!.id);
        }
        return super.openRange(...of);
      }
    })(inState('media'));
    const { manifest } = await backUp({ store });
    expect(manifest.damaged).toEqual([]);
    const state = await emptyPlace();
    await restore(state);
    expect(await describeFiles(inState('media', state))).toEqual(await describeFiles(inState('media')));
  });

  it('keeps bytes from being removed for as long as it copies those of its rows, and no longer', async () => {
    let added = '';
    const store = new (class extends LocalMediaStore {
      override async openRange(...of: Parameters<LocalMediaStore['openRange']>): Promise<Readable> {
        const isFirst = added === '';
        if (isFirst) {
          added = 'coming';
          const { body } = await archive.upload(userId, { questionId: 5 }, sampleMp4(2048, 33)).expect(201);
          added = (body as { id: string }).id;
        } else if (!(await isFree())) await archive.remove(added).expect(204);
        return super.openRange(...of);
      }
    })(inState('media'));
    const place = await open();
    const put = place.put.bind(place);
    const whileTables: boolean[] = [];
    place.put = async (key, source) => {
      if (key.startsWith('tables/')) whileTables.push(await isFree());
      return put(key, source);
    };
    const { manifest } = await backUp({ store, place });
    await archive.get(`/api/admin/showcase-videos/${added}/original`).expect(404);
    expect(manifest.damaged).toEqual([]);
    expect(new Set(whileTables)).toEqual(new Set([true]));
    await testApp.app.get(MediaService, { strict: false }).sweepDeletions();
  });

  it('leaves no file open where its copy cannot be written', async () => {
    const { body } = await archive.upload(userId, { questionId: 5 }, sampleMp4(1_000_000, 34)).expect(201);
    const [row] = await testApp.dataSource.query<[{ key: string }]>('SELECT key FROM media_file WHERE bytes = 1000000');
    let opened: Readable | undefined;
    const store = storeOf(testApp.config.stateDir);
    const openRange = store.openRange.bind(store);
    store.openRange = async (...of) => {
      const source = await openRange(...of);
      if (of[0] === row.key) opened = source;
      return source;
    };
    const place = await open();
    const put = place.put.bind(place);
    place.put = (key, source) => (opened ? Promise.reject(new Error('No place.')) : put(key, source));
    await expect(backUp({ store, place })).rejects.toThrow('No place.');
    expect(opened).toMatchObject({ destroyed: true });
    await archive.remove((body as { id: string }).id).expect(204);
  });

  it('is not listed where the copy of its rows cannot be read again', async () => {
    const place = await open();
    const put = place.put.bind(place);
    place.put = async (key, source) => {
      const stored = await put(key, source);
      if (key.startsWith('tables/')) await flip(path.join(folder, key));
      return stored;
    };
    await expect(backUp({ place })).rejects.toThrow('This backup is not kept.');
    expect(await listBackups(place)).toEqual([]);
  });

  it('is not said to be made where its list cannot be read again', async () => {
    const place = await open();
    const put = place.put.bind(place);
    place.put = async (key, source) => {
      const stored = await put(key, source);
      if (key.startsWith('backups/')) await flip(path.join(folder, key));
      return stored;
    };
    await expect(backUp({ place })).rejects.toThrow('is damaged');
  });

  it('names a file that is damaged already, and backs up the rest', async () => {
    // Of the same content one file would be enough.
    const rows = await testApp.dataSource.query<{ key: string; bytes: number }[]>(
      `SELECT key, bytes::int FROM media_file WHERE sha256 = (SELECT sha256 FROM media_file ORDER BY key LIMIT 1) ORDER BY key`,
    );
    for (const { key } of rows) await appendFile(path.join(inState('media'), key), 'x');
    const { manifest } = await backUp();
    expect(manifest.damaged).toEqual(rows.map(({ key }) => ({ key, problem: 'altered' })));
    for (const { key, bytes } of rows) await truncate(path.join(inState('media'), key), bytes);
    expect((await backUp()).manifest.damaged).toEqual([]);
  });

  it('names a file that is missing, and backs up the rest', async () => {
    // Its content is nowhere else.
    await archive.upload(userId, { questionId: 4, title: 'Own' }, sampleMp4(1024, 21)).expect(201);
    const [row] = await testApp.dataSource.query<{ key: string }[]>(
      `SELECT key FROM media_file f WHERE NOT EXISTS (
         SELECT FROM media_file o WHERE o.sha256 = f.sha256 AND o.key <> f.key) ORDER BY key LIMIT 1`,
    );
    const file = path.join(inState('media'), row!.key);
    const bytes = await readFile(file);
    await rm(file);
    const { manifest } = await backUp();
    expect(manifest.damaged).toEqual([{ key: row!.key, problem: 'missing' }]);
    const state = await emptyPlace();
    await restore(state);
    expect((await describeFiles(inState('media', state))).length).toBe((await describeFiles(inState('media'))).length);
    await writeFile(file, bytes);
  });

  it('goes on where one that was killed has ended, which nobody is offered', async () => {
    const place = await open();
    let puts = 0;
    const full = Object.assign(Object.create(place) as typeof place, {
      put: async (...of: Parameters<typeof place.put>) => {
        if (++puts > 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return place.put(...of);
      },
    });
    await expect(backUp({ place: full })).rejects.toThrow('no room left');
    expect(await listBackups(place)).toEqual([]);
    await writeBegun(place, 'begun-earlier', []);
    await expect(restore(await emptyPlace())).rejects.toThrow('no backup that was written to its end');
    expect((await backUp()).manifest.damaged).toEqual([]);
    expect((await readFiles(path.join(folder, 'begun'))).size).toBe(0);
    await restore(await emptyPlace());
  });

  it('finds a flipped bit, copies that file once more, and removes nothing that others need', async () => {
    await backUp();
    const blob = (await readManifest(await open(), (await listBackups(await open()))[0]!)).blobs[0]!;
    await flip(path.join(folder, blob.key));
    const { broken } = await backUp();
    expect(broken).toEqual([]);
    await restore(await emptyPlace());
  });

  it('keeps as many as it should, and what they need', async () => {
    const now = Date.now();
    for (const daysAgo of [50, 40, 2, 1]) {
      await backUp({ now: () => new Date(now - daysAgo * 86_400_000), keep: { count: 1, days: 30 } });
    }
    expect(await listBackups(await open())).toHaveLength(2);
    await backUp({ keep: { count: 1, days: 0 } });
    expect(await listBackups(await open())).toHaveLength(1);
    await restore(await emptyPlace());
    expect((await readFiles(path.join(folder, 'begun'))).size).toBe(0);
  });

  it('refuses to be made while another one is', async () => {
    await withClient(connection(), async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]);
      await expect(backUp()).rejects.toThrow('Another backup is being made');
    });
  });

  it('is made once, of two that are begun at once', async () => {
    const both = await Promise.allSettled([backUp(), backUp()]);
    const failed = both.filter(({ status }) => status === 'rejected');
    expect(failed).toEqual([
      { status: 'rejected', reason: new Error('Another backup is being made just now. Nothing was changed.') },
    ]);
    expect(await listBackups(await open())).toHaveLength(1);
    await restore(await emptyPlace());
  });

  it('refuses an empty database, which may be the wrong one', async () => {
    await expect(backUp(await emptyPlace())).rejects.toThrow('database is empty');
    expect(await listBackups(await open())).toEqual([]);
  });

  it('refuses a place in STATE_DIR, and one that holds other things', async () => {
    const { stateDir } = testApp.config;
    await expect(openPlace(path.join(stateDir, 'site'), testApp.config, '/', true)).rejects.toThrow(
      'part of STATE_DIR',
    );
    await mkdir(folder, { mode: 0o755 });
    await writeFile(path.join(folder, 'mine'), '');
    await expect(open()).rejects.toThrow('holds other things');
  });
});

describe('a restore', () => {
  it('refuses while the server runs', async () => {
    await backUp();
    const before = await readAll(connection());
    const here = { stateDir: testApp.config.stateDir, connection: connection() };
    const stopServing = await claimServing(here.connection);
    await expect(restore(here)).rejects.toThrow('server is running');
    await expect(undoRestore(here.connection, async () => {})).rejects.toThrow('server is running');
    await stopServing();
    expect(await readAll(connection())).toEqual(before);
  });

  it('goes over what is there, keeps who has signed out signed out, and goes back', async () => {
    await backUp();
    const before = await readAll(connection());
    await testApp.http.get('/api/logout').set('Cookie', session);
    const added = await archive.register('Later');
    const after = await readAll(connection());
    const here = { stateDir: testApp.config.stateDir, connection: connection() };
    await stopped(async () => {
      await writeFile(inState(LEDGER), saidOn(1, 'hidden') + saidOn(3, 'hidden'));
      await restore(here);
      // Visits since are carried over; `carry-over.spec.ts`.
      const { participant_session: sessions, participant_visit: _visits, ...rest } = await readAll(here.connection);
      const { participant_session: earlier, participant_visit: _earlier, ...expected } = before;
      expect(rest).toEqual(expected);
      expect(sessions).toHaveLength(earlier!.length - 1);
      expect(JSON.stringify(rest)).not.toContain(added);
      // What producers have removed meanwhile stands there, too.
      const lines = (await readFile(inState(LEDGER), 'utf8')).split(/(?<=\n)/).filter((line) => line.includes(GONE));
      expect(lines.join('')).toBe(saidOn(1, 'hidden') + SHOWN + saidOn(3, 'hidden'));
      await undoRestore(here.connection, async () => {});
      const { participant_visit: _later, ...again } = await readAll(here.connection);
      const { participant_visit: _since, ...there } = after;
      expect(again).toEqual(there);
    });
  });

  it('mails nothing again that was due since, and what is due later at its time', async () => {
    const { dataSource } = testApp;
    const insert = (kind: string, due: string) =>
      dataSource.query(
        `INSERT INTO reminder (participant_id, kind, due_at) VALUES ($1, $2, clock_timestamp() + $3::interval)`,
        [userId, kind, due],
      );
    await insert('asked', '-1 second');
    await insert('held_draft', '1 day');
    await backUp();
    await dataSource.query('DELETE FROM reminder');
    const place = await emptyPlace();
    await restore(place);
    const { rows } = await withClient(place.connection, (client) =>
      client.query(`SELECT kind, sent_at IS NOT NULL AS "isSent" FROM reminder ORDER BY kind`),
    );
    expect(rows).toEqual([
      { kind: 'asked', isSent: true },
      { kind: 'held_draft', isSent: false },
    ]);
  });

  it('brings back no yes that was taken back since, to being recorded or written down', async () => {
    const cookie = await signUp(testApp);
    const say = (what: string, answer: 'yes' | 'no') =>
      testApp.http
        .post(`/api/consent/${what}`)
        .set('Cookie', cookie)
        .send({ answer, version: PRIVACY.version })
        .expect(200);
    for (const what of ['recording', 'transcription']) await say(what, 'yes');
    await backUp();
    for (const what of ['recording', 'transcription']) await say(what, 'no');
    const here = { stateDir: testApp.config.stateDir, connection: connection() };
    await stopped(async () => {
      await restore(here);
    });
    const { body: consent } = await testApp.http.get('/api/consent').set('Cookie', cookie).expect(200);
    expect(consent).toMatchObject({ recording: 'withdrawn' });
    expect(await testApp.dataSource.query('SELECT may_transcribe FROM recording_consent')).toEqual([
      { may_transcribe: false },
    ]);
    const { body: receipts } = await testApp.http.get('/api/consent/receipts').set('Cookie', cookie).expect(200);
    expect(receipts).toMatchObject([
      { kind: 'recording_given' },
      { kind: 'transcription_given' },
      { kind: 'recording_withdrawn', actor: 'system', details: { restored: true } },
      { kind: 'transcription_withdrawn', actor: 'system', details: { restored: true } },
    ]);
  });

  it('changes nothing when the product does not work with it', async () => {
    await backUp();
    await archive.register('Later');
    const before = await readAll(connection());
    const here = { stateDir: testApp.config.stateDir, connection: connection() };
    const points = () => inTransaction(here.connection, listRestorePoints);
    const pointsBefore = await points();
    await stopped(async () => {
      await expect(restore(here, { checkHealth: () => Promise.reject(new Error('media is away')) })).rejects.toThrow(
        'media is away',
      );
      expect(await readAll(here.connection)).toEqual(before);
      expect(await points()).toEqual(pointsBefore);
    });
  });

  it('changes nothing when files cannot be written', async () => {
    await backUp();
    const state = await emptyPlace();
    const store = new LocalMediaStore(path.join(folder, 'full'));
    store.put = async () => {
      throw new Error('no space');
    };
    await expect(restore(state, { store })).rejects.toThrow('no space');
    expect(await readAll(state.connection)).toEqual({});
  });

  it('mends files that are damaged, and leaves the others', async () => {
    await backUp();
    const media = await describeFiles(inState('media'));
    const [file] = [...(await readFiles(inState('media'))).keys()];
    const here = { stateDir: testApp.config.stateDir, connection: connection() };
    await stopped(async () => {
      await flip(path.join(inState('media'), file!));
      expect((await restore(here)).filesWritten).toBe(1);
      expect(await describeFiles(inState('media'))).toEqual(media);
    });
  });

  it('refuses a backup with a flipped bit, unless that file may be missing', async () => {
    const { manifest } = await backUp();
    await flip(path.join(folder, manifest.blobs[0]!.key));
    const state = await emptyPlace();
    await expect(restore(state)).rejects.toThrow(manifest.blobs[0]!.sha256);
    expect(await readAll(state.connection)).toEqual({});
    expect((await restore(state, { acceptsDamage: true })).lost).toEqual([manifest.blobs[0]!.sha256]);
  });

  it('refuses one whose rows or list are damaged', async () => {
    const { manifest } = await backUp();
    await flip(path.join(folder, manifest.tables[3]!.key));
    const state = await emptyPlace();
    await expect(restore(state, { acceptsDamage: true })).rejects.toThrow(manifest.tables[3]!.name);
    await flip(path.join(folder, `backups/${manifest.id}.json`));
    await expect(restore(state)).rejects.toThrow('damaged');
  });

  it('refuses one that was cut in the middle, wherever that was', async () => {
    const { manifest } = await backUp();
    const [blob] = manifest.blobs;
    const table = manifest.tables.find(({ rows }) => rows > 0)!;
    const cuts: [key: string, message: string][] = [
      [blob!.key, blob!.sha256],
      [table.key, `the rows of ${table.name}`],
      [`backups/${manifest.id}.json`, 'is damaged'],
    ];
    const state = await emptyPlace();
    for (const [key, message] of cuts) {
      const file = path.join(folder, key);
      const whole = await readFile(file);
      await truncate(file, Math.floor(whole.length / 2));
      await expect(restore(state)).rejects.toThrow(message);
      await rm(file);
      await expect(restore(state)).rejects.toThrow(key.startsWith('backups/') ? 'no backup that was written' : message);
      await writeFile(file, whole);
    }
    expect(await readAll(state.connection)).toEqual({});
    await restore(state);
  });

  it('refuses another key than the one that it was closed with', async () => {
    const [key, other] = ['key', 'other'].map((name) => path.join(path.dirname(folder), name));
    for (const file of [key!, other!]) await Seal.newKey(file);
    await backUp({ seal: await Seal.fromFile(key!) });
    const state = await emptyPlace();
    await expect(restore(state, { seal: await Seal.fromFile(other!) })).rejects.toThrow('with another key');
    expect(await readAll(state.connection)).toEqual({});
  });

  it('refuses one of a newer version', async () => {
    await testApp.dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (9e15, 'OfTomorrow')`);
    await backUp({ version: '9.9.9' });
    await expect(restore(await emptyPlace())).rejects.toThrow('9.9.9, which is newer');
    await testApp.dataSource.query(`DELETE FROM migrations WHERE name = 'OfTomorrow'`);
  });
});

describe('inOrderOfReference', () => {
  it('knows an order for every table', async () => {
    await withClient(connection(), async (client) => {
      const names = (await listTables(client)).map(({ name }) => name);
      expect((await inOrderOfReference(client, names)).toSorted()).toEqual(names);
    });
  });
});

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 1;
  await writeFile(file, bytes);
}

describe('a bucket as the place of backups', () => {
  it('gives back every row and every file', async () => {
    const s3 = await startS3();
    const { stateDir, mediaPlace, sitePlace } = testApp.config;
    const at = (said: string) => openPlace(said, { stateDir, mediaPlace, sitePlace, s3: s3.access }, '/', true);
    const place = await at(`s3://${s3.bucket}/backups`);
    const rows = await readAll(connection(), ['upload_session', 'upload_chunk']);
    await backUp({ place });
    const state = await emptyPlace();
    await restore(state, { place });
    expect(await readAll(state.connection, ['upload_session', 'upload_chunk'])).toEqual(rows);
    expect(await describeFiles(path.join(state.stateDir, 'media'))).toEqual(await describeFiles(inState('media')));
    await expect(at('s3://')).rejects.toThrow('is no place');
    await s3.stop();
  });
});
