import '../require-node.mjs';
import os from 'node:os';
import { buildOrExit, isBuilt } from '../lib/build.mjs';
import { readOptions, refuse } from '../lib/options.mjs';
import { ROOT } from '../lib/root.mjs';
import { measureBase64 } from './base64.bench.ts';
import { measureConversion } from './conversion.bench.ts';
import { measureDev } from './dev.bench.ts';
import { measurePages } from './pages.bench.ts';
import { Product } from './product.ts';
import { measureReceiving } from './receiving.bench.ts';
import { measureApproval, measureLargeArchive, measureSizes } from './publishing.bench.ts';
import { measureSaving } from './saving.bench.ts';
import { measureSearch } from './search.bench.ts';
import { showSum, writeResults } from './report.ts';
import { measureServing } from './serving.bench.ts';
import { measureStart } from './start.bench.ts';

// Each benchmark runs its peer in the same run: what counts is the ratio, not the seconds of this machine.

const BENCHMARKS: Record<string, () => Promise<void>> = {
  start: measureStart,
  approval: measureApproval,
  'large-archive': measureLargeArchive,
  sizes: measureSizes,
  receiving: measureReceiving,
  base64: measureBase64,
  conversion: measureConversion,
  saving: measureSaving,
  search: measureSearch,
  serving: measureServing,
  pages: measurePages,
  dev: measureDev,
};

const { values } = readOptions({
  command: 'npm run bench',
  about: 'Measures each row beside its peer in the same run, and says how many goals were met.',
  options: {
    only: { type: 'string', value: 'ROWS', about: 'these alone: search,pages' },
    json: { type: 'string', value: 'FILE', about: 'writes them down' },
  },
  list: { title: 'Rows', names: Object.keys(BENCHMARKS) },
});
const names = values.only?.split(',') ?? Object.keys(BENCHMARKS);
const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) refuse(`There is no row ${unknown}: npm run bench -- --help says which there are.`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void Product.disposeAll().then(() => process.exit(1)));
}
process.chdir(ROOT);
if (!isBuilt()) await buildOrExit();
console.log(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} at the start`);
for (const name of names) {
  try {
    await BENCHMARKS[name]?.();
  } catch (error) {
    console.error(`FAILED  ${name}: ${error instanceof Error ? error.stack : String(error)}`);
    process.exitCode = 1;
  }
}
showSum();
if (values.json !== undefined) await writeResults(values.json);
