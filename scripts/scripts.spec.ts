import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../api/testing/until.js';
import { SERVING_ENV, SERVING_FLAGS } from './lib/serving-flags.mjs';
import { findMemory, runsPrograms } from './lib/test-run.mjs';

/** A stand-in for npm that notes how it was called, and does for each script, after another has begun, what `answers.json` says. */
const FAKE_NPM = `
  import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
  const words = process.argv.slice(2);
  appendFileSync('calls', words.join(' ') + '\\n');
  const script = words[0] === 'run' ? words[2] : words[0];
  process.on('SIGINT', () => {
    appendFileSync('interrupted', script + '\\n');
    process.exit(130);
  });
  const { code = 0, signal, waitsFor = '', files = {} } = JSON.parse(readFileSync('answers.json', 'utf8'))[script] ?? {};
  for (const [name, content] of Object.entries(files)) writeFileSync(name, JSON.stringify(content));
  const { TMPDIR, TEST_DATABASES } = process.env;
  appendFileSync('folders', JSON.stringify({ script, temporary: TMPDIR, databases: TEST_DATABASES }) + '\\n');
  if (script === 'jest') writeFileSync(TEST_DATABASES + '/left', '');
  for (let tries = 0; !readFileSync('calls', 'utf8').includes(waitsFor); tries += 1) {
    if (tries === 3_000) process.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log('output of ' + script);
  if (signal) process.kill(process.pid, signal);
  process.exit(code);
`;

/** Half of the folder's files are what the screens of journeys were: no script reads them. */
const isNoPicture = (file: string) => path.relative(import.meta.dirname, file) !== path.join('e2e', 'screens');

let project: string;
let begun: ChildProcess | undefined;
let postmaster: ChildProcess | undefined;
let output: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'a project '));
  await cp(import.meta.dirname, path.join(project, 'scripts'), { recursive: true, filter: isNoPicture });
  for (const folder of ['api', 'dist/server', 'test-results', 'tools', 'node_modules/playwright']) {
    await mkdir(path.join(project, folder), { recursive: true });
  }
  for (const tool of ['ffmpeg', 'ffprobe', 'bwrap']) await write(`tools/${tool}`, '');
  await write('node_modules/playwright/index.js', 'exports.chromium = { executablePath: () => process.execPath };');
  await write('package-lock.json', '{}');
  await write('api/main.ts', '');
  await write('fake-npm.mjs', FAKE_NPM);
  await answer({});
});
afterEach(async () => {
  // Told to end, a run takes its folders with it; killed, it would leave them.
  if (begun?.kill('SIGTERM')) await once(begun, 'exit', { signal: AbortSignal.timeout(30_000) }).catch(() => {});
  for (const child of [begun, postmaster]) child?.kill('SIGKILL');
  await rm(project, { recursive: true });
});

const write = (file: string, content: string) => writeFile(path.join(project, file), content);
const answer = (
  answers: Record<string, { code?: number; signal?: string; waitsFor?: string; files?: Record<string, unknown> }>,
) => write('answers.json', JSON.stringify({ torture: failureReport([]), ...answers }));
/** Of each script that has begun, the folders that it was given. */
const beginnings = async () => {
  const lines = (await readFile(path.join(project, 'folders'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { script: string; temporary: string; databases: string });
};
const calls = () => readFile(path.join(project, 'calls'), 'utf8').catch(() => '');

const environment = () => ({
  ...process.env,
  PATH: [path.join(project, 'tools'), process.env['PATH']].join(path.delimiter),
  npm_execpath: path.join(project, 'fake-npm.mjs'),
});

function run(...args: string[]) {
  const how = { cwd: project, env: environment(), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, how);
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

/** Runs on, over a channel; what it says comes into `output`. */
function begin(...args: string[]): ChildProcess {
  begun = spawn(process.execPath, args, {
    cwd: project,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  output = '';
  begun.stdout!.on('data', (data: Buffer) => (output += data.toString()));
  return begun;
}
const says = (words: string) => until(() => output.includes(words));

/** Words that make Node take itself for another. */
function pretending(what: string): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(what)}`];
}
const OLD_NODE = pretending(`Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`);

/** @returns the folder of a Node that is one of the packages */
async function addOwnNode(): Promise<string> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const bin = `node_modules/node-${system}-${process.arch}/bin`;
  await mkdir(path.join(project, bin), { recursive: true });
  await symlink(process.execPath, path.join(project, bin, 'node'));
  return bin;
}

function install(...options: string[]) {
  return run(...options, 'scripts/install.mjs').status;
}

const buildLibrary = () => pathToFileURL(path.join(project, 'scripts/lib/build.mjs')).href;

function isBuilt(): boolean {
  const { lines } = run('--input-type=module', '-e', `console.log((await import('${buildLibrary()}')).isBuilt())`);
  return lines[0] === 'true';
}

function test(...options: string[]) {
  const { status, lines } = run('scripts/test.mjs', ...options);
  return { status, last: lines.at(-1), lines };
}

function specReport(passed: number, failed: number, { broken = 0, unsteady = 0 } = {}) {
  const again = Array.from({ length: unsteady }, (_, index) => ({
    fullName: `unsteady spec ${index + 1}`,
    status: 'passed',
    invocations: 2,
  }));
  const testResults = [
    {
      assertionResults: [
        { fullName: 'a steady spec', status: 'passed', invocations: 1 },
        ...again,
        { fullName: 'a failed spec', status: 'failed', invocations: 2 },
      ],
    },
  ];
  const report = { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: broken, testResults };
  return { code: failed + broken > 0 ? 1 : 0, files: { 'test-results/jest.json': report } };
}

const journey = (title: string, status: string) => ({ title, tests: [{ status }] });

function journeyReport(expected: number, unexpected: number, flaky = 0) {
  const unsteady = Array.from({ length: flaky }, () => journey('an unsteady journey', 'flaky'));
  const inner = { specs: unsteady };
  const suites = [{ specs: [journey('a steady journey', 'expected')], suites: [inner] }];
  const report = { stats: { expected, unexpected, flaky }, suites };
  return { code: unexpected > 0 ? 1 : 0, files: { 'test-results/playwright.json': report } };
}

function failureReport(results: { name: string; state: string; isUnsteady?: true }[]) {
  const isSound = results.every(({ state }) => state === 'passed' || state === 'not run');
  return { code: isSound ? 0 : 1, files: { 'test-results/torture.json': { results } } };
}

const unsteadyRows = (many: number) =>
  failureReport(Array.from({ length: many }, (_, row) => ({ name: `row ${row}`, state: 'passed', isUnsteady: true })));

describe('install', () => {
  it('installs what is missing, then nothing until the lock file changes', async () => {
    expect(install()).toBe(0);
    expect(install()).toBe(0);
    expect(await calls()).toBe('ci --include=dev --include=optional --loglevel=error --no-audit --no-fund\n');
    await appendFile(path.join(project, 'package-lock.json'), '\n');
    expect(install()).toBe(0);
    expect((await calls()).split('\n')).toHaveLength(3);
  });

  it.each(['platform', 'arch'])('installs anew on another platform, which needs other packages: %s', async (what) => {
    install();
    expect(install(...pretending(`Object.defineProperty(process, '${what}', { value: 'another' })`))).toBe(0);
    expect((await calls()).trim().split('\n')).toHaveLength(2);
  });

  describe('takes over what npm has installed', () => {
    const wanted = { version: '2.0.0' };
    const ofOthers = { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] };
    const ours = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    const lock = { '': {}, 'node_modules/a': wanted, 'node_modules/others': ofOthers, 'node_modules/ours': ours };
    const isTakenOver = async (installed: Record<string, unknown>, packages: Record<string, unknown> = lock) => {
      await write('package-lock.json', JSON.stringify({ packages }));
      await write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
      expect(install()).toBe(0);
      return (await calls()) === '';
    };

    it('where it is the lock file, for this platform', async () => {
      expect(await isTakenOver({ 'node_modules/a': wanted, 'node_modules/ours': ours })).toBe(true);
    });

    it('also where a package is missing that is for a C library, which may be another one', async () => {
      const packages = { 'node_modules/a': wanted, 'node_modules/ours': { ...ours, libc: ['musl'] } };
      expect(await isTakenOver({ 'node_modules/a': wanted }, packages)).toBe(true);
    });

    it('but not where a version is another', async () => {
      expect(await isTakenOver({ 'node_modules/a': { version: '1.9.0' }, 'node_modules/ours': ours })).toBe(false);
    });

    it('but not where a package of this platform is missing', async () => {
      expect(await isTakenOver({ 'node_modules/a': wanted })).toBe(false);
    });
  });

  it('runs the script that is named, with its words', async () => {
    await write('scripts/echo.mjs', 'console.log(process.versions.node, ...process.argv.slice(2));');
    const { lines } = run('scripts/install.mjs', 'scripts/echo.mjs', 'one', 'two words');
    expect(lines.at(-1)).toBe(`${process.versions.node} one two words`);
  });

  it('runs it on the project’s own Node where this one is too old, and ends as it does', async () => {
    const bin = await addOwnNode();
    await write('scripts/echo.mjs', 'console.log(process.versions.node, ...process.argv.slice(2)); process.exit(7);');
    const { lines, status } = run(...OLD_NODE, 'scripts/install.mjs', 'scripts/echo.mjs', 'one');
    expect([status, lines.at(-1)]).toEqual([7, `${process.versions.node} one`]);
    const link = path.join(project, process.platform === 'win32' ? bin : 'node_modules/.bin', 'node');
    expect(await realpath(link)).toBe(await realpath(process.execPath));
  });

  it('passes signals on to it there, and tells it of its own end', async () => {
    await addOwnNode();
    const program = `
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => console.log(signal));
      process.on('disconnect', () => { require('node:fs').writeFileSync('gone', ''); process.exit(); });
      console.log('begun');
      setTimeout(() => {}, 60_000);`;
    await write('scripts/goes-on.cjs', program);
    const installer = begin(...OLD_NODE, 'scripts/install.mjs', 'scripts/goes-on.cjs');
    await says('begun');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      installer.kill(signal);
      await says(signal);
    }
    installer.kill('SIGKILL');
    await until(() => existsSync(path.join(project, 'gone')));
    expect(output).toMatch(/begun\nSIGINT\nSIGTERM\nSIGHUP\n$/);
  });

  it.each(['18.20.4', '20.18.3', '22.11.0'])('refuses Node %s, for which npm leaves packages out', async (version) => {
    const old = pretending(`Object.defineProperty(process.versions, 'node', { value: '${version}' })`);
    const { status, stderr } = run(...old, 'scripts/install.mjs');
    expect([status, stderr]).toEqual([1, `Node.js 20.19, 22.12 or newer is needed, and this is ${version}.\n`]);
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

  it('is needed when anything of what it is made of has changed', async () => {
    const settings = ['package-lock.json', 'tsconfig.json', 'nest-cli.json', 'astro.config.mjs'];
    const sources = ['app/a.tsx', 'site/a.png', 'scripts/bundle.mjs', 'scripts/config/swc.json', ...settings];
    for (const folder of ['app', 'site']) await mkdir(path.join(project, folder));
    for (const file of sources) await write(file, '');
    run('scripts/build.mjs');
    const script = `
      const { writeFileSync } = await import('node:fs');
      const { isBuilt } = await import(${JSON.stringify(buildLibrary())});
      for (const file of ${JSON.stringify(sources)}) {
        writeFileSync(file, 'changed');
        if (isBuilt()) console.log(file);
        writeFileSync(file, '');
      }
      console.log('then', isBuilt());`;
    expect(run('--input-type=module', '-e', script).lines).toEqual(['then true']);
  });

  it('is needed again when a source is saved while it goes on', async () => {
    await answer({ 'build:api': { files: { 'api/main.ts': 'changed' } } });
    expect(run('scripts/build.mjs').status).toBe(0);
    expect(isBuilt()).toBe(false);
  });

  it('leaves nothing that was compiled before', async () => {
    await mkdir(path.join(project, 'dist/api'));
    await write('dist/api/gone.js', '');
    run('scripts/build.mjs');
    expect(existsSync(path.join(project, 'dist/api/gone.js'))).toBe(false);
  });

  it('is not needed for a spec', async () => {
    run('scripts/build.mjs');
    await write('api/main.spec.ts', '');
    expect(isBuilt()).toBe(true);
  });

  it('is told of by the journeys when it is older than the sources, before them and after them', async () => {
    const setUp = pathToFileURL(path.join(project, 'scripts/e2e/support/name-old-build.ts')).href;
    const script = `const say = (await import('${setUp}')).default(); console.warn('journeys'); say?.()`;
    const said = () => run('--input-type=module', '-e', script).stderr.match(/older than the sources|journeys$/gm);
    run('scripts/build.mjs');
    expect(said()).toEqual(['journeys']);
    await write('api/main.ts', '// changed');
    expect(said()).toEqual(['older than the sources', 'journeys', 'older than the sources']);
  });

  it('makes pages for production under the settings of a developer too', () => {
    const config = pathToFileURL(path.join(import.meta.dirname, '..', 'astro.config.mjs'));
    const script = `process.env.NODE_ENV = 'development'; await import('${config.href}'); console.log(process.env.NODE_ENV)`;
    expect(run('--input-type=module', '--eval', script).lines).toEqual(['production']);
  });

  it.each(['build:api', 'build:server', 'build:site'])('is still needed after a failed %s', async (part) => {
    run('scripts/build.mjs');
    await answer({ [part]: { code: 1 } });
    expect(run('scripts/build.mjs').status).toBe(1);
    expect(isBuilt()).toBe(false);
  });
});

describe('start', () => {
  const SERVER = `
    console.log('serves', JSON.stringify([process.execArgv, process.env]));
    process.send('serving', () => process.exit());`;

  it('builds, serves with what a server is started with, and ends with it', async () => {
    await write('dist/server/main.js', SERVER);
    const started = begin('scripts/start.mjs');
    await until(() => started.exitCode !== null && /^serves .*\n/m.test(output));
    expect(started.exitCode).toBe(0);
    expect((await ran()).map((call) => call.split(' ')[2])).toEqual(['build:api', 'build:server', 'build:site']);
    const [flags, env] = JSON.parse(output.slice(output.indexOf('serves ') + 7)) as [string[], object];
    expect(flags).toEqual(expect.arrayContaining(SERVING_FLAGS));
    expect(flags.join(' ')).toContain('--import ./scripts/lib/own-source-maps.mjs');
    expect(env).toMatchObject(SERVING_ENV);
  });

  it('does not build again what was built', async () => {
    await write('dist/server/main.js', SERVER);
    const starts = [run('scripts/start.mjs'), run('scripts/start.mjs')];
    expect(starts.map(({ status }) => status)).toEqual([0, 0]);
    expect(starts.map(({ lines }) => lines.some((line) => line.startsWith('Building')))).toEqual([true, false]);
    expect(await ran()).toHaveLength(3);
  });

  it('ends as a server does that cannot start', async () => {
    await write('dist/server/main.js', 'process.exit(5)');
    expect(run('scripts/start.mjs').status).toBe(5);
  });

  it('says what is not shown where a video tool is missing', async () => {
    await write('dist/server/main.js', SERVER);
    await rm(path.join(project, 'tools/ffprobe'));
    // Nobody who may install it, and no tools but those of the project.
    const alone = pretending(
      `process.getuid = () => 1000; process.env.PATH = 'tools'; delete process.env.FFMPEG_PATH;`,
    );
    expect(run(...alone, 'scripts/start.mjs').lines[0]).toMatch(
      /^Without ffmpeg no uploaded video is shown to visitors/,
    );
    await write('tools/ffprobe', '');
    expect(run(...alone, 'scripts/start.mjs').lines.filter((line) => line.includes('ffmpeg'))).toEqual([]);
  });
});

describe('what runs what was built', () => {
  const PROGRAM = `console.log('runs', ...process.argv.slice(2))`;
  const COMMANDS = [
    'backup',
    'restore',
    'doctor',
    'check-consent',
    'check-media',
    'export-site',
    'media-move',
    'staff',
  ];

  it('builds before it, and passes its words on', async () => {
    await write('dist/server/restore.js', PROGRAM);
    expect(run('scripts/restore.mjs', '--from', 'a').lines.at(-1)).toBe('runs --from a');
    expect(await ran()).toHaveLength(3);
  });

  it.each(COMMANDS)('builds nothing before %s where nothing has changed', async (name) => {
    await write(`dist/server/${name}.js`, PROGRAM);
    run('scripts/build.mjs');
    expect(run(`scripts/${name}.mjs`).lines).toEqual(['runs']);
  });

  it('does not run what is old after a failed build', async () => {
    await answer({ 'build:api': { code: 1 } });
    for (const name of ['main', ...COMMANDS]) await write(`dist/server/${name}.js`, PROGRAM);
    const ends = ['start', ...COMMANDS].map((name) => {
      const { status, lines } = run(`scripts/${name}.mjs`);
      return { name, status, runs: lines.includes('runs') };
    });
    expect(ends).toEqual(['start', ...COMMANDS].map((name) => ({ name, status: 1, runs: false })));
  });
});

describe('test', () => {
  it('counts each spec, each journey and each other check', async () => {
    await answer({ jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it('counts each row of the failures by its state, and none that this machine cannot run', async () => {
    const torture = failureReport([
      { name: 'a steady row', state: 'passed' },
      { name: 'an unsteady row', state: 'passed', isUnsteady: true },
      { name: 'a row that misses', state: 'missed', isUnsteady: true },
      { name: 'a row that breaks', state: 'failed' },
      { name: 'a row that needs a disk', state: 'not run' },
    ]);
    await answer({ jest: specReport(40, 0), e2e: journeyReport(7, 0), torture });
    const { status, last, lines } = test();
    expect({ status, last }).toEqual({ status: 1, last: '55 passed, 2 failed' });
    expect(lines.filter((line) => line.startsWith('  '))).toEqual(['  an unsteady row']);
    expect(await calls()).toContain('run --silent torture -- --quick --json ');
  });

  it('runs the journeys while the specs run', async () => {
    await answer({ jest: { ...specReport(40, 0), waitsFor: 'e2e' }, e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it('counts a check that was killed as failed', async () => {
    await answer({ types: { signal: 'SIGKILL' }, jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test()).toMatchObject({ status: 1, last: '52 passed, 1 failed' });
  });

  it.each(['jest', 'e2e', 'torture'])(
    'counts %s that ends with an error beside a clean report as failed',
    async (script) => {
      const clean = { jest: specReport(40, 0), e2e: journeyReport(7, 0), torture: failureReport([]) };
      await answer({ ...clean, [script]: { ...clean[script as keyof typeof clean], code: 1 } });
      expect(test()).toMatchObject({ status: 1, last: '53 passed, 1 failed' });
    },
  );

  it('gives its specs memory where there is room, the journeys and failures the disk, and leaves nothing there', async () => {
    const parents = [findMemory()];
    test();
    // Others take memory meanwhile, and give it back.
    parents.push(findMemory());
    const all = await beginnings();
    const [specs, ...rest] = ['jest', 'e2e', 'torture'].map((name) => all.find(({ script }) => script === name)!);
    const parent = path.dirname(specs!.databases);
    expect(parents.map((memory) => memory ?? os.tmpdir())).toContain(parent);
    const isTogether = parent === os.tmpdir() || runsPrograms(parent);
    expect(specs!.temporary).toBe(isTogether ? specs!.databases : rest[0]!.temporary);
    expect(rest.map(({ temporary }) => path.dirname(temporary))).toEqual([os.tmpdir(), os.tmpdir()]);
    const folders = [specs!.databases, ...rest.map(({ temporary }) => temporary)];
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('ends at Ctrl-C all that it has begun, databases in order, and begins nothing more', async () => {
    await answer({ jest: { waitsFor: 'never called' }, 'format:check': { waitsFor: 'never called' } });
    const checks = begin('scripts/test.mjs', '--only=check');
    await until(async () => (await beginnings()).length === 2);
    const { databases } = (await beginnings())[0]!;
    const server = `process.on('SIGINT', () => process.exit(7)); setTimeout(() => {}, 60_000); console.log('ready')`;
    postmaster = spawn(process.execPath, ['-e', server]);
    await once(postmaster.stdout!, 'data');
    await writeFile(path.join(databases, 'postmaster.pid'), `${postmaster.pid}\n`);
    const ends = Promise.all([once(checks, 'close'), once(postmaster, 'exit')]);
    checks.kill('SIGINT');
    expect(await ends).toEqual([
      [130, null],
      [7, null],
    ]);
    expect(existsSync(databases)).toBe(false);
    const interrupted = await readFile(path.join(project, 'interrupted'), 'utf8');
    expect(interrupted.trim().split('\n').toSorted()).toEqual(['format:check', 'jest']);
    // What was to come after them would be told of.
    expect(output).toBe('\nStopped by SIGINT.\n');
  });

  it('names what passed at its second try only, by its check', async () => {
    await answer({ jest: specReport(40, 0, { unsteady: 1 }), e2e: journeyReport(6, 0, 1) });
    const { status, lines } = test();
    expect(status).toBe(0);
    expect(lines.slice(-6)).toEqual([
      'Passed at the second try only, of jest:',
      '  unsteady spec 1',
      '',
      'Passed at the second try only, of e2e:',
      '  an unsteady journey',
      '53 passed, 0 failed',
    ]);
  });

  it('takes two that passed at their second try only, whichever check they are of', async () => {
    await answer({ jest: specReport(40, 0, { unsteady: 1 }), e2e: journeyReport(6, 0, 1) });
    expect(test()).toMatchObject({ status: 0, last: '53 passed, 0 failed' });
  });

  it.each([
    ['of jest', { jest: 3, e2e: 0, torture: 0 }],
    ['of e2e', { jest: 0, e2e: 3, torture: 0 }],
    ['of torture', { jest: 0, e2e: 0, torture: 3 }],
    ['of all together', { jest: 1, e2e: 1, torture: 1 }],
  ])('fails when more than two did, %s', async (_of, unsteady) => {
    await answer({
      jest: specReport(40, 0, { unsteady: unsteady.jest }),
      e2e: journeyReport(7 - unsteady.e2e, 0, unsteady.e2e),
      torture: unsteadyRows(unsteady.torture),
    });
    const { status, lines } = test();
    expect(status).toBe(1);
    expect(lines.slice(-2)).toEqual([
      'More than 2 such tests count as a failure.',
      `${53 + unsteady.torture} passed, 1 failed`,
    ]);
  });

  it('runs on when something fails, and fails in the end', async () => {
    await answer({ lint: { code: 1 }, jest: specReport(40, 2, { broken: 1 }), e2e: journeyReport(6, 1) });
    const { status, last, lines } = test();
    expect({ status, last }).toEqual({ status: 1, last: '51 passed, 5 failed' });
    expect(lines).toContain('output of knip');
  });

  it('says at its end again what failed', async () => {
    await answer({ lint: { code: 1 }, jest: specReport(40, 0), e2e: journeyReport(7, 0) });
    expect(test().lines.slice(-4)).toEqual(['', '── lint failed', 'output of lint', '52 passed, 1 failed']);
  });

  it('counts journeys and failures that could not run as one failure each', async () => {
    await answer({ jest: specReport(40, 0), build: { code: 1 } });
    expect(test()).toMatchObject({ status: 1, last: '45 passed, 3 failed' });
    expect(await calls()).not.toMatch(/e2e|torture/);
  });

  it('counts a report that is missing as failed, also where the check says that all is well', async () => {
    await answer({ jest: { code: 0 } });
    expect(test('--only=check')).toMatchObject({ status: 1, last: '5 passed, 1 failed' });
  });

  it('takes no old report for a new one', async () => {
    await write('test-results/jest.json', JSON.stringify(specReport(99, 0).files['test-results/jest.json']));
    await answer({ jest: { code: 1 } });
    expect(test('--only=check')).toMatchObject({ status: 1, last: '5 passed, 1 failed' });
  });
});

const git = (...words: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: project });
const commitAll = async () => {
  await write('.gitignore', 'calls\nanswers.json\n');
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--message=all');
};
const ran = async () => (await calls()).trim().split('\n').toSorted();

describe('check', () => {
  it('looks at what has changed since the last commit, and at the specs beside it', async () => {
    await write('api/main.spec.ts', '');
    await commitAll();
    await write('api/main.ts', '// changed');
    await mkdir(path.join(project, 'api/contract'));
    await write('api/contract/new.ts', '');
    expect(run('scripts/check.mjs', '--changed').status).toBe(0);
    expect(await ran()).toEqual([
      'run --silent format:changed -- api/main.ts api/contract/new.ts',
      'run --silent jest -- --runTestsByPath --maxWorkers=2 api/main.spec.ts',
      'run --silent lint:changed -- api/main.ts api/contract/new.ts',
      'run --silent types:api --',
      'run --silent types:site --',
    ]);
  });

  it('looks at what was committed since origin/main too', async () => {
    await commitAll();
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await write('README.md', '');
    git('add', '--all');
    git('commit', '--message=more');
    expect(run('scripts/check.mjs', '--changed').status).toBe(0);
    expect(await ran()).toEqual(['run --silent format:changed -- README.md']);
  });

  it('fails, and shows the output, when one of them does', async () => {
    await commitAll();
    await write('api/main.ts', '// changed');
    await answer({ 'types:api': { code: 2 } });
    const { status, lines } = run('scripts/check.mjs', '--changed');
    expect(status).toBe(1);
    expect(lines).toContain('output of types:api');
    expect(lines).not.toContain('output of lint:changed');
    expect(await calls()).not.toContain('types:site');
  });

  it('is every check of `npm test` without build and journeys where it is not told otherwise', async () => {
    await answer({ jest: specReport(40, 0) });
    expect(run('scripts/check.mjs').lines.at(-1)).toBe('45 passed, 0 failed');
  });
});

const npmSays = (report: unknown) =>
  write('fake-npm.mjs', `console.log(${JSON.stringify(JSON.stringify(report))}); process.exit(1);`);
const weakness = (severity: string) => ({ name: 'left-pad', range: '<2', severity, via: [{ title: 'Pads right' }] });

describe('audit', () => {
  it('passes where the registry does not answer, and says so', async () => {
    await npmSays({ message: '405 Method Not Allowed', error: { code: 'EAUDIT' } });
    expect(run('scripts/audit.mjs')).toMatchObject({
      status: 0,
      lines: ['Not looked for weaknesses: the registry did not answer that.'],
    });
  });

  it.each([
    ['moderate', 0],
    ['high', 1],
    ['critical', 1],
  ])('ends with a %s weakness as %i', async (severity, status) => {
    await npmSays({ vulnerabilities: { 'left-pad': weakness(severity) }, metadata: {} });
    const result = run('scripts/audit.mjs');
    expect(result.status).toBe(status);
    expect(result.lines[0]).toBe(
      status === 1 ? `${severity}: left-pad <2: Pads right` : 'No severe weakness is known.',
    );
  });
});

describe('refuses', () => {
  it('an old Node in one sentence', () => {
    const { status, stderr } = run(...OLD_NODE, 'scripts/build.mjs');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Node.js 24 or newer is needed, and this is 20.19.0. ' +
        'Use npm (npm start, npm test), which brings its own on Linux, macOS and Windows.\n',
    );
  });
});
