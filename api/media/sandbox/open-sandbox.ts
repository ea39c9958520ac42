import os from 'node:os';
import path from 'node:path';
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
const TRY_TIMEOUT_MS = 10_000;

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

/** The best walls that stand on this machine: each kind is tried with a program until one runs behind it. */
export async function openSandbox({ programFolders: folders, stateDir }: SandboxOptions): Promise<Sandbox> {
  const find = (name: string) => (process.platform === 'win32' ? null : findProgram(name, folders));
  const programs: WallPrograms = {
    bwrap: find('bwrap'),
    unshare: find('unshare'),
    setpriv: find('setpriv'),
    nice: find('nice'),
    prlimit: find('prlimit'),
    sh: find('sh'),
  };
  for (const walls of kindsOfWalls(programs, folders, stateDir)) {
    const sandbox = new Sandbox(walls);
    if (await stands(sandbox)) return sandbox;
  }
  // Not even a program without any walls: whoever decodes finds out why.
  return new Sandbox(withoutWalls(programs, stateDir));
}

/** The strongest first. */
function* kindsOfWalls(programs: WallPrograms, folders: readonly string[], stateDir: string): Generator<Walls> {
  if (process.platform !== 'linux') return;
  const { bwrap, unshare, setpriv, prlimit } = programs;
  const isRoot = process.getuid?.() === 0;
  const users = isRoot && setpriv !== null ? [true, false] : [false];
  const lacks = (...missing: (string | false)[]) =>
    [...missing, prlimit === null && LIMITS].filter((one) => one !== false);
  if (bwrap !== null) {
    const filters = [...new Set([seccompFilter(os.arch()), null])];
    const common = { programs: { ...programs, bwrap }, folders, privateFolders: [process.cwd(), stateDir] };
    for (const hasOwnUser of users) {
      const missing = lacks(isRoot && !hasOwnUser && OWN_USER);
      for (const filter of filters) yield bubblewrap({ ...common, hasOwnUser, filter, missing });
    }
  }
  const workFolder = path.join(stateDir, 'preparing');
  const asUser = isRoot ? [] : ['--user', '--map-current-user'];
  const own = ['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc'];
  for (const hasOwnUser of users) {
    const missing = lacks(OTHER_FILES, isRoot && !hasOwnUser && OWN_USER);
    if (unshare !== null && setpriv !== null) {
      const namespaces = [setpriv, '--pdeathsig', 'KILL', unshare, ...asUser, ...own];
      yield weakerWalls({ programs, hasOwnUser, workFolder, namespaces, missing });
    }
  }
  for (const hasOwnUser of users) {
    const missing = lacks(OTHER_FILES, NETWORK, PROCESSES, isRoot && !hasOwnUser && OWN_USER);
    yield weakerWalls({ programs, hasOwnUser, workFolder, namespaces: [], missing });
  }
}

function withoutWalls(programs: WallPrograms, stateDir: string): Walls {
  const missing = [OTHER_FILES, NETWORK, PROCESSES, ...(process.getuid?.() === 0 ? [OWN_USER] : []), LIMITS];
  const none = { ...programs, setpriv: null, prlimit: null, nice: null };
  const workFolder = path.join(stateDir, 'preparing');
  return weakerWalls({ programs: none, namespaces: [], hasOwnUser: false, workFolder, missing });
}

async function stands(sandbox: Sandbox): Promise<boolean> {
  const walled = await sandbox.start(SAMPLE);
  walled.stdin.end();
  walled.stdout.resume();
  const timer = setTimeout(() => walled.kill(), TRY_TIMEOUT_MS);
  try {
    return (await walled.ended).code === 0;
  } catch (error) {
    if (error instanceof CannotStart) return false;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
