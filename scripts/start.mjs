import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/root.mjs';
import { SERVING_ENV, SERVING_FLAGS } from './lib/serving-flags.mjs';
import { supervise } from './lib/supervise.mjs';
import { ensureVideoTools, ensureWalls } from './lib/system-packages.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

ensureVideoTools();
ensureWalls();
// In a process of its own: what it reads of all sources would stay in the memory of this one as long as it serves.
const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const env = {
  ...SERVING_ENV,
  ...process.env,
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compiled'),
};
process.exitCode = await supervise(
  [...SERVING_FLAGS, '--import', './scripts/lib/own-source-maps.mjs', path.join('dist', 'server', 'main.js')],
  env,
);
// The channel of whoever started this is still listened to, which keeps the process.
process.exit();
