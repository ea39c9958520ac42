import './require-node.mjs';
import './config/resolve-typescript.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { readOptions, refuse } from './lib/options.mjs';
import { ROOT } from './lib/root.mjs';
import { isolateTestRun } from './lib/test-run.mjs';

// Changes the code of folders in many small ways, one at a time; a spec of these folders, or of those of `--specs`, is
// to fail at each. What survives is shown, and a score under 85 % fails. `--sample` tries as many of these changes, drawn
// at random by `--seed`, each with those specs alone that come past it.

const STRYKER = path.join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** What no spec is to see changed: specs, fixtures, and what only names columns or puts modules together. */
const KEPT = ['**/*.spec.{ts,tsx}', '**/testing/**', '**/*.{entity,module}.ts', '**/migrations/**'];
/** In per cent; `stryker.config.mjs` has it, too. */
const LEAST_SCORE = 85;

/** Where Jest looks for the specs of a kind and for what they import. */
const ROOTS = { api: ['api'], screens: ['app', 'site', 'api/contract'] };

const { values, positionals } = readOptions({
  command: 'npm run mutate',
  places: 'FOLDER …',
  about: 'Changes the code of folders or files in small ways, and lists what no spec has noticed.',
  options: {
    specs: { type: 'string', multiple: true, default: [], value: 'FOLDER', about: 'whose specs are to notice it, too' },
    concurrency: { type: 'string', default: '2', value: 'PROCESSES', about: 'how many at once' },
    sample: {
      type: 'string',
      value: 'N',
      about: 'tries as many of the changes, each with the specs that come past it',
    },
    seed: { type: 'string', default: '1', value: 'N', about: 'draws these' },
  },
});
const places = positionals.map((place) => path.relative(ROOT, path.resolve(place)));
const missing = places.findIndex((place) => !existsSync(path.join(ROOT, place)));
if (missing !== -1) refuse(`There is no folder or file ${positionals[missing]}.`);
if (places.length === 0) refuse('A folder is to be named: npm run mutate -- --help says how.');
const folders = places.map((place) => (path.extname(place) ? path.dirname(place) : place));
const project = projectOf(folders[0]);
if (folders.some((folder) => projectOf(folder) !== project)) {
  refuse('These folders have specs of different kinds: one kind at a time.');
}
const mutated = places.map((place) => (path.extname(place) ? place : `${place}/**/*.{ts,tsx}`));
const settings = {
  project,
  mutate: [...mutated, ...KEPT.map((pattern) => `!${pattern}`)],
  specs: [...folders, ...values.specs].map((place) => (path.extname(place) ? place : `${place}/**/*.spec.{ts,tsx}`)),
  roots: ROOTS[project] ?? folders,
};

const tidyUp = isolateTestRun();
if (project === 'api') await (await import('../api/testing/test-database.ts')).startTestServer();
process.exitCode = values.sample ? await runSample() : await runStryker();
await tidyUp();

/** @returns {Promise<number>} exit code */
async function runStryker() {
  process.env.MUTATION = JSON.stringify(settings);
  const stryker = spawn(
    process.execPath,
    [STRYKER, 'run', 'scripts/config/stryker.config.mjs', '--concurrency', values.concurrency],
    { cwd: ROOT, stdio: 'inherit' },
  );
  process.once('exit', () => stryker.kill());
  const [code] = await once(stryker, 'exit');
  return code ?? 1;
}

/** @returns {Promise<number>} exit code */
async function runSample() {
  const { describeMutant, trySample } = await import('./lib/mutant-sample.mjs');
  const seed = Number(values.seed);
  const { all, tried } = await trySample({
    files: globSync(mutated, { cwd: ROOT, exclude: KEPT }).toSorted(),
    settings,
    size: Number(values.sample),
    seed,
    concurrency: Number(values.concurrency),
  });
  const survivors = tried.filter(({ noticedBy }) => noticedBy === undefined);
  for (const { mutant } of survivors) console.log(`survived: ${describeMutant(mutant)}`);
  const noticed = tried.length - survivors.length;
  const score = (100 * noticed) / tried.length;
  console.log(`${noticed} of ${tried.length} noticed (${score.toFixed(1)} %), drawn from ${all} with seed ${seed}`);
  return score < LEAST_SCORE ? 1 : 0;
}

/** The Jest project whose environment the specs of a folder need. */
function projectOf(folder) {
  if (/^(app|site)(\/|$)/.test(folder)) return 'screens';
  return folder.startsWith('api') && !/^api\/contract(\/|$)/.test(folder) ? 'api' : 'pure';
}
