import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { API_LAYERS, APP_FOLDERS } from './import-boundaries.js';
import { withMap } from './map.js';

const root = path.resolve(import.meta.dirname, '../..');
const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
    .toSorted();

const readmeOf = (folder: string) => readFileSync(path.join(root, folder, 'README.md'), 'utf8');

describe('the map in README', () => {
  it('is the one that the import rules draw', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(withMap(readme)).toBe(readme);
  });

  it('has every folder of the API', () => {
    expect(API_LAYERS.map(({ layer }) => layer).toSorted()).toEqual(foldersOf('api'));
    for (const { layer, folders } of API_LAYERS) {
      const inOrder = folders.flat().toSorted();
      expect({ layer, folders: inOrder }).toEqual({ layer, folders: foldersOf(`api/${layer}`) });
    }
  });

  it('has every screen of the app', () => {
    expect([...Object.keys(APP_FOLDERS), 'shared'].toSorted()).toEqual(foldersOf('app'));
  });
});

describe('the map in the README of', () => {
  it('api has every folder in the row of its layer', () => {
    const rows = readmeOf('api').split('\n');
    for (const { layer, folders } of API_LAYERS) {
      const row = rows.find((line) => line.startsWith(`| \`${layer}/\` |`)) ?? '';
      expect({ layer, lost: folders.flat().filter((name) => !row.includes(`\`${name}\``)) }).toEqual({
        layer,
        lost: [],
      });
    }
  });

  it.each([
    ['app', 'app'],
    ['site', 'site'],
    ['site', 'site/components'],
    ['api/contract', 'api/contract'],
  ])('%s has a line for every folder of %s', (house, folder) => {
    const lines = readmeOf(house).split('\n');
    const lost = foldersOf(folder).filter((name) => !lines.some((line) => line.trimStart().startsWith(`${name}/`)));
    expect(lost).toEqual([]);
  });
});

/** What is written as `a/b`, outside of blocks of code; what is kept at run time begins with the name of a setting. */
function pathsIn(paper: string): string[] {
  const prose = paper.replaceAll(/^```[^]*?^```/gm, '');
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return names.filter((name) => /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) && !name.startsWith('STATE_DIR/'));
}

describe('a path that a README names', () => {
  const papers = ['README.md', 'DECISIONS.md', ...globSync('{api,app,site,scripts}/**/README.md', { cwd: root })];

  it.each(papers)('leads somewhere: %s', (paper) => {
    const names = pathsIn(readFileSync(path.join(root, paper), 'utf8'));
    const lost = names.filter(
      (name) => !existsSync(path.join(root, name)) && !existsSync(path.join(root, path.dirname(paper), name)),
    );
    expect(lost).toEqual([]);
  });
});

describe('a comment', () => {
  it('cites no paper that is not in the repository', () => {
    const sources = globSync('{api,app,site,scripts}/**/*.{ts,tsx,mjs,astro,css}', { cwd: root });
    // Written with their numbers, or as files.
    const cited = /\b[A-Z]{4,}(\.md\b|[ §]+\d+(\.\d+)*\)|[’']s (text|words|reason|message))|\bissue #?\d+/;
    const citing = sources
      .filter((file) => !file.includes('/node_modules/') && file !== 'scripts/config/map.spec.ts')
      .flatMap((file) => {
        const comments =
          readFileSync(path.join(root, file), 'utf8').match(/\/\*[^]*?\*\/|(?<![:"'`\w])\/\/.*$/gm) ?? [];
        return comments.filter((comment) => cited.test(comment)).map((comment) => `${file}: ${comment}`);
      })
      .filter((one) => !/\b(README|CHANGELOG|DECISIONS)\.md\b/.test(one));
    expect(citing).toEqual([]);
  });
});
