import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const HEAD_BYTES = 256;

/** What every program of the system may need; nobody keeps private files in there. */
export const SYSTEM_FOLDERS: readonly string[] = [
  ...['/usr', '/usr/local'].flatMap((prefix) =>
    ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share'].map((name) => path.join(prefix, name)),
  ),
  '/nix/store',
];
/** Where /usr is not merged these are folders of their own, elsewhere links into it. */
export const ROOT_FOLDERS: readonly string[] = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];

/** The absolute path of a program in one of `folders`, null when none has it. */
export function findProgram(name: string, folders: readonly string[]): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return folders.map((folder) => path.join(folder, file)).find(isExecutable) ?? null;
}

/** True of `folder` itself too. */
export function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** What a program needs to run beside SYSTEM_FOLDERS: itself, what lies beside it, its libraries, and who interprets it. */
export async function filesOfProgram(program: string, folders: readonly string[]): Promise<string[]> {
  const real = await realpath(program);
  const interpreter = await interpreterOf(real);
  const ldd = findProgram('ldd', folders);
  const binaries = [real, ...(interpreter === null ? [] : [interpreter])];
  const libraries = ldd === null ? [] : await Promise.all(binaries.map((binary) => librariesOf(binary, ldd)));
  const files = [besideProgram(program), ...binaries, ...libraries.flat()];
  const own = [...new Set(files)].filter((file) => !isOfSystem(file));
  return own.filter((file) => !own.some((folder) => folder !== file && isWithin(file, folder)));
}

/** Its folder, unless that is one of people or of whole projects. */
function besideProgram(program: string): string {
  const folder = path.dirname(program);
  const isShared = [os.homedir(), os.tmpdir(), process.cwd()].some((known) => isWithin(known, folder));
  return isShared ? program : folder;
}

function isOfSystem(file: string): boolean {
  return [...SYSTEM_FOLDERS, ...ROOT_FOLDERS].some((folder) => isWithin(file, folder));
}

/** The program that a script names in its first line. */
async function interpreterOf(file: string): Promise<string | null> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const [, named] = /^#! *(\/\S+)/.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
  return named === undefined ? null : await realpath(named).catch(() => null);
}

/** None of a script, or of what is linked with all that it needs. */
async function librariesOf(binary: string, ldd: string): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)(ldd, [binary], { env: { LC_ALL: 'C' } });
    return Array.from(stdout.matchAll(/(?:^\t|=> )(\/.+) \(0x[0-9a-f]+\)$/gm), ([, file]) => path.normalize(file!));
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
