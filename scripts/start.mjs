import './require-node.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildOrExit, isBuilt } from './lib/build.mjs';
import { ROOT } from './lib/root.mjs';
import { supervise } from './lib/supervise.mjs';
import { ensureVideoTools, ensureWalls } from './lib/system-packages.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

ensureVideoTools();
ensureWalls();
if (!isBuilt()) await buildOrExit();

const env = { ...process.env, NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compiled') };
process.exitCode = await supervise(
  ['--import', './scripts/lib/own-source-maps.mjs', path.join('dist', 'api', 'main.js')],
  env,
);
// Signals are still listened for, which keeps the process.
process.exit();
