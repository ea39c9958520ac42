import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const RESOURCE = `
  export class Resource implements AsyncDisposable {
    async work(): Promise<number> {
      return 1;
    }
    async [Symbol.asyncDispose](): Promise<void> {
      await this.work();
    }
  }
`;
/** A promise that is returned as it is fails only when nobody listens for it any more. */
const REFUSED: Record<string, string> = {
  'an await using': 'await using own = resource; return own.work();',
  'a block below an await using': 'await using own = resource; if (flag) { return own.work(); } return 1;',
  'a using': 'using own = { [Symbol.dispose]() {} }; void own; return resource.work();',
  'a try': 'try { return resource.work(); } catch { return flag ? 1 : 0; }',
  'a try with finally': 'try { return resource.work(); } finally { await resource.work(); }',
};
const ALLOWED: Record<string, string> = {
  'awaits inside of an await using': 'await using own = resource; return await own.work();',
  'has nothing to dispose of': 'if (flag) await resource.work(); return resource.work();',
};

/** The names of the planted files that the project's own lint refuses for how they return a promise. */
function refusedFiles(tree: string): Promise<string[]> {
  const args = ['-c', 'scripts/config/oxlint.config.ts', '--type-aware', '--format=unix', 'api'];
  return new Promise((resolve) => {
    // Exits with 1 when there are findings: its output is what counts.
    execFile(path.join(root, 'node_modules/.bin/oxlint'), args, { cwd: tree }, (_error, output) => {
      const findings = output.split('\n').filter((line) => line.includes('return-await'));
      resolve(findings.map((line) => path.basename(line.slice(0, line.indexOf(':')), '.ts')));
    });
  });
}

describe('a returned promise', () => {
  let tree: string;
  let refused: string[];

  beforeAll(async () => {
    tree = await mkdtemp(path.join(os.tmpdir(), 'lint-'));
    await mkdir(path.join(tree, 'api'));
    await writeFile(path.join(tree, 'api/resource.ts'), RESOURCE);
    for (const [name, body] of Object.entries({ ...REFUSED, ...ALLOWED })) {
      const source = `import { Resource } from './resource.js';
        export async function run(resource: Resource, flag: boolean): Promise<number> { ${body} }`;
      await writeFile(path.join(tree, 'api', `${name}.ts`), source);
    }
    await cp(import.meta.dirname, path.join(tree, 'scripts/config'), { recursive: true });
    await cp(path.join(root, 'tsconfig.json'), path.join(tree, 'tsconfig.json'));
    await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
    refused = await refusedFiles(tree);
  });
  afterAll(() => rm(tree, { recursive: true }));

  it.each(Object.keys(REFUSED))('is refused in %s', (name) => expect(refused).toContain(name));
  it.each(Object.keys(ALLOWED))('is allowed where it %s', (name) => expect(refused).not.toContain(name));
});
