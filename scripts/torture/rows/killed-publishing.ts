import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addStory, type Story, videoPath } from '../archive.ts';
import type { Person } from '../person.ts';
import { killCommands } from '../killed-commands.ts';
import { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { brokenIn, describeTree, differences } from '../site-tree.ts';

const WORDS = ['A lark sings over the field.', 'A thrush sings behind the house.'] as const;
/** A feed tells no more of them. */
const ENDS_TOLD = 200;
const NOTICED_MS = 10_000;
const FIRST_STARTS = 30;
const FIRST_START_MS = 4_000;
const KILLS_OF_A_START = 3;

/** Kills at each change that publishing, a migration, a backup and a restore make, one after the other. */
export const killedPublishing: Row = {
  number: 7,
  name: 'killed-publishing',
  // At most so many: there are fewer places.
  counts: { full: 10_000, quick: 2 },
  run,
};

type Step = 'approve' | 'edit' | 'unapprove';

async function run(context: Context): Promise<Outcome> {
  const { random, count, isQuick, product: makeProduct, say } = context;
  const product = await makeProduct();
  const world = await World.open(product, random);
  const steps: Step[] = ['approve', 'edit', 'unapprove'];
  const places: { step: Step; at: number; what: string }[] = [];
  for (const step of steps) {
    await world.prepare(step);
    const writes = await world.watch(step);
    places.push(...writes.map((what, index) => ({ step, at: index + 1, what })));
  }
  const chosen = evenly(places, count, random);
  // What readers have is replaced as a whole, never written.
  const inPlace = places.filter(
    ({ what }) => /^(open|write\w*) /.test(what) && what.includes(product.inState('site/')),
  );
  say(`${places.length} writes, ${chosen.length} of them tried`);
  const [broken, different, wrong]: string[][] = [[], [], []];
  let killed = 0;
  for (const { step, at, what } of chosen) {
    const name = `killed at ${step} ${at} (${path.basename(what)})`;
    await world.prepare(step);
    if (await world.killAt(step, at)) killed++;
    broken!.push(...(await brokenIn(product.inState('site'))).map((words) => `${name}: ${words}`));
    await product.start({ nodeOptions: world.nodeOptions });
    const { tree, page } = await world.compare();
    different!.push(...tree.map((words) => `${name}: ${words}`));
    wrong!.push(...page.map((words) => `${name}: ${words}`));
  }
  // In a quick form the migration that is killed stands for them.
  const firstStarts = isQuick
    ? { tried: 0, killed: 0, different: [] }
    : await killFirstStarts(random, await schemaOf(product));
  await product.stop();
  const commands = await killCommands(context);
  return {
    tried: `${chosen.length} of ${places.length} writes of approve, edit and unapprove (${killed} killed), ${firstStarts.tried} first starts (${firstStarts.killed} kills), ${commands.tried}`,
    figures: [
      atLeast('writes at which it was killed', killed, Math.ceil(chosen.length / 2)),
      atLeast('kills of first starts', firstStarts.killed, Math.ceil((firstStarts.tried * KILLS_OF_A_START) / 2)),
      atMost('broken pages or indexes', broken!.length),
      atMost('writes into files that readers have', inPlace.length),
      atMost('files other than in a fresh tree', different!.length),
      atMost('pages and feeds other than the database says', wrong!.length),
      atMost('schemas other than of a whole migration', firstStarts.different.length),
      atMost('states that are torn after a killed restore', commands.torn.length),
      atMost('states other than of a whole backup, restore or migration', commands.different.length),
    ],
    notes: [
      ...inPlace.map(({ what }) => what),
      ...broken!,
      ...different!,
      ...wrong!,
      ...firstStarts.different,
      ...commands.torn,
      ...commands.different,
    ],
  };
}

/** Spread over all, from a place that is drawn. */
function evenly<T>(items: T[], count: number, random: Random): T[] {
  if (items.length <= count) return items;
  const first = random.below(items.length);
  return Array.from(
    { length: count },
    (_, index) => items[(first + Math.floor((index * items.length) / count)) % items.length]!,
  );
}

/** Two stories, of which one comes and goes. */
class World {
  private readonly fresh = new Map<string, Map<string, string>>();
  private readonly product: Product;
  private readonly staff: Person;
  private readonly story: Story;
  private words = 0;

  private constructor(product: Product, staff: Person, story: Story) {
    this.product = product;
    this.staff = staff;
    this.story = story;
  }

  static async open(product: Product, random: Random): Promise<World> {
    await product.start({ nodeOptions: optionsFor(product) });
    const staff = await product.staff();
    const other = await addStory(product, staff, random, { firstName: 'Ben', transcript: 'The canal was frozen.' });
    await staff.do('PUT', videoPath(other.video.id, '/approve'), { json: {} });
    return new World(product, staff, await addStory(product, staff, random, { transcript: WORDS[0] }));
  }

  get nodeOptions(): string[] {
    return optionsFor(this.product);
  }

  /** Undone or done, so that `step` changes something. */
  async prepare(step: Step): Promise<void> {
    const isApproved = await this.isApproved();
    if (step === 'approve' && isApproved) await this.take('unapprove');
    if (step !== 'approve' && !isApproved) await this.take('approve');
  }

  /** What changes in the public tree, and beside it, while nothing is in its way. */
  async watch(step: Step): Promise<string[]> {
    await this.arm(Infinity);
    await this.take(step);
    const lines = await readFile(this.product.inState('writes.log'), 'utf8');
    return lines.split('\n').filter(Boolean);
  }

  /** @returns whether it came so far: not everything happens in the same order each time */
  async killAt(step: Step, at: number): Promise<boolean> {
    await this.arm(at);
    const ended = this.product.ended().then(() => this.product.isKilled);
    const taken = this.take(step).then(
      () => false,
      async (error: unknown) => {
        // A cut connection is noticed before the end of the process is; whatever else fails ends none.
        await wait(NOTICED_MS, undefined, { ref: false });
        throw error;
      },
    );
    const isKilled = await Promise.race([taken, ended]);
    await this.product.kill();
    return isKilled;
  }

  async compare(): Promise<{ tree: string[]; page: string[] }> {
    const isApproved = await this.isApproved();
    const [{ transcript }] = (await this.product.query<{ transcript: string }>(
      'SELECT transcript FROM showcase_video WHERE id = $1',
      [this.story.video.id],
    )) as [{ transcript: string }];
    const page = await this.staff.call('GET', this.story.address);
    const isRight = isApproved ? page.status === 200 && page.text.includes(transcript) : page.status === 404;
    const found = await describeTree(this.product.inState('site'));
    const expected = await this.freshTree(`${isApproved} ${transcript}`);
    return {
      tree: differences(expected, found),
      page: [
        ...(isRight ? [] : [`${page.status} for a story that is ${isApproved ? '' : 'not '}approved`]),
        ...(await this.wrongInFeed()),
      ],
    };
  }

  /** It tells of each time that a story is public, and of the end of those that are over, the last of them. */
  private async wrongInFeed(): Promise<string[]> {
    const { text } = await this.staff.call('GET', '/stories/feed.xml');
    const rows = await this.product.query<{ id: string; isOver: boolean }>(
      `SELECT id, false AS "isOver" FROM story_appearance WHERE ended_at IS NULL
       UNION ALL (SELECT id, true FROM story_appearance WHERE ended_at IS NOT NULL
                  ORDER BY ended_at DESC, id LIMIT ${ENDS_TOLD})`,
    );
    return rows.flatMap(({ id, isOver }) => {
      const isToldOver = text.includes(`<at:deleted-entry ref="urn:uuid:${id}"`);
      const isTold = text.includes(`urn:uuid:${id}`);
      return isTold && isToldOver === isOver ? [] : [`the feed tells another thing of ${id}`];
    });
  }

  /** As it is made from nothing. */
  private async freshTree(state: string): Promise<Map<string, string>> {
    const known = this.fresh.get(state);
    if (known) return known;
    await this.product.stop();
    for (const name of ['site', 'site-staging', 'site-manifest.jsonl']) {
      await rm(this.product.inState(name), { recursive: true, force: true });
    }
    await this.product.start({ nodeOptions: this.nodeOptions });
    const fresh = await describeTree(this.product.inState('site'));
    this.fresh.set(state, fresh);
    return fresh;
  }

  private async isApproved(): Promise<boolean> {
    const [row] = await this.product.query<{ is: boolean }>(
      'SELECT is_approved AS is FROM showcase_video WHERE id = $1',
      [this.story.video.id],
    );
    return row!.is;
  }

  private async take(step: Step): Promise<void> {
    const { id } = this.story.video;
    if (step === 'edit') await this.staff.do('PATCH', videoPath(id), { json: { transcript: WORDS[++this.words % 2] } });
    else await this.staff.do('PUT', videoPath(id, `/${step}`), { json: {} });
  }

  private async arm(at: number): Promise<void> {
    const places = ['site', 'media', 'uploads'].map((name) => this.product.inState(name));
    const isArmed = this.product.inState('is-armed');
    await rm(isArmed, { force: true });
    await writeFile(this.product.inState('armed'), JSON.stringify({ places, at: at === Infinity ? -1 : at }));
    process.kill(this.product.pid, 'SIGUSR2');
    while (!existsSync(isArmed)) {
      if (!this.product.isRunning)
        throw new Error(`It ended before its kill was set:\n${this.product.output.slice(-4_000)}`);
      await wait(2);
    }
  }
}

function optionsFor({ stateDir }: Product): string[] {
  const program = new URL(`../kill-at-write.mjs?folder=${encodeURIComponent(stateDir)}`, import.meta.url);
  return ['--import', program.href];
}

/** A database that is made and migrated, killed at some moment of that, again and again until it is there. */
async function killFirstStarts(random: Random, expected: string) {
  let killed = 0;
  const different: string[] = [];
  for (let index = 0; index < FIRST_STARTS; index++) {
    const product = await Product.empty({ FFMPEG_PATH: '/no-tools' });
    for (let kill = 0; kill < KILLS_OF_A_START; kill++) {
      await product.start({ isAwaited: false });
      await wait(random.between(200, FIRST_START_MS));
      await product.killEverything({ isFirst: true });
      // Not where it had ended by itself.
      if (product.isKilled) killed++;
    }
    await product.start();
    const found = await schemaOf(product);
    if (found !== expected) different.push(`first start ${index}: another schema`);
    await product.dispose();
  }
  return { tried: FIRST_STARTS, killed, different };
}

async function schemaOf(product: Product): Promise<string> {
  const columns = await product.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
  );
  const migrations = await product.query('SELECT name FROM migrations ORDER BY 1');
  return JSON.stringify([columns, migrations]);
}
