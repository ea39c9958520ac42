import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../api/testing/until.js';

const library = pathToFileURL(path.join(import.meta.dirname, 'supervise.mjs')).href;
/** Says who it is, then does at its nth start what the nth line of `starts` says. */
const PROGRAM = `
  import { appendFileSync, readFileSync } from 'node:fs';
  appendFileSync('pids', process.pid + '\\n');
  const count = readFileSync('pids', 'utf8').trim().split('\\n').length;
  const lines = readFileSync('starts', 'utf8').trim().split('\\n');
  const says = (news) => new Promise((resolve) => process.send(news, resolve));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
  await eval('(async () => {' + (lines[count - 1] ?? lines.at(-1)) + '})()');
`;
const SERVES_ON = `await says('serving'); setInterval(() => {}, 1000)`;

let folder: string;
let supervisor: ChildProcess;
let output: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'supervise-'));
  await writeFile(path.join(folder, 'program.mjs'), PROGRAM);
});
afterEach(async () => {
  supervisor.kill('SIGKILL');
  await until(async () => (await pids()).every((pid) => !isAlive(pid)));
  await rm(folder, { recursive: true });
});

/** @param starts what the program does at its first start, its second, and so on; the last goes for all that follow */
async function supervise(starts: string[], waitsMs = [10, 20], steadyMs = 60_000): Promise<void> {
  await beginSupervisor(starts, `${JSON.stringify(waitsMs)}, ${steadyMs}`);
}

/**
 * @param waits what is handed over beside the program, as code
 * @param before code that is run first
 */
async function beginSupervisor(starts: string[], waits: string, before = ''): Promise<void> {
  await writeFile(path.join(folder, 'starts'), starts.join('\n'));
  const script = `
    import { supervise } from '${library}';
    ${before}
    process.exit(await supervise(['program.mjs'], process.env, ${waits}));`;
  supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  }
}

async function pids(): Promise<number[]> {
  const content = await readFile(path.join(folder, 'pids'), 'utf8').catch(() => '');
  return content.trim().split('\n').filter(Boolean).map(Number);
}

async function exitCode(): Promise<number | null> {
  if (supervisor.exitCode === null) await once(supervisor, 'close');
  return supervisor.exitCode;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const started = (count: number) => until(async () => (await pids()).length === count);

describe('supervise', () => {
  it('starts again what was killed', async () => {
    await supervise([SERVES_ON]);
    await started(1);
    process.kill((await pids())[0]!, 'SIGKILL');
    await started(2);
    await until(() => output.includes('0.01'));
    expect(output).toBe('The server has ended by SIGKILL. Starting it again in 0.01 s.\n');
  });

  it('starts again what failed while it served', async () => {
    await supervise([`await says('serving'); process.exit(7)`, SERVES_ON]);
    await started(2);
    expect(output).toContain('The server has ended with code 7.');
  });

  it('gives up after some starts in a row, and says so', async () => {
    await supervise([`await says('serving'); process.exit(7)`]);
    expect(await exitCode()).toBe(1);
    expect(await pids()).toHaveLength(3);
    expect(output).toContain('The server has ended 3 times in a row, each time for the reason that it gave above.');
  });

  it('counts anew after it has served for a while', async () => {
    const crashes = `await says('serving'); setTimeout(() => process.exit(7), 200)`;
    await supervise([crashes, crashes, crashes, crashes, SERVES_ON], [10, 20], 20);
    await started(5);
    expect(output).not.toContain('Giving up');
  });

  describe('as npm start does it', () => {
    const CRASHES = `await says('serving'); process.exit(7)`;
    /** Of a clock that goes on by so much whenever it is looked at: the seconds before each new start. */
    const waitsAfter = async (servedMs: number) => {
      const clock = `let now = 0; performance.now = () => (now += ${servedMs});`;
      await beginSupervisor([CRASHES, CRASHES, SERVES_ON], '', clock);
      await started(3);
      await until(() => output.split('\n').length === 3);
      return [...output.matchAll(/again in ([\d.]+) s\./g)].map(([, seconds]) => Number(seconds));
    };

    it('waits a moment before the first new start, and longer before the next', async () => {
      expect(await waitsAfter(60_000)).toEqual([0.2, 1]);
    });

    it('counts anew after more than a minute', async () => {
      expect(await waitsAfter(60_001)).toEqual([0.2, 0.2]);
    });
  });

  it('ends at once where it is stopped while it waits to start again', async () => {
    await supervise([`await says('serving'); process.exit(7)`], [60_000]);
    await until(() => output.includes('Starting it again in 60 s.'));
    const askedAt = performance.now();
    supervisor.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(30_000);
    expect(await pids()).toHaveLength(1);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('passes %s on, and ends by an orderly stop', async (signal) => {
    await supervise([SERVES_ON]);
    await started(1);
    supervisor.kill(signal);
    expect(await exitCode()).toBe(0);
    expect(await pids()).toHaveLength(1);
  });

  it('stops the program when whoever gave it a channel is gone', async () => {
    await supervise([`process.removeAllListeners('SIGTERM'); ${SERVES_ON}`]);
    await started(1);
    supervisor.disconnect();
    // After `disconnect()` there is no 'close'.
    await until(() => supervisor.exitCode !== null);
    expect(supervisor.exitCode).toBe(0);
    const all = await pids();
    expect([all.length, isAlive(all[0]!)]).toEqual([1, false]);
  });

  it('ends with whoever stopped by itself', async () => {
    await supervise([`await says('serving'); process.exit(0)`]);
    expect(await exitCode()).toBe(0);
    expect(await pids()).toHaveLength(1);
  });

  it('leaves nobody behind when it is killed', async () => {
    await supervise([SERVES_ON]);
    await started(1);
    supervisor.kill('SIGKILL');
    const [pid] = await pids();
    await until(() => !isAlive(pid!));
    expect(isAlive(pid!)).toBe(false);
  });
});

describe('refuses', () => {
  it('to try again what failed at its first start', async () => {
    await supervise([`process.exit(5)`]);
    expect(await exitCode()).toBe(5);
    expect(await pids()).toHaveLength(1);
  });

  it('to try again with wrong settings', async () => {
    await supervise([`await says('serving'); process.exit(7)`, `await says('wrong settings'); process.exit(1)`]);
    expect(await exitCode()).toBe(1);
    expect(await pids()).toHaveLength(2);
  });
});
