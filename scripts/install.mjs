import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Installs what is missing, then runs the script that is named after it with the rest of the words. It runs itself on
// the Node that npm runs on (20.19, 22.12 or newer), because the project's own is one of the packages. In place of npm's pre
// scripts: npm runs none of those where, as here, packages may not run scripts of their own.

const root = fileURLToPath(new URL('..', import.meta.url));
const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(root, 'node_modules', '.installed');
/** What npm notes of what it has installed, by whatever command. */
const installedFile = path.join(root, 'node_modules', '.package-lock.json');
const OLDEST_NODE = 24;
const RESOLVE_TYPESCRIPT = new URL('config/resolve-typescript.mjs', import.meta.url);

refuseOldNode();
installWhatIsMissing();
linkOwnNode();
const [script, ...words] = process.argv.slice(2);
if (script) await run(path.resolve(root, script), words);

/** On an older one npm leaves out optional packages without a word, and the build fails later. */
function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(`Node.js 20.19, 22.12 or newer is needed, and this is ${process.versions.node}.`);
  process.exit(1);
}

function installWhatIsMissing() {
  if (readIfThere(stampFile) === currentStamp()) return;
  if (!isInstalled()) {
    console.log('Installing packages. This takes about a minute the first time.');
    const code = npmCi();
    if (code !== 0) {
      console.error('The packages could not be installed; npm says above why.');
      process.exit(code);
    }
  }
  writeFileSync(stampFile, currentStamp());
}

/** The platform counts too: some packages are made for one, the project's own Node among them. */
function currentStamp() {
  return `${createHash('sha256').update(readFileSync(lockFile)).digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** Whether npm itself, called by somebody else, has installed just this lock file on this platform. */
function isInstalled() {
  const found = readIfThere(installedFile);
  if (found === null) return false;
  const installed = JSON.parse(found).packages;
  const { '': _project, ...wanted } = JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  return Object.entries(wanted).every(([place, { version, optional, os, cpu, libc }]) => {
    if (installed[place]) return installed[place].version === version;
    const isForUs = os && cpu && !libc && suits(os, process.platform) && suits(cpu, process.arch);
    return optional && !isForUs;
  });
}

function suits(allowed, own) {
  return [allowed].flat().includes(own);
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

/** In this process where its Node will do, so that signals reach the script itself. */
async function run(file, rest) {
  const node = ownNode();
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE || node === undefined) {
    process.argv = [process.argv[0], file, ...rest];
    // Its imports name files as they are compiled.
    if (file.endsWith('.ts')) await import(RESOLVE_TYPESCRIPT.href);
    await import(pathToFileURL(file).href);
    return;
  }
  // The channel tells it when this process is gone.
  const child = spawn(node, ['--import', RESOLVE_TYPESCRIPT.href, file, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => void (process.platform === 'win32' || child.kill(signal)));
  }
  child.on('exit', (code) => process.exit(code ?? 1));
}

function ownNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = ['node', 'node-bin'].map((name) =>
    path.join(root, 'node_modules', `${name}-${os}-${process.arch}`, 'bin', program),
  );
  return places.find((place) => existsSync(place));
}

/**
 * npm 9 gives a program's name to the first package that claims it, also where that one is for another platform. Without
 * this, what npm runs of the project would run on npm's own Node there.
 */
function linkOwnNode() {
  const node = ownNode();
  const link = path.join(root, 'node_modules', '.bin', 'node');
  if (node === undefined || process.platform === 'win32' || existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.relative(path.dirname(link), node), link);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
