import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { keepNoes } from '../../archive/my-story/missing-noes.js';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import { type LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';
import { newState } from '../../testing/test-app.js';
import { listBackups, type Manifest } from './manifest.js';
import { restoreBackup, type RestoreRequest } from './restore-backup.js';
import { Seal } from './seal.js';
import { takeBackup } from './take-backup.js';

const LEDGER = 'ledger/withdrawals.jsonl';

let states: Awaited<ReturnType<typeof newState>>[];
let state: Awaited<ReturnType<typeof newState>>;
let folder: string;
let said: string[];
beforeEach(async () => {
  states = [];
  said = [];
  state = await another();
  folder = await mkdtemp(path.join(os.tmpdir(), 'stories-noes-'));
});
afterEach(async () => {
  for (const { dispose } of states) await dispose();
  await rm(folder, { recursive: true });
});

async function another(options?: { isMigrated: boolean }) {
  const made = await newState(options);
  states.push(made);
  return made;
}

const say = (line: string) => void said.push(line);
const place = () => new LocalMediaStore(path.join(folder, 'backup'));
const storeOf = ({ stateDir }: typeof state) => new LocalMediaStore(path.join(stateDir, 'media'));
const ledgerOf = ({ stateDir }: typeof state) => new WithdrawalLedger({ stateDir, mediaPlace: null } as AppConfig);
const noesOf = async (of: typeof state) => (await ledgerOf(of).read()).entries.map(({ at: _at, ...event }) => event);
const keep = (of: typeof state) => keepNoes(of.connection, ledgerOf(of), say);

async function query<Row>(sql: string, values: unknown[] = [], of = state): Promise<Row[]> {
  const client = new pg.Client(of.connection);
  await client.connect();
  const { rows } = await client.query(sql, values).finally(() => client.end());
  return rows as Row[];
}

async function told(): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO participant (id, first_name, last_name, email, email_key, user_name, created_at)
     VALUES ($1, 'Anna', 'A', $2, $2, $2, now())`,
    [id, `${id}@example.org`],
  );
  return id;
}

const withdraw = (id: string) =>
  query('INSERT INTO story_choice (participant_id, withdrawn_at) VALUES ($1, now())', [id]);

async function backUp(seal = Seal.none): Promise<Manifest> {
  const request = { ...state, store: storeOf(state), place: place(), seal, keep: { count: 9, days: 9 } };
  return (await takeBackup({ ...request, version: '1.0.0', say })).manifest;
}

function restore(to: typeof state, id?: string, options: Pick<RestoreRequest, 'acceptsDamage'> & { seal?: Seal } = {}) {
  const request = { ...to, store: storeOf(to), place: place(), seal: Seal.none, id, say, ...options };
  return restoreBackup({ ...request, keepNoes: () => keep(to), checkHealth: async () => {} });
}

async function newSeal(): Promise<Seal> {
  const key = path.join(folder, 'key');
  await Seal.newKey(key);
  return Seal.fromFile(key);
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(file, bytes);
}

describe('what people took back since a backup, in its restore', () => {
  it('is in the ledger, where the database that was there alone told it', async () => {
    const participantId = await told();
    await backUp();
    await withdraw(participantId);
    await restore(state);
    expect(await query('SELECT FROM story_choice')).toEqual([]);
    expect(await noesOf(state)).toEqual([{ kind: 'withdrawn', participantId }]);
  });

  it('is told by the database of an earlier version, which stays as it is', async () => {
    const participantId = await told();
    await withdraw(participantId);
    const earlier = await another({ isMigrated: false });
    const names = migrationNames();
    const before = names.slice(0, names.indexOf('WrittenChapters1700000000465'));
    await withSchemaOf(earlier.connection, { names: before, applicationName: 'x' }, async (client, makeSchema) => {
      await makeSchema();
      await client.query(
        `INSERT INTO participant (id, first_name, last_name, email, email_key, user_name, created_at)
         VALUES ($1, 'Anna', 'A', 'a', 'a', 'a', now())`,
        [participantId],
      );
      await client.query('INSERT INTO story_choice (participant_id, withdrawn_at) VALUES ($1, now())', [participantId]);
    });
    await keep(earlier);
    expect(await noesOf(earlier)).toEqual([{ kind: 'withdrawn', participantId }]);
    const found = await query<{ clock: string | null }>(`SELECT to_regclass('ledger_clock') AS clock`, [], earlier);
    expect(found).toEqual([{ clock: null }]);
    expect(await query('SELECT FROM migrations', [], earlier)).toHaveLength(before.length);
  });

  it('is not known of a database that cannot tell it, which is said, and in the way of nothing', async () => {
    await told();
    await backUp();
    await query('DROP TABLE cut_release CASCADE');
    await restore(state);
    expect(said).toContainEqual(
      expect.stringMatching(/^The database that is there does not tell what people took back \(.*cut_release.*\)\./),
    );
    expect(await query('SELECT FROM cut_release')).toEqual([]);
  });

  it('is no question to a database that is empty', async () => {
    await keep(await another({ isMigrated: false }));
    expect(said).toEqual([]);
  });

  it('is in the ledger, where a later backup alone has it', async () => {
    await told();
    const { id } = await backUp();
    const event: LedgerEvent = { kind: 'hidden', participantId: await told() };
    await ledgerOf(state).append(event);
    await backUp();
    const lost = await another({ isMigrated: false });
    await restore(lost, id);
    expect(await noesOf(lost)).toEqual([event]);
  });

  it('is in the ledger as far as other backups can be read, and those that cannot are named', async () => {
    await told();
    const { id } = await backUp();
    const event: LedgerEvent = { kind: 'hidden', participantId: await told() };
    await ledgerOf(state).append(event);
    await backUp();
    await ledgerOf(state).append({ kind: 'shown', participantId: event.participantId });
    const damaged = await backUp();
    const unlisted = await backUp();
    const { sha256 } = damaged.files.find((file) => file.path === LEDGER)!;
    await appendFile(path.join(folder, 'backup', damaged.blobs.find((blob) => blob.sha256 === sha256)!.key), 'x');
    await writeFile(path.join(folder, 'backup', `backups/${unlisted.id}.json`), 'x');
    const lost = await another({ isMigrated: false });
    await restore(lost, id);
    expect(await noesOf(lost)).toEqual([event]);
    expect(said).toContain(`What people took back cannot be read in these backups: ${damaged.id}, ${unlisted.id}.`);
    expect(await listBackups(place())).toHaveLength(4);
  });

  it.each([
    ['damaged', false, flip],
    ['sealed and damaged', true, flip],
    ['gone', false, rm],
  ])('is in the ledger as far as others tell it, where that of the backup is %s', async (_how, isSealed, damage) => {
    const seal = isSealed ? await newSeal() : Seal.none;
    await told();
    const event: LedgerEvent = { kind: 'hidden', participantId: await told() };
    await ledgerOf(state).append(event);
    await backUp(seal);
    await ledgerOf(state).append({ kind: 'shown', participantId: event.participantId });
    const damaged = await backUp(seal);
    const { sha256 } = damaged.files.find((file) => file.path === LEDGER)!;
    await damage(path.join(folder, 'backup', damaged.blobs.find((blob) => blob.sha256 === sha256)!.key));
    const lost = await another({ isMigrated: false });
    await expect(restore(lost, damaged.id, { seal })).rejects.toThrow(sha256);
    expect((await restore(lost, damaged.id, { seal, acceptsDamage: true })).lost).toEqual([sha256]);
    expect(await query('SELECT FROM participant', [], lost)).toHaveLength(2);
    expect(await noesOf(lost)).toEqual([event]);
    expect(said).toContain(`What people took back cannot be read in these backups: ${damaged.id}.`);
  });
});
