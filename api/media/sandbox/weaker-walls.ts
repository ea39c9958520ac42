import { chmod, copyFile, link, mkdir, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { takeUser, type WalledUser, withLimits, withoutRights } from './limits.js';
import { makeOutput, readableInput, settleOutput } from './run-files.js';
import { INPUT, OUTPUT, type WalledRun, type WallPrograms, type Walls } from './walls.js';

const PASSABLE_BY_OTHERS = 0o001;
const FOLDER_MODE = 0o711;

export interface WeakerWallsOptions {
  programs: WallPrograms;
  /** Goes in front of everything else. */
  namespaces: readonly string[];
  hasOwnUser: boolean;
  /** Where working folders are made, if other users can get there. */
  workFolder: string;
  missing: readonly string[];
}

/**
 * What is possible without bubblewrap: limits, a user and, with `unshare`, processes and a network of its own. The program
 * works in a folder of its own, but sees all files that its user may see.
 */
export function weakerWalls({ programs, namespaces, hasOwnUser, workFolder, missing }: WeakerWallsOptions): Walls {
  return {
    missing,
    async enclose(run) {
      const user = hasOwnUser ? takeUser() : null;
      try {
        const place = await makePlace(run, user, workFolder);
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

/** A folder with the input and an empty output in it. */
async function makePlace({ input, output }: WalledRun, user: WalledUser | null, workFolder: string): Promise<Place> {
  if (input === undefined && output === undefined) return { folder: undefined, finish: async () => {} };
  const parent = user === null || (await isReachable(workFolder)) ? workFolder : os.tmpdir();
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, 'walled-'));
  const inside = output && { ...output, path: path.join(folder, OUTPUT) };
  const dropped: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const tidyUp = async () => {
    for (const drop of dropped) await drop();
  };
  try {
    if (user) await chmod(folder, FOLDER_MODE);
    const source = await readableInput(input, user);
    dropped.push(source.drop);
    if (source.path !== null) await put(source.path, path.join(folder, INPUT), user);
    await makeOutput(inside, user);
  } catch (error) {
    await tidyUp();
    throw error;
  }
  const finish = async (isWanted: boolean) => {
    try {
      if (output) await rm(output.path, { force: true });
      if ((await settleOutput(inside, isWanted)) && inside && output) await move(inside.path, output.path);
    } finally {
      await tidyUp();
    }
  };
  return { folder, finish };
}

/** Other users can pass through all folders on the way. */
async function isReachable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
  const parent = path.dirname(folder);
  return (mode & PASSABLE_BY_OTHERS) !== 0 && (parent === folder || isReachable(parent));
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
