import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { addStory, register, videoPath } from './archive.ts';
import { ExternalPostgres } from './external-postgres.ts';
import { Product } from './product.ts';
import type { Random } from './random.ts';
import type { Context } from './row.ts';
import { randomWebm, toDataUrl } from './samples.ts';

/** Places of a quick form, where nobody counts them first: about as many as there are. */
const ABOUT = { migration: 250, backup: 60, restore: 150 };
/** What commands and restores note of themselves, and by the number of a transaction; visits are carried over. */
const NOTED = ['backup_record', 'helper_link', 'staff_session', 'participant_visit', 'story_change'];
const TIMES = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:\d\d)?|Z)?/g;

/** SQLSTATE of a lack of rights. */
const NOT_OURS = '42501';

interface Killed {
  /** In words. */
  tried: string;
  /** Neither as before nor as after. */
  torn: string[];
  /** Other than of one that nobody killed. */
  different: string[];
}

type State = Map<string, string>;

/** Migrations, backups and restores, killed at each change that they make to a file or to the database. */
export async function killCommands(context: Context): Promise<Killed> {
  const { random, isQuick, say } = context;
  const count = isQuick ? 1 : context.count;
  const world = await CommandWorld.open(context);
  try {
    const total = isQuick ? ABOUT : await world.countWrites();
    say(`writes: ${Object.entries(total).map(String).join(', ')}`);
    const first = random.below(1_000);
    const chosen = (of: number) => spread(of, Math.min(count, of), first);
    const [backups, restores] = [chosen(total.backup), chosen(total.restore)];
    const migrations = chosen(total.migration);
    const rounds = Array.from({ length: Math.max(backups.length, restores.length) }, (_, round) => ({
      backup: backups[round % backups.length]!,
      restore: restores[round % restores.length]!,
      isBackedUpAgain: random.chance(0.5),
    }));
    const commands = async () => {
      const killed: ('backup' | 'restore')[] = [];
      const [torn, different]: string[][] = [[], []];
      for (const [index, round] of rounds.entries()) {
        const found = await world.round(round);
        killed.push(...found.killed);
        const where = `backup ${round.backup}${round.isBackedUpAgain ? ', again' : ''}, restore ${round.restore}`;
        torn!.push(...found.torn.map((words) => `killed at ${where}: ${words}`));
        different!.push(...found.different.map((words) => `killed at ${where}: ${words}`));
        if (index % 20 === 19) say(`${index + 1} of ${rounds.length} backups and restores`);
      }
      return { killed, torn: torn!, different: different! };
    };
    // Beside them: it has a database of its own.
    const migrating = async () => {
      let killed = 0;
      const different: string[] = [];
      for (const [index, at] of migrations.entries()) {
        if (await world.migrate(at)) killed++;
        different.push(...(await world.otherSchema()).map((words) => `migration ${at}: ${words}`));
        if (index % 20 === 19) say(`${index + 1} of ${migrations.length} migrations`);
      }
      return { killed, different };
    };
    const halves = [commands(), migrating()] as const;
    // Where one fails, the other still has products of its own.
    await Promise.allSettled(halves);
    const [ofCommands, ofMigrations] = await Promise.all(halves);
    const times = (name: 'backup' | 'restore') => ofCommands.killed.filter((killed) => killed === name).length;
    return {
      tried:
        `${ofMigrations.killed} of a migration, ${times('backup')} of a backup, ${times('restore')} of a restore ` +
        `among ${Object.values(total).join(', ')}`,
      torn: ofCommands.torn,
      different: [...ofCommands.different, ...ofMigrations.different],
    };
  } finally {
    await world.dispose();
  }
}

/** So many of the places 1 to `of`, all over them, from one that is drawn. */
function spread(of: number, count: number, first: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 + ((first + Math.floor((index * of) / count)) % of));
}

interface Round {
  backup: number;
  restore: number;
  isBackedUpAgain: boolean;
}

interface Found {
  killed: ('backup' | 'restore')[];
  torn: string[];
  different: string[];
}

/** A state that is backed up, and another that came after it. */
class CommandWorld {
  private readonly product: Product;
  private readonly postgres: ExternalPostgres;
  /** Where the backups and what is copied again lie. */
  private readonly folder: string;
  private backedUp: State = new Map();
  private now: State = new Map();
  private schema = '';
  private migrated: Product | undefined;

  private constructor(product: Product, postgres: ExternalPostgres, folder: string) {
    this.product = product;
    this.postgres = postgres;
    this.folder = folder;
  }

  static async open({ product: makeProduct, random }: Context): Promise<CommandWorld> {
    const template = await makeProduct();
    const postgres = await ExternalPostgres.from(template.stateDir);
    const product = await makeProduct({ DATABASE_URL: postgres.url });
    product.databaseFolder = postgres.folder;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-commands-'));
    const world = new CommandWorld(product, postgres, folder);
    await world.fill(random);
    return world;
  }

  async dispose(): Promise<void> {
    await this.migrated?.dispose();
    await this.product.kill();
    await this.postgres.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** How many there are, of commands that nobody kills. */
  async countWrites(): Promise<typeof ABOUT> {
    await this.reset();
    const backup = await this.run('backup', ['--to', this.place], null);
    const restore = await this.run('restore', ['--from', this.place], null);
    await this.migrate(null);
    return { backup: backup.writes, restore: restore.writes, migration: await this.writes(this.migrated!.stateDir) };
  }

  async round({ backup, restore, isBackedUpAgain }: Round): Promise<Found> {
    const found: Found = { killed: [], torn: [], different: [] };
    await this.reset();
    const { isKilled } = await this.run('backup', ['--to', this.place], backup);
    if (isKilled) found.killed.push('backup');
    if (isBackedUpAgain) await this.product.runWell('backup', ['--to', this.place]);
    if ((await this.run('restore', ['--from', this.place], restore)).isKilled) found.killed.push('restore');
    const between = await this.state();
    found.torn.push(...nearest(between, [this.now, this.backedUp]), ...(await this.withoutFile()));
    await this.product.runWell('restore', ['--from', this.place]);
    // A backup that was killed after its last change is whole.
    const expected = isBackedUpAgain ? [this.now] : isKilled ? [this.backedUp, this.now] : [this.now];
    found.different.push(...nearest(await this.state(), expected), ...(await this.withoutFile()));
    return found;
  }

  /** Of an empty database, killed on its way, and then to its end. @returns whether it came so far */
  async migrate(at: number | null): Promise<boolean> {
    await this.migrated?.dispose();
    await this.inDatabase('postgres', 'DROP DATABASE IF EXISTS fresh WITH (FORCE)', 'CREATE DATABASE fresh');
    const product = await Product.empty({ DATABASE_URL: this.addressOf('fresh'), FFMPEG_PATH: '/no-tools' });
    this.migrated = product;
    await arm(product.stateDir, ['database:'], at);
    try {
      await product.start({ nodeOptions: nodeOptionsFor(product.stateDir) });
      return false;
    } catch (error) {
      if (!product.isKilled) throw error;
    }
    await product.start();
    return true;
  }

  async otherSchema(): Promise<string[]> {
    return (await this.readSchema('fresh')) === this.schema ? [] : ['another schema'];
  }

  private get place(): string {
    return path.join(this.folder, 'place');
  }

  private async fill(random: Random): Promise<void> {
    const { product } = this;
    await product.start();
    const staff = await product.staff();
    const record = async () => {
      const { person } = await register(product, random);
      const videoData = toDataUrl(randomWebm(random, 20_000), 'video/webm');
      await person.do('POST', '/api/videos/upload-cloud', { json: { questionId: 1, title: 'An answer', videoData } });
    };
    const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
    await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
    await record();
    await product.runWell('backup', ['--to', path.join(this.folder, 'first')]);
    this.backedUp = await this.state();
    // A file more to be backed up, and one that a restore would have to bring.
    await record();
    await staff.do('PUT', videoPath(story.video.id, '/unapprove'));
    await product.stop();
    this.now = await this.state();
    this.schema = await this.readSchema('stories');
    await this.inDatabase('postgres', 'CREATE DATABASE kept TEMPLATE stories');
    await copy(product.inState('media'), path.join(this.folder, 'media'));
  }

  /** As it was before the first round. */
  private async reset(): Promise<void> {
    await this.inDatabase('postgres', 'DROP DATABASE stories WITH (FORCE)', 'CREATE DATABASE stories TEMPLATE kept');
    await copy(path.join(this.folder, 'media'), this.product.inState('media'));
    await copy(path.join(this.folder, 'first'), this.place);
  }

  private async run(command: string, words: string[], at: number | null) {
    const { product } = this;
    await arm(product.stateDir, [this.place, product.inState('media'), product.inState('ledger'), 'database:'], at);
    const { code, signal, output } = await product.run(command, words, nodeOptionsFor(product.stateDir));
    const isKilled = signal === 'SIGKILL';
    if (!isKilled && code !== 0 && code !== 3)
      throw new Error(`${command}: ${code ?? signal}\n${output.slice(-2_000)}`);
    return { isKilled, writes: await this.writes(product.stateDir) };
  }

  private async writes(stateDir: string): Promise<number> {
    return (await readFile(path.join(stateDir, 'writes.log'), 'utf8')).trim().split('\n').length;
  }

  /** Every table, but for what is noted of commands; times of the second a restore was are nobody's. */
  private async state(): Promise<State> {
    const state: State = new Map();
    const client = await this.connect('stories');
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
      );
      for (const { name } of tables.filter((table) => !NOTED.includes(table.name))) {
        const { rows } = await client.query<{ all: string | null }>(
          `SELECT string_agg(line, E'\\n' ORDER BY line) AS all FROM (SELECT row_to_json(t)::text AS line FROM "${name}" t) l`,
        );
        state.set(name, (rows[0]!.all ?? '').replaceAll(TIMES, 'a time'));
      }
      return state;
    } finally {
      await client.end();
    }
  }

  private async withoutFile(): Promise<string[]> {
    const rows = await this.product.query<{ key: string; sha256: Buffer }>('SELECT key, sha256 FROM media_file');
    const found: string[] = [];
    for (const { key, sha256 } of rows) {
      const bytes = await readFile(this.product.inState('media', key)).catch(() => null);
      if (!bytes || !createHash('sha256').update(bytes).digest().equals(sha256)) found.push(`${key} is not whole`);
    }
    return found;
  }

  private async readSchema(database: string): Promise<string> {
    const client = await this.connect(database);
    try {
      const columns = await client.query(
        `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY 1, 2`,
      );
      const indexes = await client.query(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`);
      const migrations = await client.query('SELECT name FROM migrations ORDER BY 1');
      return JSON.stringify([columns.rows, indexes.rows, migrations.rows]);
    } finally {
      await client.end();
    }
  }

  private addressOf(database: string): string {
    return this.postgres.url.replace('/stories?', `/${database}?`);
  }

  private async connect(database: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.addressOf(database) });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  private async inDatabase(database: string, ...statements: string[]): Promise<void> {
    const client = await this.connect(database);
    try {
      for (const statement of statements) await patiently(() => client.query(statement));
    } finally {
      await client.end();
    }
  }
}

/** A worker of autovacuum in a database that is to go is not ours to end; it is done in a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 40; ; left--) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_OURS || left === 0) throw error;
      await wait(250);
    }
  }
}

async function copy(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** @param at null: only counted */
async function arm(stateDir: string, places: string[], at: number | null): Promise<void> {
  await writeFile(path.join(stateDir, 'armed'), JSON.stringify({ places, at: at ?? -1 }));
}

function nodeOptionsFor(stateDir: string): string[] {
  const program = new URL(`./kill-at-write.mjs?folder=${encodeURIComponent(stateDir)}&armed=1`, import.meta.url);
  return ['--import', program.href];
}

/** Tables that are as in none of the states, where it is none of them; empty where it is one. */
function nearest(found: State, states: State[]): string[] {
  const tables = states.map((state) => [...state.keys()].filter((table) => state.get(table) !== found.get(table)));
  const [fewest] = tables.toSorted((a, b) => a.length - b.length);
  return fewest!.map((table) => `table ${table} is another`);
}
