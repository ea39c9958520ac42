import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { inTurns } from './in-turns.ts';
import { Product } from './product.ts';
import { Random, seedOf } from './random.ts';
import { isMet, Report } from './report.ts';
import { type Context, NotRun, type Outcome, type Row } from './row.ts';
import { SmallDisk } from './small-disk.ts';

const QUICK_AT_ONCE = 3;
/** Of a row in the quick form, the longest of which takes two minutes: one that waits for ever must not keep what the others found. */
const QUICK_MOST_MS = 15 * 60_000;

/** What failed of a row while nobody waited for it: work that it begins and looks at later, or never. */
interface Beside {
  row: Row;
  failures: unknown[];
  /** 'held' or 'failed' once it is over: then nobody looks at its failures any more. */
  state: 'running' | 'held' | 'failed';
}

const beside = new AsyncLocalStorage<Beside>();

interface Wanted {
  seed: number;
  isQuick: boolean;
  /** Instead of each row's own. */
  count?: number;
  /** How long a row may take. Without it only those of the quick form have a limit, unless a count was asked for. */
  mostMs?: number;
}

/** Tries each row, in the quick form once more what did not hold, and leaves nothing running. */
export async function runRows(rows: Row[], wanted: Wanted): Promise<Report> {
  const run = new Run(wanted);
  const noteBeside = (error: unknown) => run.noteBeside(error);
  process.on('unhandledRejection', noteBeside);
  const groups = wanted.isQuick ? groupsOf(rows) : [rows];
  try {
    // What waits for disks leaves a processor to another row; figures of a full run are of one row alone.
    await inTurns(wanted.isQuick ? QUICK_AT_ONCE : 1, groups, async (group) => {
      for (const row of group) await run.try(row);
    });
    // A crowded machine must not decide: what is wrong with the product is wrong for a row alone, too.
    if (wanted.isQuick) for (const row of rows.filter((one) => !run.report.holds(one))) await run.try(row, true);
  } finally {
    await disposeAll();
    process.off('unhandledRejection', noteBeside);
  }
  return run.report;
}

export async function disposeAll(): Promise<void> {
  await Product.disposeAll();
  SmallDisk.disposeAll();
}

/** Those that share a product one after the other, and first: together they last longest. Of the others, the last do. */
function groupsOf(all: Row[]): Row[][] {
  const sharing = all.filter(({ shares }) => shares);
  const others = all.filter(({ shares }) => !shares);
  return [sharing, ...others.toReversed().map((row) => [row])];
}

class Run {
  readonly report = new Report();
  private shared: Promise<Product> | undefined;
  private readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  /** Where it is no row's it is the run's own, which ends with it. */
  noteBeside(error: unknown): void {
    const store = beside.getStore();
    if (!store) throw error;
    console.log(`beside ${store.row.name}: ${wordsOf(error)}`);
    if (store.state === 'running') store.failures.push(error);
    // What has failed already, and perhaps held at its second try, may leave something behind that fails.
    else if (store.state === 'held') this.report.addLate(store.row);
  }

  async try(row: Row, isAgain = false): Promise<void> {
    const { seed, isQuick, count } = this.wanted;
    const mostMs = this.wanted.mostMs ?? (isQuick && count === undefined ? QUICK_MOST_MS : null);
    const isSharing = isQuick && row.shares === true && !isAgain;
    const own: Product[] = [];
    const makeOwn = async (settings?: Record<string, string>) => {
      const product = await Product.create(settings);
      own.push(product);
      return product;
    };
    const context: Context = {
      random: new Random(seedOf(row.name, seed)),
      seed,
      count: count ?? row.counts[isQuick ? 'quick' : 'full'],
      isQuick,
      say: (line) => void (isQuick || console.log(`         ${line}`)),
      product: makeOwn,
      running: async (settings) => {
        if (isSharing) return this.startShared();
        const product = await makeOwn(settings);
        await product.start();
        return product;
      },
    };
    if (process.platform === 'win32') {
      const why = 'not run: Windows has no groups of processes to kill.';
      return this.report.add(row, { seconds: 0, cpuSeconds: 0 }, { state: 'not run', why });
    }
    const startedAt = performance.now();
    let shared: Product | undefined;
    let sharedBefore = 0;
    const took = async () => {
      let cpuSeconds = shared ? (await shared.cpuSeconds()) - sharedBefore : 0;
      for (const product of own) cpuSeconds += await product.cpuSeconds();
      return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds };
    };
    try {
      if (isSharing) {
        shared = await this.startShared();
        sharedBefore = await shared.cpuSeconds();
      }
      const outcome = await runWhole(row, context, mostMs);
      if (!outcome.figures.every(isMet)) outcome.notes = [...(outcome.notes ?? []), ...toldBy(own)];
      this.report.add(row, await took(), { outcome });
    } catch (error) {
      if (error instanceof NotRun) {
        this.report.add(row, await took(), { state: 'not run', why: `not run: ${error.message}` });
      } else {
        const why = [wordsOf(error), ...toldBy(own)].join('\n');
        this.report.add(row, await took(), { state: 'failed', why });
      }
    } finally {
      for (const product of own) await product.dispose();
    }
  }

  /** One that did not start is none: whoever asks next has another. */
  private startShared(): Promise<Product> {
    this.shared ??= startOne().catch((error: unknown) => {
      this.shared = undefined;
      throw error;
    });
    return this.shared;
  }
}

async function startOne(): Promise<Product> {
  const product = await Product.create({ LOG_LEVEL: 'debug' });
  try {
    await product.start();
  } catch (error) {
    await product.dispose();
    throw error;
  }
  return product;
}

/** @throws what failed in it, also where it did not wait for that */
async function runWhole(row: Row, context: Context, mostMs: number | null): Promise<Outcome> {
  const store: Beside = { row, failures: [], state: 'running' };
  const run = () => (mostMs === null ? row.run(context) : within(mostMs, row.run(context)));
  const [ended] = await Promise.allSettled([beside.run(store, run)]);
  // Node tells of a rejection after all that was to be done in the same turn.
  await setImmediate();
  store.state = ended.status === 'fulfilled' && store.failures.length === 0 ? 'held' : 'failed';
  if (ended.status === 'fulfilled' && store.state === 'held') return ended.value;
  const errors: unknown[] = ended.status === 'rejected' ? [ended.reason, ...store.failures] : store.failures;
  // What a row lacks explains no failure beside it.
  throw errors.find((error) => !(error instanceof NotRun)) ?? errors[0];
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLong = wait(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It has not ended within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    over.abort();
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.stack! : String(error));

/** What servers logged of requests that failed, each once. */
function toldBy(servers: Product[]): string[] {
  const lines = servers
    .flatMap(({ output }) => output.split('\n'))
    .filter((line) => line.includes('"context":"Errors"'));
  return [...new Set(lines.map((line) => `told: ${/"stack":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.slice(0, 800)}`))];
}
