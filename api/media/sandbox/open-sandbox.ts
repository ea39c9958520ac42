import os from 'node:os';
import { WorkFolders } from '../store/work-folders.js';
import { bubblewrap } from './bubblewrap.js';
import { findProgram } from './programs.js';
import { CannotStart, Sandbox } from './sandbox.js';
import { seccompFilter } from './seccomp-filter.js';
import { weakerWalls } from './weaker-walls.js';
import type { WalledRun, WallPrograms, Walls } from './walls.js';

const MiB = 1024 ** 2;
/** Tried with the Node that the product runs on, and so decodes pictures with. */
const SAMPLE: WalledRun = {
  program: process.execPath,
  options: ['-e', '0'],
  niceness: 0,
  limits: {
    cpuSeconds: 10,
    addressSpaceBytes: 64 * 1024 * MiB,
    dataBytes: 1024 * MiB,
    memoryBytes: 1024 * MiB,
  },
};
/** On a machine that is busy with its start walls may be slow to stand, and weaker ones would hold until the next start. */
const TRY_TIMEOUTS_MS: readonly number[] = [10_000, 30_000];

const OTHER_FILES = 'a view that hides all other files';
const NETWORK = 'a network of its own';
const PROCESSES = 'processes of its own';
const OWN_USER = 'a user of its own';
const LIMITS = 'limits of memory and time (prlimit, of util-linux)';

export interface SandboxOptions {
  /** Where the system looks for programs. */
  programFolders: readonly string[];
  stateDir: string;
}

export interface KindOfWalls {
  name: string;
  walls: Walls;
}

/** The best walls that stand on this machine: each kind is tried with a program until one runs behind it. */
export async function openSandbox(
  { programFolders, stateDir }: SandboxOptions,
  isStanding: (kind: KindOfWalls) => Promise<boolean>,
): Promise<Sandbox> {
  for (const kind of kindsOfWalls(programFolders, stateDir)) {
    if (await isStanding(kind)) return new Sandbox(kind.walls);
  }
  return new Sandbox(withoutWalls(programFolders, stateDir));
}

/** Those that this machine may have, the strongest first. */
export function* kindsOfWalls(folders: readonly string[], stateDir: string): Generator<KindOfWalls> {
  if (process.platform !== 'linux') return;
  const programs = findWallPrograms(folders);
  const { bwrap, unshare, setpriv, prlimit } = programs;
  const isRoot = process.getuid?.() === 0;
  const users = isRoot && setpriv !== null ? [true, false] : [false];
  const lacks = (hasOwnUser: boolean, ...missing: string[]) => [
    ...missing,
    ...(isRoot && !hasOwnUser ? [OWN_USER] : []),
    ...(prlimit === null ? [LIMITS] : []),
  ];
  const workFolders = new WorkFolders({ stateDir });
  const privateFolders = [process.cwd(), stateDir];
  for (const hasOwnUser of bwrap === null ? [] : users) {
    const common = { programs: { ...programs, bwrap: bwrap! }, folders, privateFolders, workFolders };
    const missing = lacks(hasOwnUser);
    for (const filter of new Set([seccompFilter(os.arch()), null])) {
      const name = `bubblewrap${filter ? ' and a filter' : ''}${asUser(hasOwnUser)}`;
      yield { name, walls: bubblewrap({ ...common, hasOwnUser, filter, missing }) };
    }
  }
  const ofUser = isRoot ? [] : ['--user', '--map-current-user'];
  const own = ['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'];
  for (const hasOwnUser of unshare === null || setpriv === null ? [] : users) {
    const namespaces = [setpriv!, '--pdeathsig', 'KILL', unshare!, ...ofUser, ...own];
    const missing = lacks(hasOwnUser, OTHER_FILES);
    const walls = weakerWalls({ programs, hasOwnUser, workFolders, namespaces, missing });
    yield { name: `namespaces without bubblewrap${asUser(hasOwnUser)}`, walls };
  }
  for (const hasOwnUser of users) {
    const missing = lacks(hasOwnUser, OTHER_FILES, NETWORK, PROCESSES);
    const walls = weakerWalls({ programs, hasOwnUser, workFolders, namespaces: [], missing });
    yield { name: `limits without namespaces${asUser(hasOwnUser)}`, walls };
  }
}

function asUser(hasOwnUser: boolean): string {
  return hasOwnUser ? ', as a user of its own' : '';
}

function findWallPrograms(folders: readonly string[]): WallPrograms {
  const find = (name: string) => (process.platform === 'win32' ? null : findProgram(name, folders));
  return {
    bwrap: find('bwrap'),
    unshare: find('unshare'),
    setpriv: find('setpriv'),
    nice: find('nice'),
    prlimit: find('prlimit'),
    sh: find('sh'),
  };
}

/** For a machine on which nothing of it stands; whoever decodes finds out whether a program runs at all. */
function withoutWalls(folders: readonly string[], stateDir: string): Walls {
  const missing = [OTHER_FILES, NETWORK, PROCESSES, ...(process.getuid?.() === 0 ? [OWN_USER] : []), LIMITS];
  const programs = { ...findWallPrograms(folders), setpriv: null, prlimit: null };
  const workFolders = new WorkFolders({ stateDir });
  return weakerWalls({ programs, namespaces: [], hasOwnUser: false, workFolders, missing });
}

/** Whether a program runs behind these walls, within one of these times. */
export async function stands({ walls }: KindOfWalls, timeoutsMs = TRY_TIMEOUTS_MS): Promise<boolean> {
  for (const timeoutMs of timeoutsMs) {
    const isStanding = await runsWithin(timeoutMs, walls);
    if (isStanding !== null) return isStanding;
  }
  return false;
}

/** Whether a program runs behind these walls; null where it has not ended by then. */
async function runsWithin(timeoutMs: number, walls: Walls): Promise<boolean | null> {
  const walled = await new Sandbox(walls).start(SAMPLE);
  walled.stdin.end();
  walled.stdout.resume();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    walled.kill();
  }, timeoutMs);
  try {
    const { code } = await walled.ended;
    return code === 0 || (isOver ? null : false);
  } catch (error) {
    if (error instanceof CannotStart) return isOver ? null : false;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
