import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type pg from 'pg';
import { isErrorWithCode } from './error-code.js';

const MAX_BYTES = 1_000_000;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Followed by the time of the first entry. An earlier version's log lacks it, and has people's names in it. */
const HEADER = '-- No values of anybody are in here. Begun at ';
/** Errors go to whoever asked, and quote what was asked; the log has what happened to the server itself. */
const SETTINGS = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** Options of the server's command line: they hold from its first word on. */
export const LOG_OPTIONS = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** For a server that goes on running from an earlier version. */
export async function quietenLog(superuser: pg.Client): Promise<void> {
  const { rows } = await superuser.query<{ least: string }>(`select current_setting('log_min_messages') as least`);
  if (rows[0]?.least === SETTINGS.log_min_messages) return;
  for (const [name, value] of Object.entries(SETTINGS)) {
    await superuser.query(`alter system set ${name} = ${superuser.escapeLiteral(value)}`);
  }
  await superuser.query('select pg_reload_conf()');
}

/**
 * Keeps the log small and young: what is in it becomes `log.1` (of much, the end), in the place of what was there. A
 * server may have it open, and goes on writing to the same file. The log of an earlier version is emptied.
 */
export async function tidyLog(log: string): Promise<void> {
  const previous = `${log}.1`;
  const { bytes, bornAt } = await inspect(log);
  if (bornAt === null) await rm(previous, { force: true });
  else if (bytes <= MAX_BYTES && Date.now() - bornAt < MAX_AGE_MS) return removeIfOld(previous);
  else await keepEnd(log, bytes, previous);
  await writeFile(log, `${HEADER}${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** `bornAt` is null for a log that is not there, or has no such header. */
async function inspect(log: string): Promise<{ bytes: number; bornAt: number | null }> {
  try {
    await using file = await open(log);
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(200), position: 0 });
    const [firstLine = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    const bornAt = firstLine.startsWith(HEADER) ? Date.parse(firstLine.slice(HEADER.length)) : Number.NaN;
    return { bytes: (await file.stat()).size, bornAt: Number.isNaN(bornAt) ? null : bornAt };
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return { bytes: 0, bornAt: null };
    throw error;
  }
}

async function keepEnd(log: string, bytes: number, previous: string): Promise<void> {
  await using file = await open(log);
  const { bytesRead, buffer } = await file.read({
    buffer: Buffer.alloc(Math.min(bytes, MAX_BYTES)),
    position: Math.max(0, bytes - MAX_BYTES),
  });
  await writeFile(`${previous}.new`, buffer.subarray(0, bytesRead), { mode: 0o600 });
  await rename(`${previous}.new`, previous);
}

async function removeIfOld(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && Date.now() - found.mtimeMs > MAX_AGE_MS) await rm(file, { force: true });
}
