import '../../config/resolve-typescript.mjs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import nameOldBuild from './name-old-build.ts';
import { TEMPLATE_VARIABLE } from './server.ts';

/** Of a whole run: a database that every server starts from a copy of. */
export default async function setUp(): Promise<() => Promise<void>> {
  const nameAgain = nameOldBuild();
  if (process.platform === 'win32') return () => Promise.resolve(nameAgain?.());
  const { makeStateWithDatabase } = await import('../../../api/testing/test-database.ts');
  const template = await mkdtemp(path.join(os.tmpdir(), 'stories-template-'));
  await makeStateWithDatabase(template);
  process.env[TEMPLATE_VARIABLE] = template;
  return async () => {
    await rm(template, { recursive: true });
    nameAgain?.();
  };
}
