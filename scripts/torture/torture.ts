import '../require-node.mjs';
import os from 'node:os';
import { buildOrExit, isBuilt } from '../lib/build.mjs';
import { readOptions, refuse } from '../lib/options.mjs';
import { ROOT } from '../lib/root.mjs';
import { ensureProgram } from '../lib/system-packages.mjs';
import type { Row } from './row.ts';
import { ROWS } from './rows.ts';
import { seedOfTree } from './random.ts';
import { disposeAll, runRows } from './run-rows.ts';

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
// In full each run draws anew. The quick form of a commit draws on every machine what it drew on the first: what its draws
// find is found before it is handed on.
const seed = Number(values.seed ?? (isQuick ? seedOfTree(ROOT) : null) ?? Date.now() % 1_000_000);

const rows = chooseRows(values.only?.flatMap((names) => names.split(',')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void disposeAll().then(() => process.exit(1)));
}
process.chdir(ROOT);
if (process.platform === 'linux') for (const program of ['strace', 'faketime']) ensureProgram(program);
if (!isBuilt()) await buildOrExit();
console.log(`seed ${seed}${isQuick ? ', quick' : ''}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`);
const count = values.count === undefined ? undefined : Number(values.count);
const report = await runRows(rows, { seed, isQuick, count });
report.showTable();
if (values.json !== undefined) await report.write(values.json, { seed, isQuick });
// What a row that missed has left trying would go on for ever.
process.exit(report.exitCode);

/** By number or by name. */
function chooseRows(wanted: string[] | undefined): Row[] {
  if (!wanted) return ROWS;
  return wanted.map(
    (name) =>
      ROWS.find((row) => String(row.number) === name || row.name === name) ??
      refuse(`There is no row ${name}: npm run torture -- --help says which there are.`),
  );
}
