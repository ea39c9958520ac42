import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const GiB = 1024 ** 3;
/** A 4K phone video on its way to 1080 by 1920 needs under 1 GiB of it. */
const ADDRESS_SPACE_BYTES = 4 * GiB;
/** A guard against endless output: over six hours of the largest picture that is written. */
const OUTPUT_FILE_BYTES = 8 * GiB;
const CPU_SECONDS = 12 * 60 * 60;
/** People who upload and watch come first. */
const NICENESS = 15;

/** The absolute path of a program in one of `folders`, null when none has it. */
export function findProgram(name: string, folders: readonly string[]): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return folders.map((folder) => path.join(folder, file)).find(isExecutable) ?? null;
}

/**
 * What to put in front of a tool's command so that it ends with this process, yields to everything else and has limits on
 * memory, time and output. Empty where the system has no such programs: the time-outs of `runTool` hold everywhere.
 */
export function confinement(folders: readonly string[]): string[] {
  if (process.platform !== 'linux') return [];
  const [setpriv, nice, prlimit] = ['setpriv', 'nice', 'prlimit'].map((name) => findProgram(name, folders));
  return [
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL'] : []),
    ...(nice ? [nice, '-n', String(NICENESS)] : []),
    ...(prlimit ? [prlimit, ...limits(), '--'] : []),
  ];
}

/** One core stays free for the server. */
export function toolThreads(): number {
  return Math.max(1, os.availableParallelism() - 1);
}

function limits(): string[] {
  return [`--as=${ADDRESS_SPACE_BYTES}`, `--fsize=${OUTPUT_FILE_BYTES}`, `--cpu=${CPU_SECONDS}`, '--core=0'];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
