import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../lib/root.mjs';
import { measureCommand, proportionalBytes } from './processes.ts';
import { freePort } from '../lib/free-port.mjs';
import { STAFF_PASSWORD } from './product.ts';
import { megabytes, seconds, show } from './report.ts';

/** What a build may take, beside which everything else of the first start after an install is small. */
const BUILD_SECONDS = 15;
/** Until the work after a start is over, and what it took in memory is given back. */
const SETTLE_MS = 25_000;

/** `npm start` as its reader runs it, with the embedded database: until it serves, and what it holds when idle. */
export async function measureStart(): Promise<void> {
  const stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-start-'));
  try {
    await start(stateDir);
    const again = await start(stateDir, SETTLE_MS);
    show({
      what: 'A further npm start, until its health is 200, in seconds',
      ours: seconds(again.seconds),
      peer: 'none',
      ratio: again.seconds,
      goal: { atMost: 3 },
    });
    show({
      what: 'Idle memory of all processes, PostgreSQL among them (PSS), in MB',
      ours: megabytes(again.bytes),
      peer: 'none',
      ratio: again.bytes / 1e6,
      goal: { atMost: 300 },
    });
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
  const build = await measureCommand(process.execPath, ['scripts/build.mjs']);
  show({
    what: 'npm run build, in seconds',
    ours: seconds(build.seconds),
    peer: 'none',
    ratio: build.seconds,
    goal: { atMost: BUILD_SECONDS },
  });
}

async function start(stateDir: string, idleMs = 0): Promise<{ seconds: number; bytes: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, ['scripts/install.mjs', 'scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), STATE_DIR: stateDir, STAFF_PASSWORD, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (server.exitCode !== null) throw new Error('npm start has ended.');
      await wait(20);
    }
    const took = (performance.now() - startedAt) / 1000;
    await wait(idleMs);
    const bytes = proportionalBytes([server.pid ?? 0, await postmasterPid(stateDir)]);
    return { seconds: took, bytes };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

/** The embedded database outlives whoever started it, and belongs to nobody's children. */
async function postmasterPid(stateDir: string): Promise<number> {
  const folder = path.join(stateDir, 'postgres');
  for (const name of await readdir(folder)) {
    const text = await readFile(path.join(folder, name, 'postmaster.pid'), 'utf8').catch(() => null);
    if (text !== null) return Number(text.split('\n')[0]);
  }
  throw new Error('The database does not run.');
}
