import { copyFile, chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostileScript, type Targets, writeHostileTools } from '../../testing/hostile-tool.js';
import { PROGRAM_FOLDERS } from '../../testing/sample-videos.js';
import { testServer } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { kindsOfWalls, stands } from './open-sandbox.js';
import { CannotStart, Sandbox } from './sandbox.js';
import type { WalledRun } from './walls.js';

const MiB = 1024 ** 2;
const SECRET = 'a-password-of-the-database';
const LIMITS: WalledRun['limits'] = {
  cpuSeconds: 30,
  addressSpaceBytes: 2048 * MiB,
  dataBytes: 1024 * MiB,
  memoryBytes: 1024 * MiB,
};
const isRoot = process.getuid?.() === 0;

const stateDir = await mkdtemp(path.join(os.tmpdir(), 'walls-spec-'));
const found: [string, Sandbox][] = [];
for (const { name, walls } of kindsOfWalls(PROGRAM_FOLDERS, stateDir)) {
  const sandbox = new Sandbox(walls);
  if (await stands(sandbox)) found.push([name, sandbox]);
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
  const { connection } = testServer.read();
  targets = {
    secret: SECRET,
    files: [inFolder('private'), path.resolve('package.json'), '/etc/passwd'],
    folders: [inFolder('site'), stateDir, process.cwd()],
    port: (server.address() as AddressInfo).port,
    socket: path.join(String('host' in connection ? connection.host : ''), `.s.PGSQL.${'port' in connection ? connection.port : 5432}`),
    serverPid: process.pid,
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
  return { walled, said, end: walled.ended };
}

async function runningWith(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`);
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.filter((command) => command.includes(word));
}

describe.each(found)('behind %s, a decoder that was taken over', (name, sandbox) => {
  const isWhole = !name.includes('without');

  it('reads its input and writes its output, which is then ours alone', async () => {
    const { said, end } = await run(sandbox, 'everything');
    await said;
    expect(await end).toMatchObject({ code: 0, killedBy: null });
    expect(await readFile(inFolder('made'), 'utf8')).toBe('what came and more');
    const made = await lstat(inFolder('made'));
    expect([made.uid, made.isFile(), made.nlink]).toEqual([process.getuid?.(), true, 1]);
    expect(await readFile(inFolder('source'), 'utf8')).toBe('what came');
  });

  (isWhole ? it : it.skip)('gets nowhere', async () => {
    const { said, end } = await run(sandbox, 'everything');
    expect([JSON.parse(await said), (await end).errors]).toEqual([[], '']);
    expect(connections).toBe(0);
    await until(async () => (await runningWith(targets.leftBehind)).length === 0);
  });
});
