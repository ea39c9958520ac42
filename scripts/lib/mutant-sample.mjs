import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ROOT } from './root.mjs';
import { drawSample, orderSpecs } from './draw-sample.mjs';

/** Not copied: what is made, and what is linked. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'var', 'test-results', '.astro']);
const LINKED = ['node_modules', 'dist'];
const JEST = [
  '--import=./scripts/config/resolve-typescript.mjs',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--config=scripts/config/jest-mutate.config.mjs',
  '--runInBand',
  '--forceExit',
  '--silent',
];
const INSTRUMENT = { plugins: null, excludedMutations: [], ignorers: [] };
const SILENT = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
/** A mutant that waits for ever is noticed as well: a spec takes no longer than this beyond its usual time. */
const TIMES_AS_LONG = 4;
const SPARE_MS = 60_000;

/**
 * Tries mutants of Stryker, drawn at random from all of some files. Each is tried by the spec files that reach it, the
 * nearest first, in a process of its own, until one fails. (Stryker's own runner loads every spec that may import a file
 * again for each mutant of it; with HTTP specs that is the whole application, many times.)
 * @param {{ files: string[], settings: object, size: number, seed: number, concurrency: number }} sample `files` from the
 * project's folder, `settings` of jest-mutate.config.mjs
 * @returns {Promise<{ all: number, tried: { mutant: object, noticedBy?: string }[] }>}
 */
export async function trySample({ files, settings, size, seed, concurrency }) {
  const folder = copyProject();
  const { files: instrumented, mutants } = await new Instrumenter(SILENT).instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(path.join(ROOT, name), 'utf8') })),
    INSTRUMENT,
  );
  for (const { name, content } of instrumented) writeFileSync(path.join(folder, name), content);
  const drawn = drawSample(mutants, { size, seed });
  const specs = globSync(settings.specs, { cwd: ROOT });
  console.log(
    `${drawn.length} of ${mutants.length} mutants in ${files.length} files; ${specs.length} spec files run once.`,
  );
  const reached = await findReached(folder, settings, specs.toSorted());
  const tried = [];
  const queue = [...drawn];
  const work = async () => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const noticedBy = await tryMutant(folder, settings, mutant, reached);
      tried.push({ mutant, noticedBy });
      console.log(`${tried.length}/${drawn.length} ${describeMutant(mutant)}: ${noticedBy ?? 'SURVIVED'}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { all: mutants.length, tried };
}

/** @returns {string} where, and what stands there instead */
export function describeMutant({ fileName, location, mutatorName, replacement }) {
  const [line] = replacement.split('\n', 1);
  return `${fileName}:${location.start.line + 1}:${location.start.column + 1} ${mutatorName} → ${line.slice(0, 80)}`;
}

/** Specs start processes of the project, too: what is changed has to stand in files. */
function copyProject() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  for (const name of readdirSync(ROOT).filter((entry) => !LEFT_OUT.has(entry))) {
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  }
  for (const name of LINKED.filter((entry) => existsSync(path.join(ROOT, entry)))) {
    symlinkSync(path.join(ROOT, name), path.join(folder, name));
  }
  return folder;
}

/**
 * Runs every spec file once, without a mutant.
 * @returns {Promise<Map<string, { ids: Set<string>, ms: number }>>} which mutants each of them comes past, and its time
 */
async function findReached(folder, settings, specs) {
  const reached = new Map();
  for (const spec of specs) {
    const report = path.join(folder, 'reached.json');
    const startedAt = performance.now();
    const run = () => runJest(folder, settings, spec, { reached: report });
    const first = await run();
    // A crowded machine must not decide.
    const { isGood, failure } = first.isGood ? first : await run();
    if (!isGood) throw new Error(`${spec} fails without any change: ${failure}`);
    const ids = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
    reached.set(spec, { ids: new Set(ids), ms: performance.now() - startedAt });
  }
  return reached;
}

/** @returns {Promise<string | undefined>} the test that noticed it */
async function tryMutant(folder, settings, { id, fileName }, reached) {
  const specs = [...reached].filter(([, { ids }]) => ids.has(id));
  for (const spec of orderSpecs(
    fileName,
    specs.map(([name, { ms }]) => ({ name, ms })),
  )) {
    const { ms } = reached.get(spec);
    const { isGood, failure } = await runJest(folder, settings, spec, { id, withinMs: TIMES_AS_LONG * ms + SPARE_MS });
    if (!isGood) return `${path.basename(spec)}: ${failure}`;
  }
  return undefined;
}

async function runJest(folder, settings, spec, { id, reached, withinMs } = {}) {
  const jest = spawn(process.execPath, [...JEST, '--runTestsByPath', spec], {
    cwd: folder,
    env: {
      ...process.env,
      MUTATION: JSON.stringify({ ...settings, isSampled: true, reached }),
      ...(id && { __STRYKER_ACTIVE_MUTANT__: id }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: what a spec has started ends with it.
    detached: true,
  });
  const end = () => endGroup(jest.pid);
  process.once('exit', end);
  let isLate = false;
  const timer =
    withinMs &&
    setTimeout(() => {
      isLate = true;
      end();
    }, withinMs);
  const chunks = [];
  jest.stdout.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(jest, 'exit');
  end();
  clearTimeout(timer);
  process.off('exit', end);
  const [, test] = /^noticed by: (.+)$/m.exec(Buffer.concat(chunks).toString()) ?? [];
  return { isGood: code === 0, failure: isLate ? 'does not end' : (test ?? 'cannot be run') };
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}
