import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';

/** Of the product, wherever it is started from. */
export async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(findPackageJSON(import.meta.url)!, 'utf8')) as { version: string };
  return version;
}
