import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** From each class to the names under which constructors keep it, with one file of each. */
function injectedNames(sources: Map<string, string>): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [file, source] of sources) {
    if (!/^@(?:Injectable|Controller|Module)\(/m.test(source)) continue;
    for (const [, name, type] of source.matchAll(/private readonly (\w+): ([A-Z]\w*)(?=[,\n)])/g)) {
      // Only the folder of a feature knows its repository, and calls it as it reads best there.
      if (!type!.endsWith('Repository'))
        found.set(type!, (found.get(type!) ?? new Map<string, string>()).set(name!, file));
    }
  }
  return found;
}

/** Classes that have several names, with them. */
function severalNames(sources: Map<string, string>): string[] {
  return [...injectedNames(sources)]
    .filter(([, names]) => names.size > 1)
    .map(([type, names]) => `${type}: ${Array.from(names, ([name, file]) => `${name} in ${file}`).join(', ')}`);
}

/** A class into which one is injected under this name. */
const injecting = (name: string) => `@Injectable()\nclass A {\n  constructor(private readonly ${name}: Letters) {}\n}`;

describe('what constructors inject', () => {
  it('has one name for one class, wherever it is injected', () => {
    const files = globSync('api/**/*.ts', { cwd: ROOT }).filter((file) => !/\.spec\.ts$|\/testing\//.test(file));
    const sources = new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
    expect(injectedNames(sources).size).toBeGreaterThan(100);
    expect(severalNames(sources)).toEqual([]);
  });

  it('would be found that has two', () => {
    const sources = new Map([
      ['a.ts', injecting('letters')],
      ['b.ts', injecting('mail')],
    ]);
    expect(severalNames(sources)).toEqual(['Letters: letters in a.ts, mail in b.ts']);
  });
});
