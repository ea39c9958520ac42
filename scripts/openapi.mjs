import './require-node.mjs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { npmRun } from './lib/npm-run.mjs';
import { ROOT } from './lib/root.mjs';

// Writes api/openapi.json as the API describes itself now. Its spec compares the two, so that a change of the wire is
// seen by whoever reads the commit.

process.env.RENEW_OPENAPI = '1';
const file = path.join(ROOT, 'api/openapi.json');
const { code, output } = await npmRun('jest', ['api/openapi.spec.ts']);
if (code === 0) {
  const options = { ...(await resolveConfig(file)), filepath: file };
  await writeFile(file, await format(await readFile(file, 'utf8'), options));
} else console.error(output);
process.exitCode = code;
