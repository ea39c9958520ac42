import { open } from 'node:fs/promises';
import type { TestInfo } from 'playwright/test';

/** A file of so many megabytes that takes no room on the disk. */
export async function sparseFile(testInfo: TestInfo, name: string, megabytes: number): Promise<string> {
  const path = testInfo.outputPath(name);
  await using file = await open(path, 'w');
  await file.truncate(megabytes * 1024 * 1024);
  return path;
}
