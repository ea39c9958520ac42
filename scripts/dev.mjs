import './require-node.mjs';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { forgetBuild } from './lib/build.mjs';
import { npmRun } from './lib/npm-run.mjs';
import { ROOT } from './lib/root.mjs';
import { ensureVideoTools, ensureWalls } from './lib/system-packages.mjs';

// Watches api, app and site: builds what a change belongs to, then restarts the server. While a build
// is broken the last good server goes on.

/** An editor's save is several events. */
const SETTLE_MS = 150;
const NOT_BUILT = /\.spec\.tsx?$/;

const changes = new EventEmitter();
const due = new Set(['build:api', 'build:site']);
let broken = [];
let server = null;

process.chdir(ROOT);
ensureVideoTools();
ensureWalls();
forgetBuild();
watch(['api', 'app', 'site'], { ignoreInitial: true }).on('all', (_event, file) => note(file));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void stopServer().then(() => process.exit()));
}

for (;;) {
  if (due.size === 0) await once(changes, 'change');
  await pause(SETTLE_MS);
  await buildDue();
  if (broken.length === 0) await restartServer();
}

function note(file) {
  if (NOT_BUILT.test(file)) return;
  const [folder, feature] = file.split(path.sep);
  if (folder === 'api') due.add('build:api');
  // The wire belongs to both.
  if (folder !== 'api' || feature === 'contract') due.add('build:site');
  changes.emit('change');
}

/** What was broken before is tried again: the change may be its cure. */
async function buildDue() {
  const scripts = [...new Set([...due, ...broken])];
  due.clear();
  console.log(`Building (${scripts.join(', ')})`);
  const results = await Promise.all(scripts.map((script) => npmRun(script)));
  broken = scripts.filter((_script, index) => results[index].code !== 0);
  for (const { code, output } of results) if (code !== 0) console.error(output);
}

async function restartServer() {
  await stopServer();
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/api/main.js'], {
    // The channel tells it when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}
