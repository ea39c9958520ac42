import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostileScript, type Targets, writeHostileTools } from '../../testing/hostile-tool.js';
import { PROGRAM_FOLDERS } from '../../testing/sample-videos.js';
import { testServer } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { WorkFolders } from '../store/work-folders.js';
import { takeUser, TASKS_MAX } from './limits.js';
import { kindsOfWalls, stands } from './open-sandbox.js';
import { Sandbox } from './sandbox.js';
import { INPUT, type WalledRun } from './walls.js';

const MiB = 1024 ** 2;
const SECRET = 'a-password-of-the-database';
const LIMITS: WalledRun['limits'] = {
  cpuSeconds: 30,
  addressSpaceBytes: 2048 * MiB,
  dataBytes: 1024 * MiB,
  memoryBytes: 1024 * MiB,
};
const RUN_TIMEOUT_MS = 15_000;
const BEGINS_WITHIN_MS = 200;
const isRoot = process.getuid?.() === 0;

const stateDir = await mkdtemp(path.join(os.tmpdir(), 'walls-spec-'));
const found: [string, Sandbox][] = [];
for (const kind of kindsOfWalls(PROGRAM_FOLDERS, stateDir)) {
  if (await stands(kind)) found.push([kind.name, new Sandbox(kind.walls)]);
}

let tools: Record<HostileScript, string>;
let targets: Targets;
let server: Server;
let connections = 0;
const inFolder = (name: string) => path.join(stateDir, name);

beforeAll(async () => {
  // Reached by any user, so that it is the walls that hide what is in it.
  await chmod(stateDir, 0o755);
  tools = await writeHostileTools(inFolder('tools'));
  await mkdir(inFolder('site'));
  await chmod(inFolder('site'), 0o777);
  await writeFile(inFolder('private'), SECRET);
  await writeFile(inFolder('source'), 'what came');
  const setuidProgram = isRoot ? path.join(inFolder('tools'), 'setuid-id') : null;
  if (setuidProgram) {
    await copyFile('/usr/bin/id', setuidProgram);
    await chmod(setuidProgram, 0o4755);
  }
  process.env.DATABASE_URL = `postgresql://user:${SECRET}@localhost/stories`;
  server = createServer(() => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = testServer();
  targets = {
    secret: SECRET,
    files: [inFolder('private'), path.resolve('package.json'), '/etc/passwd'],
    folders: [inFolder('site'), stateDir, process.cwd()],
    port: (server.address() as AddressInfo).port,
    socket: path.join(
      'host' in connection ? connection.host : '',
      `.s.PGSQL.${'port' in connection ? connection.port : 5432}`,
    ),
    serverPid: process.pid,
    namespaces: { ipc: await readlink('/proc/self/ns/ipc'), uts: await readlink('/proc/self/ns/uts') },
    setuidProgram,
    leftBehind: `left-behind-${path.basename(stateDir)}`,
  };
});
afterAll(async () => {
  delete process.env.DATABASE_URL;
  await new Promise((resolve) => server.close(resolve));
  await rm(stateDir, { recursive: true });
});

async function run(sandbox: Sandbox, script: HostileScript, limits: Partial<WalledRun['limits']> = {}) {
  const output = { path: inFolder('made'), maxBytes: MiB };
  const options = [JSON.stringify(targets)];
  const common = { program: tools[script], options, niceness: 0, limits: { ...LIMITS, ...limits } };
  const walled = await sandbox.start({ ...common, input: inFolder('source'), output });
  walled.stdin.end();
  const said = text(walled.stdout);
  const timer = setTimeout(() => walled.kill(), RUN_TIMEOUT_MS);
  void walled.ended.catch(() => undefined).then(() => clearTimeout(timer));
  return { walled, said, end: walled.ended };
}

async function runningWith(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(word));
}

/** As a server that hears nothing meanwhile. */
function beBusy(): void {
  const end = performance.now() + 40;
  while (performance.now() < end);
}

/** Waits until none is left: what walls are built for may begin a moment after what builds them has ended. */
async function untilNoneWith(word: string): Promise<void> {
  await pause(BEGINS_WITHIN_MS);
  await until(async () => (await runningWith(word)).length === 0);
}

// Only root can be somebody else.
(isRoot ? describe : describe.skip)('the user of a run', () => {
  it('is nobody who is at work, for another server on this machine either', async () => {
    const [first, second] = [takeUser(), takeUser()];
    expect(second.id).not.toBe(first.id);
    first.release();
    second.release();
    const asFirst = ['--reuid', `${first.id}`, '--regid', `${first.id}`, '--clear-groups', 'cat'];
    const other = spawn('setpriv', asFirst, { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      other.stdin.write('.');
      await once(other.stdout, 'data');
      const user = takeUser();
      expect(user.id).not.toBe(first.id);
      user.release();
    } finally {
      other.kill();
    }
  });
});

describe.each(found)('behind %s, a decoder that was taken over', (name, sandbox) => {
  const isWhole = !name.includes('without');

  it('reads its input and writes its output, which is then ours alone', async () => {
    const { said, end } = await run(sandbox, 'nothing');
    await said;
    expect(await end).toMatchObject({ code: 0, killedBy: null });
    expect(await readFile(inFolder('made'), 'utf8')).toBe('what came and more');
    const made = await lstat(inFolder('made'));
    expect([made.uid, made.isFile(), made.nlink]).toEqual([process.getuid?.(), true, 1]);
    expect(await readFile(inFolder('source'), 'utf8')).toBe('what came');
  });

  it('leaves what it was given where a later start finds it, when the server is killed', async () => {
    const temporary = await mkdtemp(inFolder('temporary-'));
    const preparing = inFolder('preparing');
    const files = { input: inFolder('source'), output: { path: inFolder('unmade'), maxBytes: MiB } };
    await chmod(files.input, 0o600);
    await rm(preparing, { recursive: true, force: true });
    using _ = jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
    const killed = await sandbox.walls.enclose({
      program: tools.nothing,
      options: [],
      niceness: 0,
      limits: LIMITS,
      ...files,
    });
    try {
      const left = await readdir(preparing, { recursive: true }).catch(() => []);
      expect(left.some((place) => path.basename(place) === INPUT)).toBe(!isWhole || name.includes('user of its own'));
      const { mode } = await lstat(preparing).catch(() => ({ mode: 0 }));
      expect(mode & 0o077).toBe(0);
      expect(await readdir(temporary)).toEqual([]);
      const old = new Date(Date.now() - 16 * 60_000);
      for (const place of left.toReversed()) await lutimes(path.join(preparing, place), old, old);
      await new WorkFolders({ stateDir }).sweep();
      expect(await readdir(preparing).catch(() => [])).toEqual([]);
    } finally {
      await killed.finish(false);
    }
  });

  it('cannot make a private file its output', async () => {
    const { said, end } = await run(sandbox, 'link');
    await said;
    await end;
    expect(await readFile(inFolder('made'), 'utf8').catch(() => '')).toBe('');
    expect(await readFile(inFolder('private'), 'utf8')).toBe(SECRET);
  });

  // Never without all of the walls: there it would get through.
  it('gets nowhere, and leaves nothing running', async () => {
    if (!isWhole) return;
    const { said, end } = await run(sandbox, 'everything');
    const harmless = name.includes('filter') ? [] : ['makes namespaces of its own', 'listens for connections'];
    const reached = (JSON.parse(await said) as string[]).filter((reach) => !harmless.includes(reach));
    expect([reached, (await end).errors]).toEqual([[], '']);
    // The kernel is done with them a moment later.
    await until(async () => (await runningWith(targets.leftBehind)).length === 0);
    expect(connections).toBe(0);
  });

  it.each(['memory', 'computing time', 'output'] as const)('does not get at endless %s', async (script) => {
    const { said, end } = await run(sandbox, script, { cpuSeconds: 1, memoryBytes: 400 * MiB });
    await said;
    expect(await end).not.toMatchObject({ code: 0 });
    await expect(lstat(inFolder('made'))).rejects.toThrow('ENOENT');
  });

  it('does not get at endless memory with many processes', async () => {
    const { said, end } = await run(sandbox, 'memory of many', { memoryBytes: 500 * MiB });
    await said;
    expect(await end).toMatchObject({ isTooHeavy: true });
    await until(async () => (await runningWith(targets.leftBehind)).length === 0);
  });

  it('does not get at endless processes', async () => {
    const { walled, said, end } = await run(sandbox, 'processes', { memoryBytes: 8192 * MiB });
    await pause(1_500);
    const running = (await runningWith(targets.leftBehind)).length;
    // Those of the walls themselves are among them. Where the system's limit does not hold, they are counted and ended.
    const isBounded = running < 2 * TASKS_MAX || (await end).isTooHeavy;
    walled.kill();
    expect(isBounded).toBe(true);
    await Promise.all([said, end]);
    await until(async () => (await runningWith(targets.leftBehind)).length === 0);
  });

  it('is ended together with the server', async () => {
    if (!isWhole) return;
    const common = {
      program: tools['computing time'],
      options: [JSON.stringify(targets)],
      niceness: 0,
      limits: LIMITS,
    };
    const { command, filter, finish } = await sandbox.walls.enclose(common);
    const [program, ...options] = command;
    // Stands in for the server: it starts the program as `Sandbox` does, and is killed.
    const script = `const [program, options, filter] = ${JSON.stringify([program, options, filter?.toString('base64') ?? ''])};
      const child = require('node:child_process').spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
      child.stdio[4].end(Buffer.from(filter, 'base64')); child.stdio[3].once('data', () => console.log('started'));`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(parent.stdout, 'data');
    expect((await runningWith(targets.leftBehind)).length).toBeGreaterThan(1);
    parent.kill('SIGKILL');
    await until(async () => (await runningWith(targets.leftBehind)).length === 0);
    await finish(false);
  });

  it('leaves nothing running, however soon after its start it is ended', async () => {
    const marker = `${600 + Math.random()}`;
    const startAndEnd = async () => {
      const sleeping = { program: '/bin/sleep', options: [marker], niceness: 0, limits: LIMITS };
      const { kill, ended } = await sandbox.start(sleeping);
      await pause(Math.random() * 40);
      kill();
      await ended.catch(() => undefined);
    };
    for (let i = 0; i < 12; i++) await Promise.all(Array.from({ length: 10 }, startAndEnd));
    await expect(untilNoneWith(marker)).resolves.toBeUndefined();
  });

  it('counts as started, also where a busy server hears of its end first, as that of others comes with it', async () => {
    for (let i = 0; i < 10; i++) {
      const some = ['/bin/echo', '/bin/true', '/bin/echo', '/bin/true'].map(async (program) => {
        const { stdout, ended } = await sandbox.start({ program, options: [], niceness: 0, limits: LIMITS });
        stdout.on('data', beBusy);
        return ended;
      });
      for (const end of await Promise.all(some)) expect(end).toMatchObject({ code: 0 });
    }
  });

  it('is not blamed when it cannot be started', async () => {
    const missing = { program: inFolder('tools/none'), options: [], niceness: 0, limits: LIMITS };
    const started = sandbox.start(missing).then(({ ended }) => ended);
    await expect(started).rejects.toThrow(/ENOENT|could not be started/);
  });

  it('is started where it could not be before, as while its program was replaced', async () => {
    const program = path.join(await mkdtemp(inFolder('replaced-')), 'program');
    await chmod(path.dirname(program), 0o755);
    const begin = () => sandbox.start({ program, options: [], niceness: 0, limits: LIMITS }).then(({ ended }) => ended);
    await expect(begin()).rejects.toThrow(/ENOENT|could not be started/);
    await writeFile(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    expect(await begin()).toMatchObject({ code: 0 });
  });
});

// What this process may open is limited by a program of Linux.
(process.platform === 'linux' ? describe : describe.skip)('a server that can open no more files', () => {
  it('starts none, and goes on', async () => {
    const finished: boolean[] = [];
    const sandbox = new Sandbox({
      missing: [],
      enclose: async () => ({
        command: ['/bin/true'],
        tellsStart: false,
        finish: async (isWanted) => void finished.push(isWanted),
      }),
    });
    const begin = () => sandbox.start({ program: '/bin/true', options: [], niceness: 0, limits: LIMITS });
    await withoutFreeFiles(() => expect(begin()).rejects.toThrow('could not be started'));
    expect(finished).toEqual([false]);
    expect(await (await begin()).ended).toMatchObject({ code: 0 });
  });
});

/** Does `work` while this process can open nothing. Who gives that back is there beforehand: nobody could be started then. */
async function withoutFreeFiles(work: () => Promise<void>): Promise<void> {
  const script = `was=$(prlimit --pid $0 --nofile --output SOFT --noheadings)
    for most in 3 $was; do read -r _; prlimit --pid $0 --nofile=$most: && echo; done`;
  const shell = spawn('sh', ['-c', script, `${process.pid}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const limit = async () => {
    const done = once(shell.stdout, 'data');
    shell.stdin.write('\n');
    await done;
  };
  await limit();
  try {
    await work();
  } finally {
    await limit();
  }
}
