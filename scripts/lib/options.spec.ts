import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './root.mjs';

const COMMANDS = {
  'npm test': 'test.mjs',
  'npm run bench': 'bench/bench.ts',
  'npm run build': 'build.mjs',
  'npm run check': 'check.mjs',
  'npm run demo': 'demo/demo.ts',
  'npm run mutate': 'mutate.mjs',
  'npm run release': 'release.ts',
  'npm run torture': 'torture/torture.ts',
};
type Command = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Command[];
const TOO_LONG_MS = 30_000;

/** One that goes on finds no build to remove, no npm to make another with, and no server. */
let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'options-'));
  for (const name of ['scripts', 'package.json']) {
    await cp(path.join(ROOT, name), path.join(project, name), { recursive: true });
  }
  for (const name of ['api', 'node_modules']) await symlink(path.join(ROOT, name), path.join(project, name));
});
afterAll(() => rm(project, { recursive: true }));

function run(command: Command, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './scripts/config/resolve-typescript.mjs', path.join('scripts', COMMANDS[command]), ...words],
    {
      cwd: project,
      encoding: 'utf8',
      timeout: TOO_LONG_MS,
      env: { ...process.env, npm_execpath: '/nowhere', PORT: '9' },
    },
  );
  return { status, stdout, stderr };
}

const refused = (sentence: string) => ({ status: 2, stdout: '', stderr: `${sentence}\n` });

describe.each(NAMES)('%s', (command) => {
  it('says how it is used, and does nothing', () => {
    const { status, stdout, stderr } = run(command, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^${command} -- `));
    expect(stdout).toMatch(/^ {2}--help +says this$/m);
  });

  it('refuses an option that it does not know', () => {
    const how = `${command} -- --help says how it is used.`;
    expect(run(command, '--nonsense')).toEqual(refused(`There is no option --nonsense: ${how}`));
  });
});

describe('what is said after a command', () => {
  it.each<[Command, string]>([
    ['npm run torture', ' 7 killed-publishing'],
    ['npm run bench', ' large-archive'],
  ])('has the rows of %s in its help', (command, row) => {
    expect(run(command, '--help').stdout).toContain(row);
  });

  it.each<[Command, string, string[]]>([
    ['npm run torture', 'There is no row 99: npm run torture -- --help says which there are.', ['--only', '7,99']],
    ['npm run torture', '--only needs a value: npm run torture -- --help says how it is used.', ['--only', '--quick']],
    ['npm run torture', '--json needs a value: npm run torture -- --help says how it is used.', ['--json']],
    [
      'npm run torture',
      '--count needs a whole number, which many is not: npm run torture -- --help says how it is used.',
      ['--count', 'many'],
    ],
    ['npm run bench', 'There is no row toString: npm run bench -- --help says which there are.', ['--only=toString']],
    ['npm run build', '--if-changed has no value: npm run build -- --help says how it is used.', ['--if-changed=no']],
    ['npm run build', 'There is no use for all: npm run build -- --help says how it is used.', ['all']],
    ['npm run mutate', 'There is no folder or file nowhere.', ['api/contract', 'nowhere']],
    ['npm run mutate', 'A folder is to be named: npm run mutate -- --help says how.', []],
    ['npm test', 'Only `check` can be done alone: npm run check.', ['--only', 'lint']],
  ])('is refused in a sentence by %s: %s', (command, sentence, words) => {
    expect(run(command, ...words)).toEqual(refused(sentence));
  });
});
