import '../require-node.mjs';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';
import { forgetBuild } from '../lib/build.mjs';
import { freePort } from '../lib/free-port.mjs';
import { npmRun } from '../lib/npm-run.mjs';
import { ROOT } from '../lib/root.mjs';
import { ensureVideoTools, ensureWalls } from '../lib/system-packages.mjs';
import { standInForBuiltSite, startSite } from './site-server.mjs';

// Pages, components and styles are served from their sources and change in the open page. A change of the server builds it
// and starts it again; visits wait meanwhile. While its build is broken the last good server goes on.

/** An editor's save is several events. */
const SETTLE_MS = 50;
const NOT_BUILT = /\.spec\.tsx?$|[\\/]testing[\\/]/;

const changes = new EventEmitter();
let isDue = true;
let server = null;
let ready = Promise.withResolvers();

process.chdir(ROOT);
ensureVideoTools();
ensureWalls();
forgetBuild();
await standInForBuiltSite();
const host = process.env.HOST || 'localhost';
const port = Number(process.env.PORT || 3000);
const serverPort = await freePort();
const serverUrl = `http://127.0.0.1:${serverPort}`;
watch('api', { ignoreInitial: true }).on('all', (_event, file) => {
  if (NOT_BUILT.test(file)) return;
  isDue = true;
  changes.emit('change');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void stopServer().then(() => process.exit()));
}
await startSite({ host, port, serverUrl, serverReady: () => ready.promise });

for (;;) {
  if (!isDue) await once(changes, 'change');
  await pause(SETTLE_MS);
  isDue = false;
  const { code, output } = await npmRun('build:api');
  if (code === 0) await restartServer();
  else console.error(output);
}

async function restartServer() {
  // Who waits already waits on.
  if (server) ready = Promise.withResolvers();
  await stopServer();
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}`,
  };
  // The channel tells it when this process is gone.
  server = spawn(process.execPath, ['--enable-source-maps', 'dist/api/main.js'], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const started = server;
  while (!(await isHealthy()) && started.exitCode === null) await pause(50);
  ready.resolve();
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function isHealthy() {
  return fetch(`${serverUrl}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
