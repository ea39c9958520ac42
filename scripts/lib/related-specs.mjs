import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g;
const SPEC = /\.spec\.tsx?$/;
/** Types are gone before a spec runs: the compiler notices what changes in them. */
const TYPES_ALONE = /^(?:import|export) type\b[^;]*;/gm;
/** How a module is found: imports name what it is compiled to. */
const ENDS = ['', '.ts', '.tsx', '.astro', '.mjs'];
/** A spec imports what it is about, or the next thing to it. Over more steps every spec of the API leads to every file. */
const STEPS = 2;

/**
 * The specs that are most likely to notice a change: those in the folders of what changed, and those that import it by
 * at most one step between. Fixtures lead nowhere: whoever starts the whole application imports everything.
 * @param {string[]} changed paths from `root`
 * @param {string[]} files every file of the project
 * @returns {string[]} sorted
 */
export function relatedSpecs(changed, files, root) {
  const known = new Set(files);
  const importers = new Map();
  for (const file of files.filter((name) => /\.(tsx?|mjs)$/.test(name))) {
    for (const imported of importsOf(file, known, root)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const found = new Set(changed);
  let last = changed;
  for (let step = 0; step < STEPS; step++) {
    last = last.filter((file) => step === 0 || !isFixture(file)).flatMap((file) => importers.get(file) ?? []);
    for (const file of last) found.add(file);
  }
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const beside = files.filter((file) => folders.has(path.posix.dirname(file)));
  return [...new Set([...found, ...beside])].filter((file) => SPEC.test(file) && isJests(file)).toSorted();
}

function importsOf(file, known, root) {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(TYPES_ALONE, '');
  return [...text.matchAll(IMPORT)].flatMap(([, name]) => {
    const wanted = path.posix.join(path.posix.dirname(file), name);
    const bare = wanted.replace(/\.js$/, '');
    return [wanted, ...ENDS.map((end) => bare + end)].find((candidate) => known.has(candidate)) ?? [];
  });
}

function isFixture(file) {
  return file.includes('/testing/');
}

/** Journeys are Playwright's. */
function isJests(file) {
  return !file.startsWith('scripts/e2e/');
}
