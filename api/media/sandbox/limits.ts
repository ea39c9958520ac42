import { readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import { START_FD, type WalledRun, type WallPrograms } from './walls.js';

/** Enough for the threads of an encoder on every core; a fork bomb ends there. */
export const TASKS_MAX = 96 + 8 * os.availableParallelism();
const OPEN_FILES_MAX = 256;
/** Of a run that is to write no file. */
const NO_OUTPUT_BYTES = 0;

/**
 * The first that the system ends when memory runs out, in place of the server or PostgreSQL. Then it tells of its start; where
 * nobody listens any more, it ends: walls that are ended before they stand do not always end what is behind them.
 */
const BEGIN = `{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null; echo >&${START_FD} || exit; exec "$@" ${START_FD}>&-`;

/** A user without any rights, of nobody else: in the range that neither Debian nor systemd gives away. */
const FIRST_USER = 65_520;
const LAST_USER = 65_533;
const usersAtWork = new Set<number>();

/** A user of the system, by number. */
export interface WalledUser {
  id: number;
  release(): void;
}

/** A user for one run, so that no run can count, see or signal another one, of another server on this machine either. */
export function takeUser(): WalledUser {
  const others = usersOfProcesses();
  const isTaken = (user: number) => usersAtWork.has(user) || others.has(user);
  let id = FIRST_USER;
  while (isTaken(id) && id < LAST_USER) id++;
  usersAtWork.add(id);
  return { id, release: () => usersAtWork.delete(id) };
}

function usersOfProcesses(): Set<number> {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Set(processes.map((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? 0));
}

/** What to put in front of a program to give up every right, and to be another user when one is given. */
export function withoutRights({ setpriv }: WallPrograms, user: WalledUser | null): string[] {
  if (setpriv === null) return [];
  const asUser = user && ['--reuid', `${user.id}`, '--regid', `${user.id}`, '--clear-groups', '--bounding-set', '-all'];
  return [setpriv, ...(asUser ?? []), '--inh-caps', '-all', '--no-new-privs', '--pdeathsig', 'KILL'];
}

/** The program with its limits in front, as far as this system has programs for them. */
export function withLimits({ nice, prlimit, sh }: WallPrograms, run: WalledRun, isTaskLimitSafe: boolean): string[] {
  return [
    ...(nice === null ? [] : [nice, '-n', `${run.niceness}`]),
    ...(prlimit === null ? [] : [prlimit, ...resourceLimits(run), ...(isTaskLimitSafe ? [tasks()] : []), '--']),
    ...(sh === null ? [] : [sh, '-c', BEGIN, 'sh']),
    run.program,
    ...run.options,
  ];
}

function tasks(): string {
  return `--nproc=${TASKS_MAX}`;
}

function resourceLimits({ limits, output }: WalledRun): string[] {
  return [
    `--as=${limits.addressSpaceBytes}`,
    `--data=${limits.dataBytes}`,
    `--cpu=${limits.cpuSeconds}`,
    `--fsize=${output?.maxBytes ?? NO_OUTPUT_BYTES}`,
    `--nofile=${OPEN_FILES_MAX}`,
    '--memlock=0',
    '--msgqueue=0',
    '--core=0',
  ];
}
