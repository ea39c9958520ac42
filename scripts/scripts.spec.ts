import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A stand-in for npm that notes how it was called and does for each script what `answers.json` says. */
const FAKE_NPM = `
  import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
  const words = process.argv.slice(2);
  appendFileSync('calls', words.join(' ') + '\\n');
  const script = words[0] === 'run' ? words[2] : words[0];
  const { code = 0, files = {} } = JSON.parse(readFileSync('answers.json', 'utf8'))[script] ?? {};
  for (const [name, content] of Object.entries(files)) writeFileSync(name, JSON.stringify(content));
  console.log('output of ' + script);
  process.exit(code);
`;

let project: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'a project '));
  await cp(import.meta.dirname, path.join(project, 'scripts'), { recursive: true });
  for (const folder of ['api', 'dist', 'test-results', 'tools', 'node_modules/playwright']) {
    await mkdir(path.join(project, folder), { recursive: true });
  }
  await write('tools/ffmpeg', '');
  await write('tools/ffprobe', '');
  await write('node_modules/playwright/index.js', 'exports.chromium = { executablePath: () => process.execPath };');
  await write('package-lock.json', '{}');
  await write('api/main.ts', '');
  await write('fake-npm.mjs', FAKE_NPM);
  await answer({});
});
afterEach(() => rm(project, { recursive: true }));

const write = (file: string, content: string) => writeFile(path.join(project, file), content);
const answer = (answers: Record<string, { code?: number; files?: Record<string, unknown> }>) =>
  write('answers.json', JSON.stringify(answers));
const calls = () => readFile(path.join(project, 'calls'), 'utf8').catch(() => '');

function run(...args: string[]) {
  const env = {
    ...process.env,
    FFMPEG_PATH: path.join(project, 'tools'),
    npm_execpath: path.join(project, 'fake-npm.mjs'),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

function install(...options: string[]) {
  return run('scripts/install.mjs', ...options).status;
}

function isBuilt(): boolean {
  const library = pathToFileURL(path.join(project, 'scripts/lib/build.mjs')).href;
  const { lines } = run('--input-type=module', '-e', `console.log((await import('${library}')).isBuilt())`);
  return lines[0] === 'true';
}

function test(...options: string[]) {
  const { status, lines } = run('scripts/test.mjs', ...options);
  return { status, last: lines.at(-1), lines };
}

function specReport(passed: number, failed: number, broken = 0) {
  const testResults = [
    {
      assertionResults: [
        { fullName: 'a steady spec', status: 'passed', invocations: 1 },
        { fullName: 'an unsteady spec', status: 'passed', invocations: 2 },
        { fullName: 'a failed spec', status: 'failed', invocations: 2 },
      ],
    },
  ];
  const report = { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: broken, testResults };
  return { code: failed + broken > 0 ? 1 : 0, files: { 'test-results/jest.json': report } };
}

const journey = (title: string, status: string) => ({ title, tests: [{ status }] });

function journeyReport(expected: number, unexpected: number, flaky = 0) {
  const inner = { specs: [journey('an unsteady journey', flaky > 0 ? 'flaky' : 'expected')] };
  const suites = [{ specs: [journey('a steady journey', 'expected')], suites: [inner] }];
  const report = { stats: { expected, unexpected, flaky }, suites };
  return { code: unexpected > 0 ? 1 : 0, files: { 'test-results/playwright.json': report } };
}

describe('install', () => {
  it('installs what is missing, then nothing until the lock file changes', async () => {
    expect(install()).toBe(0);
    expect(install()).toBe(0);
    expect(await calls()).toBe('ci --include=dev --include=optional --loglevel=error --no-audit --no-fund\n');
    await appendFile(path.join(project, 'package-lock.json'), '\n');
    expect(install()).toBe(0);
    expect((await calls()).split('\n')).toHaveLength(3);
  });

  it('takes over what npm has just installed', async () => {
    install('--stamp');
    expect(install()).toBe(0);
    expect(await calls()).toBe('');
  });

  it('tries again after npm has failed', async () => {
    await answer({ ci: { code: 7 } });
    expect(install()).toBe(7);
    expect(install()).toBe(7);
  });
});

describe('build', () => {
  it('is needed once, and again when a source has changed', async () => {
    expect(isBuilt()).toBe(false);
    expect(run('scripts/build.mjs').status).toBe(0);
    expect(isBuilt()).toBe(true);
    await write('api/main.ts', '// changed');
    expect(isBuilt()).toBe(false);
  });

  it('is not needed for a spec', async () => {
    run('scripts/build.mjs');
    await write('api/main.spec.ts', '');
    expect(isBuilt()).toBe(true);
  });

  it('is still needed after it has failed', async () => {
    run('scripts/build.mjs');
    await answer({ 'build:site': { code: 1 } });
    expect(run('scripts/build.mjs').status).toBe(1);
    expect(isBuilt()).toBe(false);
  });
});

describe('test', () => {
  it('counts each spec, each journey and each other check', async () => {
    await answer({ jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 0, last: '52 passed, 0 failed' });
  });

  it('names what passed at its second try only', async () => {
    await answer({ jest: specReport(40, 0), e2e: journeyReport(6, 0, 1) });
    const { status, lines } = test();
    expect(status).toBe(0);
    expect(lines.slice(-4)).toEqual([
      'Passed at the second try only:',
      '  an unsteady spec',
      '  an unsteady journey',
      '52 passed, 0 failed',
    ]);
  });

  it('runs on when something fails, and fails in the end', async () => {
    await answer({ lint: { code: 1 }, jest: specReport(40, 2, 1), e2e: journeyReport(6, 1) });
    const { status, last, lines } = test();
    expect({ status, last }).toEqual({ status: 1, last: '50 passed, 5 failed' });
    expect(lines).toContain('output of knip');
  });

  it('counts journeys that could not run as one failure', async () => {
    await answer({ jest: specReport(40, 0), build: { code: 1 } });
    expect(test()).toMatchObject({ status: 1, last: '44 passed, 2 failed' });
    expect(await calls()).not.toContain('e2e');
  });

  it('takes no old report for a new one', async () => {
    await write('test-results/jest.json', JSON.stringify({ numPassedTests: 99 }));
    await answer({ jest: { code: 1 } });
    expect(test('--only=check')).toMatchObject({ status: 1, last: '4 passed, 1 failed' });
  });
});

describe('refuses', () => {
  it('an old Node in one sentence', () => {
    const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})`;
    const { status, stderr } = run('--import', pretend, 'scripts/build.mjs');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Node.js 24 or newer is needed, and this is 20.19.0. ' +
        'Use npm (npm start, npm test), which brings its own on Linux, macOS and Windows.\n',
    );
  });
});
