import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isShared } from './shared-environment.mjs';

const JEST = path.resolve(import.meta.dirname, '../../node_modules/jest/bin/jest.js');
const inConfig = (name: string) => path.join(import.meta.dirname, name);

const SHARED = `
import { appendFileSync } from 'node:fs';
appendFileSync('evaluated', 'once;');
export const shared = { read: () => 'real' };`;
/** Finds everything as it is at first, and leaves nothing so. */
const UNTIDY = `
import { jest } from '@jest/globals';
import { shared } from './shared.mjs';
let tries = 0;
test('finds nothing of another file', () => {
  expect([process.env.LEFT, process.env.HOME, shared.read()]).toEqual([undefined, 'a home', 'real']);
  expect(jest.isMockFunction(shared.read) || 'clock' in setTimeout).toBe(false);
  process.env.LEFT = 'something';
  delete process.env.HOME;
  jest.useFakeTimers();
  jest.spyOn(shared, 'read').mockReturnValue('left');
});
test('is tried again', () => {
  expect(++tries).toBe(2);
  expect(globalThis.isPrepared).toBe(true);
});`;
/** Runs before each spec file. */
const SET_UP = `
import { jest } from '@jest/globals';
jest.retryTimes(1);
beforeAll(() => { globalThis.isPrepared = true; });
afterAll(() => { delete globalThis.isPrepared; });`;
/** Notes the tests one by one, as Jest tells of them. */
const REPORTER = `
import { appendFileSync } from 'node:fs';
import path from 'node:path';
export default class {
  onTestCaseResult({ path: file }) { appendFileSync('told', path.basename(file) + ';'); }
}`;
const MOCKING = `
import { jest } from '@jest/globals';
import { existsSync } from 'node:fs';
test('mocks a module', () => jest.unstable_mockModule('./shared.mjs', () => ({})));
// When everything is over.
const timer = setInterval(() => {
  if (!existsSync('report.json')) return;
  clearInterval(timer);
  import('./late.mjs').catch(() => undefined);
}, 20);`;

interface Report {
  testResults: {
    name: string;
    assertionResults: { title: string; status: string; invocations: number; failureMessages: string[] }[];
  }[];
}

describe('spec files that share their modules', () => {
  let folder: string;
  let report: Report;
  let stderr: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'shared-runtime-')));
    const files = {
      'one.spec.mjs': UNTIDY,
      'two.spec.mjs': UNTIDY,
      'mocking.spec.mjs': MOCKING,
      'shared.mjs': SHARED,
      'again.mjs': SET_UP,
      'reporter.mjs': REPORTER,
      'late.mjs': '',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const config = {
      rootDir: folder,
      testMatch: ['**/*.spec.mjs'],
      transform: {},
      setupFilesAfterEnv: [path.join(folder, 'again.mjs')],
      testEnvironment: inConfig('shared-environment.mjs'),
      reporters: [path.join(folder, 'reporter.mjs')],
      runtime: inConfig('shared-runtime.mjs'),
      cacheDirectory: path.join(folder, 'cache'),
    };
    const options = ['--config', JSON.stringify(config), '--runInBand', '--json', '--outputFile=report.json'];
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', JEST, ...options];
    const env = { PATH: process.env.PATH, HOME: 'a home' };
    // It fails, because of what mocks a module.
    const failure = await promisify(execFile)(process.execPath, node, { cwd: folder, env }).catch(
      (error: unknown) => error,
    );
    ({ stderr } = failure as { stderr: string });
    report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as Report;
  });
  afterAll(() => rm(folder, { recursive: true }));

  const testsOf = (name: string) =>
    report.testResults.find((file) => path.basename(file.name) === name)?.assertionResults ?? [];

  it.each(['one.spec.mjs', 'two.spec.mjs'])('find the world as it was, and are tried again: %s', (name) => {
    const found = testsOf(name).map(({ title, status, invocations }) => [title, status, invocations]);
    expect(found).toEqual([
      ['finds nothing of another file', 'passed', 1],
      ['is tried again', 'passed', 2],
    ]);
  });

  it('evaluate them once', async () => {
    expect(await readFile(path.join(folder, 'evaluated'), 'utf8')).toBe('once;');
  });

  it('are told of by their own names, at each try', async () => {
    const told = (await readFile(path.join(folder, 'told'), 'utf8')).split(';').slice(0, -1);
    const files = ['one.spec.mjs', 'two.spec.mjs', 'mocking.spec.mjs'];
    expect(files.map((name) => told.filter((file) => file === name).length)).toEqual([3, 3, 2]);
  });

  it('import nothing when they are over', () => {
    expect(stderr).toContain('after the Jest environment has been torn down');
  });

  it.each([{ watch: true }, { watchAll: true }])(
    'share nothing with the next run, of changed modules: %j',
    (watching) => {
      expect([
        isShared({ watch: false, watchAll: false }),
        isShared({ watch: false, watchAll: false, ...watching }),
      ]).toEqual([true, false]);
    },
  );

  it('cannot mock them', () => {
    expect(testsOf('mocking.spec.mjs')).toMatchObject([
      { status: 'failed', failureMessages: [expect.stringContaining('./shared.mjs is shared with other specs')] },
    ]);
  });
});
