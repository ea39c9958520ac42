import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before start, test and dev, on the Node that npm itself runs on (20 or newer): the project's own
// Node is one of the packages. With --stamp it only notes that npm has just installed the lock file.

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = path.join(root, 'node_modules', '.installed');

if (process.argv.includes('--stamp')) {
  writeStamp();
} else if (readStamp() !== currentStamp()) {
  console.log('Installing packages. This takes about a minute the first time.');
  const code = npmCi();
  if (code !== 0) {
    console.error('The packages could not be installed; npm says above why.');
    process.exit(code);
  }
  writeStamp();
}

/** The platform counts too: some packages are made for one, the project's own Node among them. */
function currentStamp() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return null;
  }
}

function writeStamp() {
  writeFileSync(stampFile, currentStamp());
}

/** Development packages build the product, so they are wanted under NODE_ENV=production as well. */
function npmCi() {
  const options = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) console.error(error.message);
  return status ?? 1;
}
