import './require-node.mjs';
import './config/resolve-typescript.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './lib/root.mjs';
import { isolateTestRun } from './lib/test-run.mjs';

// Changes the code of folders in many small ways, one at a time; a spec of these folders, or of those of `--specs`, is
// to fail at each. What survives is shown, and a score under 85 % fails.

const STRYKER = path.join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** What no spec is to see changed: specs, fixtures, and what only names columns or puts modules together. */
const KEPT = ['**/*.spec.{ts,tsx}', '**/testing/**', '**/*.{entity,module}.ts', '**/migrations/**'].map((p) => `!${p}`);

/** Where Jest looks for the specs of a kind and for what they import. */
const ROOTS = { api: ['api'], screens: ['app', 'site', 'api/contract'] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { specs: { type: 'string', multiple: true, default: [] }, concurrency: { type: 'string', default: '2' } },
});
const places = positionals.map((place) => path.relative(ROOT, path.resolve(place)));
if (places.length === 0 || !places.every((place) => existsSync(path.join(ROOT, place)))) {
  console.error('Which folder? npm run mutate -- api/contract [--specs FOLDER …] [--concurrency 1]');
  process.exit(1);
}
const folders = places.map((place) => (path.extname(place) ? path.dirname(place) : place));
const project = projectOf(folders[0]);
if (folders.some((folder) => projectOf(folder) !== project)) {
  console.error('These folders have specs of different kinds: one kind at a time.');
  process.exit(1);
}
const mutated = places.map((place) => (path.extname(place) ? place : `${place}/**/*.{ts,tsx}`));
process.env.MUTATION = JSON.stringify({
  project,
  mutate: [...mutated, ...KEPT],
  specs: [...folders, ...values.specs],
  roots: ROOTS[project] ?? folders,
});

const tidyUp = isolateTestRun();
if (project === 'api') await (await import('../api/testing/test-database.ts')).startTestServer();
const stryker = spawn(
  process.execPath,
  [STRYKER, 'run', 'scripts/config/stryker.config.mjs', '--concurrency', values.concurrency],
  { cwd: ROOT, stdio: 'inherit' },
);
process.once('exit', () => stryker.kill());
const [code] = await once(stryker, 'exit');
await tidyUp();
process.exitCode = code ?? 1;

/** The Jest project whose environment the specs of a folder need. */
function projectOf(folder) {
  if (/^(app|site)(\/|$)/.test(folder)) return 'screens';
  return folder.startsWith('api') && !/^api\/contract(\/|$)/.test(folder) ? 'api' : 'pure';
}
