import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Of the product. @param cwd its folder */
export async function readVersion(cwd: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8')) as { version: string };
  return version;
}
