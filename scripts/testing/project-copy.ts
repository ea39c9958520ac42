import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../api/testing/until.js';
import { failureReport } from './check-reports.js';

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

const SCRIPTS = path.dirname(import.meta.dirname);
/** Half of the folder's files are what the screens of journeys were: no script reads them. */
const isNoPicture = (file: string) => path.relative(SCRIPTS, file) !== path.join('e2e', 'screens');

/** Words that make Node take itself for another. */
export function pretending(what: string): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(what)}`];
}
export const OLD_NODE = pretending(`Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`);

interface Answer {
  code?: number;
  signal?: string;
  /** It goes on until this script has begun. */
  waitsFor?: string;
  files?: Record<string, unknown>;
}

/** For each test of a spec file: the project's scripts in a folder of their own, with a stand-in for npm. */
export function copyProject(): ProjectCopy {
  const project = new ProjectCopy();
  beforeEach(() => project.make());
  afterEach(() => project.remove());
  return project;
}

export class ProjectCopy {
  root: string;
  /** What the program says that was begun. */
  output: string;
  private begun: ChildProcess | undefined;

  async make(): Promise<void> {
    this.root = await mkdtemp(path.join(os.tmpdir(), 'a project '));
    await cp(SCRIPTS, this.path('scripts'), { recursive: true, filter: isNoPicture });
    for (const folder of ['api', 'dist/server', 'test-results', 'tools', 'node_modules/playwright']) {
      await mkdir(this.path(folder), { recursive: true });
    }
    for (const tool of ['ffmpeg', 'ffprobe', 'bwrap']) await this.write(`tools/${tool}`, '');
    await this.write(
      'node_modules/playwright/index.js',
      'exports.chromium = { executablePath: () => process.execPath };',
    );
    await this.write('package-lock.json', '{}');
    await this.write('api/main.ts', '');
    await this.write('fake-npm.mjs', FAKE_NPM);
    await this.answer({});
  }

  async remove(): Promise<void> {
    // Told to end, a run takes its folders with it; killed, it would leave them.
    if (this.begun?.kill('SIGTERM')) {
      await once(this.begun, 'exit', { signal: AbortSignal.timeout(30_000) }).catch(() => {});
    }
    this.begun?.kill('SIGKILL');
    this.begun = undefined;
    await rm(this.root, { recursive: true });
  }

  path(file: string): string {
    return path.join(this.root, file);
  }

  write(file: string, content: string): Promise<void> {
    return writeFile(this.path(file), content);
  }

  /** What each script of npm does from now on; one that is not named writes its name and is well. */
  answer(answers: Record<string, Answer>): Promise<void> {
    return this.write('answers.json', JSON.stringify({ torture: failureReport([]), ...answers }));
  }

  /** A line for each call of npm. */
  calls(): Promise<string> {
    return readFile(this.path('calls'), 'utf8').catch(() => '');
  }

  /** The calls of npm in the order of their words. */
  async ran(): Promise<string[]> {
    return (await this.calls()).trim().split('\n').toSorted();
  }

  /** Of each script that has begun, the folders that it was given. */
  async beginnings() {
    const lines = (await readFile(this.path('folders'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as { script: string; temporary: string; databases: string });
  }

  run(...args: string[]) {
    const how = { cwd: this.root, env: this.environment(), encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, how);
    return { status, lines: stdout.trimEnd().split('\n'), stderr };
  }

  /** Runs on, over a channel; what it says comes into `output`. */
  begin(...args: string[]): ChildProcess {
    this.begun = spawn(process.execPath, args, {
      cwd: this.root,
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.output = '';
    this.begun.stdout!.on('data', (data: Buffer) => (this.output += data.toString()));
    return this.begun;
  }

  says(words: string): Promise<void> {
    return until(() => this.output.includes(words));
  }

  get buildLibrary(): string {
    return pathToFileURL(this.path('scripts/lib/build.mjs')).href;
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PATH: [this.path('tools'), process.env['PATH']].join(path.delimiter),
      npm_execpath: this.path('fake-npm.mjs'),
    };
  }
}
