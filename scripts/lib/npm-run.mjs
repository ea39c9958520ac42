import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './root.mjs';

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };

/**
 * Runs a script of package.json and keeps what it says, so that scripts that run side by side do not mix.
 * @param {string} script
 * @param {string[]} [options] passed on to it
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export async function npmRun(script, options = []) {
  const startedAt = performance.now();
  const child = spawnNpm(['run', '--silent', script, '--', ...options]);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1000;
  return { code: code ?? 1, output: Buffer.concat(chunks).toString(), seconds };
}

/** The npm that runs us, or else the one on PATH. */
function spawnNpm(options) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const npm = process.env.npm_execpath;
  return npm
    ? spawn(process.execPath, [npm, ...options], { cwd: ROOT, stdio, env })
    : spawn('npm', options, { cwd: ROOT, stdio, env, shell: process.platform === 'win32' });
}
