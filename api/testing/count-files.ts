import { listFiles } from './site-files.js';

/** How many files lie in a folder, however deep; none in one that is not there. */
export async function countFiles(folder: string): Promise<number> {
  return (await listFiles(folder)).length;
}
