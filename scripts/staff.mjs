import './require-node.mjs';
import { existsSync } from 'node:fs';
import { buildOrExit, isBuilt } from './lib/build.mjs';
import { ROOT } from './lib/root.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

if (!isBuilt()) await buildOrExit();
await import('../dist/server/staff.js');
