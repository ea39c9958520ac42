import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Of a feature: it puts together what stands in the folders below it. */
const ASSEMBLY = /\.module\.ts$/;

/** From each folder to those that its files import from, with one of these imports. */
function importsBetween(folders: string[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const file of globSync(`{${folders.join(',')}}/**/*.{ts,tsx,astro}`, { cwd: ROOT })) {
    if (/\.spec\.|\/testing\//.test(file) || ASSEMBLY.test(file)) continue;
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, imported] of source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const [from, to] = [path.dirname(file), path.dirname(path.join(path.dirname(file), imported!))];
      const known = found.get(from) ?? new Map<string, string>();
      if (from !== to) found.set(from, known.set(to, `${file} imports ${imported}`));
    }
  }
  return found;
}

/** Ways that lead from a folder back to it, each as the imports that make it. */
function cycles(imports: Map<string, Map<string, string>>): string[][] {
  const found: string[][] = [];
  const finished = new Set<string>();
  const visit = (folder: string, way: { folder: string; because: string }[]) => {
    const start = way.findIndex((step) => step.folder === folder);
    if (start !== -1) {
      found.push(way.slice(start).map(({ because }) => because));
      return;
    }
    if (finished.has(folder)) return;
    for (const [to, because] of imports.get(folder) ?? []) visit(to, [...way, { folder, because }]);
    finished.add(folder);
  };
  for (const folder of imports.keys()) visit(folder, []);
  return found;
}

describe('folders', () => {
  it('import each other in one direction only, also over others', () => {
    expect(cycles(importsBetween(['api', 'app', 'site']))).toEqual([]);
  });

  it('would be found that import each other, also over a third', () => {
    const imports = new Map([
      ['a', new Map([['b', 'a to b']])],
      ['b', new Map([['c', 'b to c']])],
      ['c', new Map([['b', 'c to b']])],
    ]);
    expect(cycles(imports)).toEqual([['b to c', 'c to b']]);
  });
});
