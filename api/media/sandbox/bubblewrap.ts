import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { WorkFolders } from '../store/work-folders.js';
import { takeUser, withLimits, withoutRights } from './limits.js';
import { filesOfProgram, isWithin, ROOT_FOLDERS, SYSTEM_FOLDERS } from './programs.js';
import { makeOutput, readableInput, settleOutput } from './run-files.js';
import { FILTER_FD, INPUT, OUTPUT, type WalledRun, type WallPrograms, type Walls } from './walls.js';

/** The folder that a program works in, which holds its input and its output. */
const BOX = '/box';
const NOBODY = '65534';
const DEVICES = ['null', 'random', 'urandom'].map((name) => `/dev/${name}`);
const STREAMS = { fd: 'fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2' };
const SYSTEM_FILES = ['/etc/alternatives', '/etc/ld.so.cache'];

const NAMESPACES = [
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
];
/** Given up together with the user that has them. */
const MAY_CHANGE_USER = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]);
/** As the first of its processes: else that would be bubblewrap, by the same user, to be taken over past its filter. */
const AS_NOBODY = ['--unshare-user', '--uid', NOBODY, '--gid', NOBODY, '--as-pid-1'];

export interface BubblewrapOptions {
  programs: WallPrograms & { bwrap: string };
  /** Where the system looks for programs. */
  folders: readonly string[];
  /** What no program may see, wherever it lies. */
  privateFolders: readonly string[];
  /** Where a run's own copy of its input lies. */
  workFolders: WorkFolders;
  /** Whether each run is a user of its own, which only root can decide; else it is the server's, without its rights. */
  hasOwnUser: boolean;
  /** What forbids system calls, null where there is none for this machine. */
  filter: Buffer | null;
  missing: readonly string[];
}

/**
 * Walls by bubblewrap: a view of the files in which nothing is but the system's programs, one input and one output, and
 * processes and a network of its own. What runs inside has no rights and cannot gain any.
 */
export function bubblewrap(options: BubblewrapOptions): Walls {
  const { programs, folders, privateFolders, workFolders, hasOwnUser, filter, missing } = options;
  const views = new Map<string, Promise<View>>();
  const viewFor = (program: string) => {
    const view = views.get(program) ?? programView(program, folders, privateFolders);
    views.set(program, view);
    // What could not be looked at now may be later, as while the program is replaced.
    view.catch(() => views.delete(program));
    return view;
  };
  return {
    missing,
    async enclose(run) {
      const view = await viewFor(run.program);
      const user = hasOwnUser ? takeUser() : null;
      const input = await readableInput(run.input, user, workFolders).catch((error: unknown) => {
        user?.release();
        throw error;
      });
      const finish = async (isWanted: boolean) => {
        user?.release();
        try {
          await input.drop();
        } finally {
          await settleOutput(run.output, isWanted);
        }
      };
      try {
        await makeOutput(run.output, user);
      } catch (error) {
        await finish(false);
        throw error;
      }
      const needs = viewOf(run.needs ?? [], privateFolders);
      return {
        command: [
          programs.bwrap,
          ...NAMESPACES,
          ...(user ? MAY_CHANGE_USER : AS_NOBODY),
          ...view.options,
          ...needs.options,
          ...box(run, input.path),
          ...[...view.emptied, ...needs.emptied, '/'].flatMap((folder) => ['--remount-ro', folder]),
          ...(filter ? ['--seccomp', `${FILTER_FD}`] : []),
          '--',
          ...(user ? withoutRights(programs, user) : []),
          ...withLimits(programs, run, user !== null || countsTasksByNamespace()),
        ],
        tellsStart: programs.sh !== null,
        filter: filter ?? undefined,
        finish,
      };
    },
  };
}

interface View {
  options: string[];
  /** Folders that would be seen, and are empty instead; writable until they are closed. */
  emptied: string[];
}

/** The system's programs and libraries, few devices, and what the program itself is made of. */
async function programView(
  program: string,
  folders: readonly string[],
  privateFolders: readonly string[],
): Promise<View> {
  const system = [
    ...ROOT_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
      lstatSync(folder).isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : readOnly(folder),
    ),
    ...SYSTEM_FILES.filter((file) => existsSync(file)).flatMap(readOnly),
    '--proc',
    '/proc',
    '--dir',
    '/dev',
    ...DEVICES.flatMap((device) => ['--dev-bind-try', device, device]),
    ...Object.entries(STREAMS).flatMap(([name, target]) => ['--symlink', `/proc/self/${target}`, `/dev/${name}`]),
  ];
  const seen = [...SYSTEM_FOLDERS.filter((folder) => existsSync(folder)), ...(await filesOfProgram(program, folders))];
  const { options, emptied } = viewOf(seen, privateFolders);
  return { options: [...system, ...options], emptied };
}

/** Shows `files`, and nothing of the private folders within them. */
function viewOf(files: readonly string[], privateFolders: readonly string[]): View {
  const emptied = privateFolders.filter((folder) => existsSync(folder) && files.some((file) => isWithin(folder, file)));
  return { options: [...files.flatMap(readOnly), ...emptied.flatMap((folder) => ['--tmpfs', folder])], emptied };
}

function box(run: WalledRun, input: string | null): string[] {
  return [
    '--dir',
    BOX,
    ...(input === null ? [] : ['--ro-bind', input, path.join(BOX, INPUT)]),
    ...(run.output ? ['--bind', run.output.path, path.join(BOX, OUTPUT)] : []),
    '--chdir',
    BOX,
    '--clearenv',
    '--setenv',
    'LC_ALL',
    'C',
  ];
}

/** The folders above are made beforehand: those that are made with it are closed to other users. */
function readOnly(file: string): string[] {
  const above: string[] = [];
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    above.unshift('--dir', folder);
  }
  return [...above, '--ro-bind', file, file];
}

/** Before Linux 5.14 a limit of processes counts all of the server's, too. */
function countsTasksByNamespace(): boolean {
  const [major = 0, minor = 0] = os.release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
