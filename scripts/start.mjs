import './require-node.mjs';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { buildOrExit, isBuilt } from './lib/build.mjs';
import { ROOT } from './lib/root.mjs';
import { ensureVideoTools, ensureWalls } from './lib/system-packages.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

ensureVideoTools();
ensureWalls();
if (!isBuilt()) await buildOrExit();

// In this process, so that a signal reaches the server itself.
process.setSourceMapsEnabled(true);
module.enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'compiled'));
await import('../dist/api/main.js');
