import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmRun } from './npm-run.mjs';
import { ROOT } from './root.mjs';

const STAMP = path.join(ROOT, 'dist', '.stamp');

/** What the build is made of. Specs and what they share are not part of it. */
const SOURCES = [
  '{api,app,site}/**',
  'scripts/bundle.mjs',
  'scripts/config/swc.json',
  'package-lock.json',
  'tsconfig.json',
  'nest-cli.json',
  'astro.config.mjs',
];
const NOT_BUILT = ['**/*.spec.{ts,tsx}', '{api,app}/**/testing/**'];

/** @returns {boolean} true when dist/ was made from the sources as they are now */
export function isBuilt() {
  return readStamp() === hashOfSources();
}

/** For whoever changes dist/ in another way. */
export function forgetBuild() {
  rmSync(STAMP, { force: true });
}

/**
 * Compiles the API and the site, side by side.
 * @returns {Promise<{ ok: boolean, output: string, seconds: number }>}
 */
export async function build() {
  const hash = hashOfSources();
  forgetBuild();
  // The compiler leaves the output of sources that are gone.
  rmSync(path.join(ROOT, 'dist', 'api'), { recursive: true, force: true });
  const startedAt = performance.now();
  const results = (await Promise.all([buildServer(), npmRun('build:site').then((site) => [site])])).flat();
  const ok = results.every(({ code }) => code === 0);
  if (ok) writeFileSync(STAMP, hash);
  const output = results.map((result) => result.output).join('');
  return { ok, output, seconds: (performance.now() - startedAt) / 1000 };
}

async function buildServer() {
  const api = await npmRun('build:api');
  return api.code === 0 ? [api, await npmRun('build:server')] : [api];
}

/** Says that it builds, and ends the process when that fails. */
export async function buildOrExit() {
  console.log('Building: the sources have changed since the last build, or this is the first.');
  const { ok, output } = await build();
  if (ok) return;
  console.error(`${output}\nThe build failed.`);
  process.exit(1);
}

/** Of contents, not times: a clone, a copy and a checkout all change the times. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, exclude: NOT_BUILT, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
