import { setTimeout as pause } from 'node:timers/promises';
import { readPostmaster } from './postmaster-pid.js';

const POLL_MS = 20;
const STOP_LIMIT_MS = 60_000;

/**
 * Fast shutdown (open transactions are rolled back, everything is flushed), waited for.
 * @throws Error when the server has not ended after a minute
 */
export async function stopServer(dataDir: string): Promise<void> {
  const running = await readPostmaster(dataDir);
  if (running?.is !== 'server') return;
  process.kill(running.pid, 'SIGINT');
  const giveUpAt = Date.now() + STOP_LIMIT_MS;
  while (Date.now() < giveUpAt) {
    const now = await readPostmaster(dataDir);
    if (now?.pid !== running.pid || now.is !== 'server') return;
    await pause(POLL_MS);
  }
  throw new Error(`PostgreSQL (process ${running.pid}) has not stopped after ${STOP_LIMIT_MS / 1000} seconds.`);
}
