import '../require-node.mjs';
import os from 'node:os';
import { buildOrExit, isBuilt } from '../lib/build.mjs';
import { readOptions, refuse } from '../lib/options.mjs';
import { ROOT } from '../lib/root.mjs';
import { ensureProgram } from '../lib/system-packages.mjs';
import { inTurns } from './in-turns.ts';
import { Product } from './product.ts';
import { Random, seedOf } from './random.ts';
import { isMet, Report } from './report.ts';
import { type Context, NotRun, type Row } from './row.ts';
import { ROWS } from './rows.ts';
import { SmallDisk } from './small-disk.ts';

// Kills, full disks, lost databases and hostile input, against the built product as real processes. What is drawn is the
// same for the same seed; what a machine's clock decides is not.

const { values } = readOptions({
  command: 'npm run torture',
  about: 'Does to the built product what one day will be done, and prints each figure beside what it may be.',
  options: {
    only: { type: 'string', multiple: true, value: 'ROWS', about: 'these alone, by number or name: 1,7 or crowd' },
    count: { type: 'string', value: 'N', about: 'how often, in each row’s own unit' },
    seed: { type: 'string', value: 'N', about: 'draws the same as the run whose first line told it' },
    quick: { type: 'boolean', default: false, about: 'takes seconds for each' },
    json: { type: 'string', value: 'FILE', about: 'writes everything down' },
  },
  list: { title: 'Rows', names: ROWS.map(({ number, name }) => `${String(number).padStart(2)} ${name}`) },
});
const isQuick = values.quick;
const QUICK_AT_ONCE = 3;
const seed = Number(values.seed ?? Date.now() % 1_000_000);

const rows = chooseRows(values.only?.flatMap((names) => names.split(',')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void disposeAll().then(() => process.exit(1)));
}
process.chdir(ROOT);
if (process.platform === 'linux') for (const program of ['strace', 'faketime']) ensureProgram(program);
if (!isBuilt()) await buildOrExit();
console.log(`seed ${seed}${isQuick ? ', quick' : ''}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`);
const report = new Report();
let shared: Promise<Product> | undefined;
try {
  // What waits for disks leaves a processor to another row; figures of a full run are of one row alone.
  await inTurns(isQuick ? QUICK_AT_ONCE : 1, isQuick ? groupsOf(rows) : [rows], async (group) => {
    for (const row of group) await run(row);
  });
  // A crowded machine must not decide: what is wrong with the product is wrong for a row alone, too.
  if (isQuick) for (const row of rows.filter((one) => !report.holds(one))) await run(row, true);
} finally {
  await disposeAll();
}
report.showTable();
if (values.json !== undefined) await report.write(values.json, { seed, isQuick });
// What a row that missed has left trying would go on for ever.
process.exit(report.isSound ? 0 : 1);

async function disposeAll(): Promise<void> {
  await Product.disposeAll();
  SmallDisk.disposeAll();
}

/** Those that share a product one after the other, and first: together they last longest. Of the others, the last do. */
function groupsOf(all: Row[]): Row[][] {
  const sharing = all.filter(({ shares }) => shares);
  const others = all.filter(({ shares }) => !shares);
  return [sharing, ...others.toReversed().map((row) => [row])];
}

async function run(row: Row, isAgain = false): Promise<void> {
  const own: Product[] = [];
  const makeOwn = async (settings?: Record<string, string>) => {
    const product = await Product.create(settings);
    own.push(product);
    return product;
  };
  const context: Context = {
    random: new Random(seedOf(row.name, seed)),
    seed,
    count: Number(values.count ?? row.counts[isQuick ? 'quick' : 'full']),
    isQuick,
    say: (line) => void (isQuick || console.log(`         ${line}`)),
    product: makeOwn,
    running: async (settings) => {
      if (isSharing) return (shared ??= startShared());
      const product = await makeOwn(settings);
      await product.start();
      return product;
    },
  };
  if (process.platform === 'win32') {
    const why = 'not run: Windows has no groups of processes to kill.';
    return report.add(row, { seconds: 0, cpuSeconds: 0 }, { state: 'not run', why });
  }
  const startedAt = performance.now();
  const isSharing = isQuick && row.shares === true && !isAgain;
  const sharedBefore = isSharing ? await (await (shared ??= startShared())).cpuSeconds() : 0;
  const took = async () => {
    let cpuSeconds = isSharing ? (await (await shared)!.cpuSeconds()) - sharedBefore : 0;
    for (const product of own) cpuSeconds += await product.cpuSeconds();
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds };
  };
  try {
    const outcome = await row.run(context);
    if (!outcome.figures.every(isMet)) outcome.notes = [...(outcome.notes ?? []), ...toldBy(own)];
    report.add(row, await took(), { outcome });
  } catch (error) {
    if (error instanceof NotRun) report.add(row, await took(), { state: 'not run', why: `not run: ${error.message}` });
    else {
      const why = [error instanceof Error ? error.stack! : String(error), ...toldBy(own)].join('\n');
      report.add(row, await took(), { state: 'failed', why });
    }
  } finally {
    for (const product of own) await product.dispose();
  }
}

/** What servers logged of requests that failed, each once. */
function toldBy(servers: Product[]): string[] {
  const lines = servers
    .flatMap(({ output }) => output.split('\n'))
    .filter((line) => line.includes('"context":"Errors"'));
  return [...new Set(lines.map((line) => `told: ${/"stack":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.slice(0, 800)}`))];
}

async function startShared(): Promise<Product> {
  const product = await Product.create({ LOG_LEVEL: 'debug' });
  await product.start();
  return product;
}

/** By number or by name. */
function chooseRows(wanted: string[] | undefined): Row[] {
  if (!wanted) return ROWS;
  return wanted.map(
    (name) =>
      ROWS.find((row) => String(row.number) === name || row.name === name) ??
      refuse(`There is no row ${name}: npm run torture -- --help says which there are.`),
  );
}
