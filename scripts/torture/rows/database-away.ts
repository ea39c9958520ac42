import { setTimeout as wait } from 'node:timers/promises';
import { newcomer } from '../archive.ts';
import { ExternalPostgres } from '../external-postgres.ts';
import { Person } from '../person.ts';
import { type Product, sendSignal, untilGone } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, ifAlone, type Outcome, type Row } from '../row.ts';

const AWAY_MS = 10_000;
const QUICK_AWAY_MS = 1_500;
const WRITERS = 4;
const LOOK_MS = 25;
const GIVE_UP_MS = 120_000;

interface Fault {
  name: string;
  /** Whether nobody can be answered meanwhile. */
  isAway: boolean;
  cause(): Promise<void>;
  /** Where it does not come back by itself. */
  end?(): Promise<void>;
}

/** PostgreSQL's processes ended, stopped, killed and started again while people write. */
export const databaseAway: Row = { number: 6, name: 'database-away', counts: { full: 50, quick: 1 }, run };

class Findings {
  slowestRefusalMs = 0;
  slowestReturnMs = 0;
  otherAnswers = 0;
  ended = 0;
  readonly notes: string[] = [];
}

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const findings = new Findings();
  let acknowledged = 0;
  let lost = 0;
  const faultsTried: string[] = [];
  const awayMs = isQuick ? QUICK_AWAY_MS : AWAY_MS;

  const under = async (product: Product, faults: Fault[]) => {
    const writers = Array.from(
      { length: WRITERS },
      (_, index) => new Writer(product.url, random.fork(`writer ${index}`)),
    );
    const writing = writers.map((writer) => writer.work(findings));
    for (let time = 0; time < count; time++) {
      for (const fault of faults) {
        await suffer(product, fault, awayMs, findings);
        await untilWritten(writers, fault, findings);
        faultsTried.push(fault.name);
      }
      say(`${time + 1} of ${count}`);
    }
    for (const writer of writers) writer.isOver = true;
    await Promise.all(writing);
    const rows = await product.query<{ email: string }>('SELECT email FROM participant');
    return { emails: new Set(rows.map(({ email }) => email)), writers };
  };

  const embedded = await makeProduct();
  await embedded.start();
  const inside = await under(embedded, [
    { name: 'backends ended', isAway: false, cause: () => embedded.endBackends() },
    { name: 'postmaster stopped', isAway: false, cause: () => signalDatabase(embedded, 'SIGINT') },
    { name: 'postmaster killed', isAway: false, cause: () => signalDatabase(embedded, 'SIGKILL') },
  ]);
  await embedded.stop();

  const outer = await makeProduct();
  const postgres = await ExternalPostgres.from(outer.stateDir);
  let outside: Awaited<ReturnType<typeof under>>;
  try {
    // Where the product looks for its own there is the other one: it is asked there what it has.
    outer.databaseFolder = postgres.folder;
    await outer.start({ settings: { DATABASE_URL: postgres.url } });
    outside = await under(outer, [
      { name: 'backends ended', isAway: false, cause: () => outer.endBackends() },
      {
        name: `stopped for ${awayMs / 1000} s`,
        isAway: true,
        cause: () => postgres.end('SIGINT'),
        end: () => postgres.start(),
      },
      { name: 'killed', isAway: true, cause: () => postgres.end('SIGKILL'), end: () => postgres.start() },
    ]);
    await outer.stop();
  } finally {
    await postgres.dispose();
  }
  for (const { emails, writers } of [inside, outside]) {
    for (const writer of writers) {
      acknowledged += writer.acknowledged.length;
      lost += writer.acknowledged.filter((email) => !emails.has(email)).length;
    }
  }
  return {
    tried: `${faultsTried.length} faults, embedded and external, under ${acknowledged} acknowledged writes`,
    figures: [
      atMost('acknowledged writes lost', lost),
      atLeast('acknowledged writes', acknowledged, faultsTried.length),
      ifAlone(isQuick, 'slowest 503', findings.slowestRefusalMs / 1000, 5, 's'),
      ifAlone(isQuick, 'slowest return', findings.slowestReturnMs / 1000, 10, 's'),
      atMost('other failures', findings.otherAnswers),
      atMost('processes ended', findings.ended),
    ],
    notes: findings.notes,
  };
}

async function suffer(product: Product, { name, isAway, cause, end }: Fault, awayMs: number, findings: Findings) {
  const { pid } = product;
  const visitor = new Person(product.url);
  const ask = () => visitor.call('GET', '/api/progress-stats', { timeoutMs: 60_000 });
  await cause();
  if (isAway) {
    const until = performance.now() + awayMs;
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { status, text } = await ask();
      findings.slowestRefusalMs = Math.max(findings.slowestRefusalMs, performance.now() - startedAt);
      if (status !== 503) note(findings, `${name}: ${status} ${text.slice(0, 100)} while it was away`);
      await wait(100);
    }
  }
  await end?.();
  const startedAt = performance.now();
  // What a killed postmaster leaves behind may still say something: a new connection tells that there is another one.
  while (!(await takesConnections(product)) || (await ask()).status !== 200 || !(await product.isHealthy())) {
    if (performance.now() - startedAt > GIVE_UP_MS) {
      note(findings, `${name}: not back within ${GIVE_UP_MS / 1000} s`);
      break;
    }
    await wait(LOOK_MS);
  }
  findings.slowestReturnMs = Math.max(findings.slowestReturnMs, performance.now() - startedAt);
  if (!product.isRunning || product.pid !== pid) findings.ended++;
}

/** Not only read: the next fault comes to what works again. */
async function untilWritten(writers: Writer[], { name }: Fault, findings: Findings): Promise<void> {
  const written = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const before = written();
  const deadline = performance.now() + GIVE_UP_MS;
  while (written() === before) {
    if (performance.now() > deadline) return note(findings, `${name}: nothing written within ${GIVE_UP_MS / 1000} s`);
    await wait(LOOK_MS);
  }
}

function takesConnections(product: Product): Promise<boolean> {
  return product.query('SELECT 1').then(
    () => true,
    () => false,
  );
}

function note(findings: Findings, words: string): void {
  findings.otherAnswers++;
  findings.notes.push(words);
}

/** Registers one person after the other. */
class Writer {
  readonly acknowledged: string[] = [];
  isOver = false;
  private readonly url: string;
  private readonly random: Random;

  constructor(url: string, random: Random) {
    this.url = url;
    this.random = random;
  }

  async work(findings: Findings): Promise<void> {
    while (!this.isOver) {
      const json = newcomer(this.random);
      const { status, text } = await new Person(this.url).call('POST', '/api/register', { json });
      if (status === 201) this.acknowledged.push(json.email);
      else if (status !== 503) note(findings, `register: ${status} ${text.slice(0, 200)}`);
      await wait(30);
    }
  }
}

async function signalDatabase(product: Product, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await product.postmaster();
  sendSignal(postmaster, signal);
  await untilGone([postmaster]);
}
