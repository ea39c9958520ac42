import './require-node.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { npmRun } from './lib/npm-run.mjs';
import { readOptions } from './lib/options.mjs';
import { relatedSpecs } from './lib/related-specs.mjs';
import { ROOT } from './lib/root.mjs';
import { isolateTestRun } from './lib/test-run.mjs';

// Every check that needs neither a build nor a browser. With `--changed` only what has to do with what changed since
// origin/main, or since the last commit where there is none; with `--watch` too again after each further change.

/** An editor's save is several events. */
const SETTLE_MS = 200;
const { values } = readOptions({
  command: 'npm run check',
  about: 'Does every check that needs neither a build nor a browser.',
  options: {
    changed: { type: 'boolean', about: 'only what has to do with what changed since origin/main' },
    watch: { type: 'boolean', about: 'so too, and again after each further change' },
  },
});

if (values.changed || values.watch) {
  const tidyUp = isolateTestRun();
  const isGood = await check(changedFiles());
  if (values.watch) await checkForEver(isGood);
  await tidyUp();
  process.exitCode = isGood ? 0 : 1;
} else {
  process.argv.push('--only=check');
  await import('./test.mjs');
}

/** Paths from the project's folder, of files that are there, new ones among them. */
function changedFiles() {
  const since = ['origin/main', 'HEAD'].find((name) => git('rev-parse', '--verify', '--quiet', name).length > 0);
  const [base] = git('merge-base', since, 'HEAD');
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(changed)].filter(isFile);
}

function git(...words) {
  try {
    return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function isFile(file) {
  const place = path.join(ROOT, file);
  return existsSync(place) && statSync(place).isFile();
}

/** @returns {Promise<boolean>} false when something failed */
async function check(changed) {
  if (changed.length === 0) {
    console.log('Nothing has changed.');
    return true;
  }
  const startedAt = performance.now();
  const sources = changed.filter((file) => /\.(tsx?|mjs|astro)$/.test(file));
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(isFile);
  const specs = relatedSpecs(changed, files, ROOT);
  console.log(`${changed.length} changed files, ${specs.length} related spec files`);
  const results = await Promise.all([
    // Paths, not patterns.
    specs.length > 0 && run('jest', ['--runTestsByPath', '--maxWorkers=2', ...specs]),
    inTurn(
      () => run('format:changed', changed),
      () => sources.length > 0 && run('lint:changed', sources),
      () => sources.length > 0 && run('types:api', []),
      () => sources.some((file) => /^(site|api\/contract)\//.test(file)) && run('types:site', []),
    ),
  ]);
  const isGood = results.flat().every((result) => result !== true);
  console.log(`\n${isGood ? 'Good' : 'NOT good'}, after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return isGood;
}

async function inTurn(...steps) {
  const results = [];
  for (const step of steps) results.push(await step());
  return results;
}

/** @returns {Promise<boolean>} whether it failed; it is shown then */
async function run(script, options) {
  const { code, output, seconds } = await npmRun(script, options, { ownGroup: true, inMemory: script === 'jest' });
  console.log(`── ${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  if (code !== 0) console.log(output.trimEnd());
  return code !== 0;
}

/** On one PostgreSQL for all of the runs; it is made anew when the schema changes. Ends by a signal. */
async function checkForEver(wasGood) {
  await import('./config/resolve-typescript.mjs');
  const { startTestServer } = await import('../api/testing/test-database.ts');
  const { watch } = await import('chokidar');
  let stopServer = await startTestServer();
  const changed = new Set(wasGood ? [] : changedFiles());
  let woken = Promise.withResolvers();
  watch(['api', 'app', 'site', 'scripts'], { cwd: ROOT, ignoreInitial: true }).on('all', (_event, file) => {
    changed.add(file.replaceAll(path.sep, '/'));
    woken.resolve();
  });
  console.log('Waiting for a change.');
  for (;;) {
    await woken.promise;
    await pause(SETTLE_MS);
    woken = Promise.withResolvers();
    const files = [...changed].filter(isFile);
    changed.clear();
    if (files.some((file) => file.startsWith('api/platform/database/migrations/'))) {
      await stopServer();
      stopServer = await startTestServer();
    }
    // What is not good yet is looked at again with the next change, which may be its cure.
    if (!(await check(files))) for (const file of files) changed.add(file);
  }
}
