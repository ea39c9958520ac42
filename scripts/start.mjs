import './require-node.mjs';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { build, isBuilt } from './lib/build.mjs';
import { ROOT } from './lib/root.mjs';
import { ensureVideoTools } from './lib/system-packages.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

ensureVideoTools();
if (!isBuilt()) await buildOrExit();

// In this process, so that a signal reaches the server itself.
process.setSourceMapsEnabled(true);
module.enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'compiled'));
await import('../dist/api/main.js');

async function buildOrExit() {
  console.log('Building: the sources have changed since the last build, or this is the first.');
  const { ok, output } = await build();
  if (ok) return;
  console.error(`${output}\nThe build failed.`);
  process.exit(1);
}
