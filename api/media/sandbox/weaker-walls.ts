import { chmod, copyFile, link, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { WorkFolders } from '../store/work-folders.js';
import { takeUser, type WalledUser, withLimits, withoutRights } from './limits.js';
import { makeOutput, readableInput, settleOutput } from './run-files.js';
import { INPUT, OUTPUT, type WalledRun, type WallPrograms, type Walls } from './walls.js';

const FOLDER_MODE = 0o711;

export interface WeakerWallsOptions {
  programs: WallPrograms;
  /** Goes in front of everything else. */
  namespaces: readonly string[];
  hasOwnUser: boolean;
  /** Where the folders that programs work in are made. */
  workFolders: WorkFolders;
  missing: readonly string[];
}

/**
 * What is possible without bubblewrap: limits, a user and, with `unshare`, processes and a network of its own. The program
 * works in a folder of its own, but sees all files that its user may see.
 */
export function weakerWalls({ programs, namespaces, hasOwnUser, workFolders, missing }: WeakerWallsOptions): Walls {
  return {
    missing,
    async enclose(run) {
      const user = hasOwnUser ? takeUser() : null;
      try {
        const place = await makePlace(run, user, workFolders);
        const inner = [...withoutRights(programs, user), ...withLimits(programs, run, user !== null)];
        const [first, ...rest] = [...namespaces, ...inner];
        const finish = async (isWanted: boolean) => {
          user?.release();
          await place.finish(isWanted);
        };
        return { command: [first!, ...rest], cwd: place.folder, tellsStart: programs.sh !== null, finish };
      } catch (error) {
        user?.release();
        throw error;
      }
    },
  };
}

interface Place {
  /** Undefined: the run needs none. */
  folder: string | undefined;
  finish(isWanted: boolean): Promise<void>;
}

/** A folder with the input and an empty output in it. No other user gets there, but for one who begins in it. */
async function makePlace({ input, output }: WalledRun, user: WalledUser | null, folders: WorkFolders): Promise<Place> {
  if (input === undefined && output === undefined) return { folder: undefined, finish: async () => {} };
  const work = await folders.open('walled');
  const folder = work.path;
  const inside = output && { ...output, path: path.join(folder, OUTPUT) };
  // Each of them is dropped although another could not be.
  const used = new AsyncDisposableStack();
  used.defer(() => work.drop());
  try {
    if (user) await chmod(folder, FOLDER_MODE);
    const source = await readableInput(input, user, folders);
    used.defer(() => source.drop());
    if (source.path !== null) await put(source.path, path.join(folder, INPUT), user);
    await makeOutput(inside, user);
  } catch (error) {
    await used.disposeAsync();
    throw error;
  }
  const finish = async (isWanted: boolean) => {
    try {
      if (output) await rm(output.path, { force: true });
      if ((await settleOutput(inside, isWanted)) && inside && output) await move(inside.path, output.path);
    } finally {
      await used.disposeAsync();
    }
  };
  return { folder, finish };
}

/** A link is enough, where one can be made that its reader can follow. */
async function put(source: string, target: string, user: WalledUser | null): Promise<void> {
  try {
    await (user === null && process.platform !== 'win32' ? symlink(source, target) : link(source, target));
  } catch {
    await copyFile(source, target);
    if (user) await chmod(target, 0o444);
  }
}

async function move(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch {
    await copyFile(source, target);
  }
}
