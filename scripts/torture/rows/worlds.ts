import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ALL_STEPS, ArchiveModel } from '../archive-model.ts';
import { CuttingProxy } from '../cutting-proxy.ts';
import { hasFaketime, shiftedClock } from '../faketime.ts';
import { inTurns } from '../in-turns.ts';
import { Person } from '../person.ts';
import { type Product, sendSignal } from '../product.ts';
import { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const TURNS = { full: 12, quick: 4 };
const AT_ONCE = 3;
const PEOPLE = 4;
const LARGEST = 400_000;
const PUBLISHED_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 60_000;

type Trouble =
  | 'server killed'
  | 'everything killed'
  | 'database killed'
  | 'backends ended'
  | 'stopped'
  | 'clock ahead'
  | 'clock behind'
  | 'files lost'
  | 'lines cut';
const TROUBLES: Trouble[] = [
  'server killed',
  'everything killed',
  'database killed',
  'backends ended',
  'stopped',
  'clock ahead',
  'clock behind',
  'files lost',
  'lines cut',
];

/** Whole small worlds, each out of one number: people and producers at work while everything goes wrong in turn. */
export const worlds: Row = { number: 21, name: 'worlds', counts: { full: 500, quick: 1 }, run };

async function run({ seed, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const totals = { lost: 0, public: 0, readable: 0, doors: 0, ended: 0 };
  const notes: string[] = [];
  let troubles = 0;
  let uploads = 0;
  let done = 0;
  const turns = TURNS[isQuick ? 'quick' : 'full'];
  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  // They wait for one thing and another most of the time.
  await inTurns(isQuick ? 1 : AT_ONCE, seeds, async (own) => {
    const world = new World(await makeProduct(), own, turns);
    const wrong = await world.run();
    troubles += world.troubles;
    uploads += world.uploads;
    for (const [kind, words] of wrong) {
      totals[kind]++;
      notes.push(`seed ${own}: ${words} (again: --only 21 --count 1 --seed ${own})`);
      say(notes.at(-1)!);
    }
    await world.dispose();
    done++;
    if (done % 10 === 0) say(`${done} worlds`);
  });
  return {
    tried: `${count} worlds of ${turns} turns, ${troubles} troubles`,
    figures: [
      atMost('acknowledged lost or different', totals.lost),
      atMost('published other than the database says', totals.public),
      atMost('readable after its "no"', totals.readable),
      atMost('doors open', totals.doors),
      atMost('worlds that did not go on', totals.ended),
      atLeast('uploads acknowledged', uploads, count),
    ],
    notes,
  };
}

type Wrong = ['lost' | 'public' | 'readable' | 'doors' | 'ended', string];

class World {
  troubles = 0;
  uploads = 0;
  private readonly product: Product;
  private readonly random: Random;
  private readonly turns: number;
  private readonly told: string[] = [];

  constructor(product: Product, seed: number, turns: number) {
    this.product = product;
    this.turns = turns;
    this.random = new Random(seed);
  }

  async run(): Promise<Wrong[]> {
    try {
      return await this.live();
    } catch (error) {
      return [['ended', `${error instanceof Error ? error.message : String(error)} after ${this.told.join(', ')}`]];
    }
  }

  dispose(): Promise<void> {
    return this.product.dispose();
  }

  private async live(): Promise<Wrong[]> {
    const { product, random } = this;
    await product.start();
    const findings = new Findings();
    await using line = await CuttingProxy.start(product.port, 0, random.fork('line'), LARGEST);
    const url = `http://127.0.0.1:${line.port}`;
    const uploading: UploadWorld = { product, url, findings, isOver: () => true, largest: LARGEST };
    const uploaders: Uploader[] = [
      new Participant(uploading, random.fork('chunks'), 'chunks'),
      new Participant(uploading, random.fork('base64'), 'base64'),
      new PublicSender(uploading, random.fork('public'), 'chunks'),
    ];
    const model = new ArchiveModel(product, random.fork('staff'));
    let staff = await product.staff();
    for (let person = 0; person < PEOPLE; person++) await model.addPerson(staff);
    for (let turn = 0; turn < this.turns; turn++) {
      const uploader = random.pick(uploaders);
      const working = uploader.work();
      const staffWorking = model.step(staff, random.pick(ALL_STEPS)).catch(() => undefined);
      if (random.chance(0.6)) await this.trouble(random.pick(TROUBLES), line);
      await Promise.all([working, staffWorking]);
      // It may have ended with the time of its session, or never have been answered.
      staff = await this.signIn();
    }
    for (const uploader of uploaders) {
      uploader.person.url = product.url;
      await uploader.check();
      this.uploads += uploader.acknowledged;
    }
    const after = this.told.join(', ');
    return [
      ...findings.notes.map((words): Wrong => ['lost', `${words} after ${after}`]),
      ...(await this.settled(model, staff)).map((words): Wrong => ['public', `${words} after ${after}`]),
      ...model.notes
        .filter((words) => words.includes('read in'))
        .map((words): Wrong => ['readable', `${words} after ${after}`]),
      ...(await this.openDoors()).map((words): Wrong => ['doors', words]),
    ];
  }

  /** The database may still be away, which is said with 503. */
  private async signIn(): Promise<Person> {
    const deadline = Date.now() + BACK_WITHIN_MS;
    for (;;) {
      try {
        return await this.product.staff();
      } catch (error) {
        if (!String(error).includes(': 503 ') || Date.now() > deadline) throw error;
        await wait(100);
      }
    }
  }

  /** What was answered with 503 is published a little later, by itself. */
  private async settled(model: ArchiveModel, staff: Person): Promise<string[]> {
    const deadline = Date.now() + PUBLISHED_WITHIN_MS;
    let differences = await model.compare(staff);
    while (differences.length > 0 && Date.now() < deadline) {
      await wait(250);
      differences = await model.compare(staff);
    }
    return differences;
  }

  private async trouble(trouble: Trouble, line: CuttingProxy): Promise<void> {
    const { product, random } = this;
    this.troubles++;
    this.told.push(trouble);
    await wait(random.below(200));
    switch (trouble) {
      case 'server killed':
        await product.kill();
        return product.start();
      case 'everything killed':
        await product.killEverything();
        return product.start();
      case 'database killed':
        sendSignal(await product.postmaster(), 'SIGKILL');
        return;
      case 'backends ended':
        return product.endBackends();
      case 'stopped':
        await product.stop();
        return product.start();
      case 'clock ahead':
      case 'clock behind': {
        await product.stop();
        const minutes = trouble === 'clock ahead' ? 180 : -180;
        return product.start({ prefix: hasFaketime ? shiftedClock(minutes) : [] });
      }
      case 'lines cut':
        line.cutMore(3);
        return;
      case 'files lost':
        // What is public is made again from what is kept.
        await product.kill();
        spawnSync('sh', ['-c', 'find site -type f | sort | awk "NR % 3 == 0" | xargs -d "\\n" rm -f'], {
          cwd: product.stateDir,
        });
        return product.start();
    }
  }

  private async openDoors(): Promise<string[]> {
    const nobody = new Person(this.product.url);
    const open: string[] = [];
    for (const path of [
      '/api/admin/all-users',
      '/api/videos',
      '/api/photos',
      '/api/users',
      '/api/admin/photo-summary',
    ]) {
      const { status } = await nobody.call('GET', path);
      if (status !== 401) open.push(`${path} is ${status} for nobody`);
    }
    return open;
  }
}
