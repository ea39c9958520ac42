import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';

/** Where Debian's packages put the browser, and its headless shell. */
export const SYSTEM_CHROMIUM = '/usr/bin/chromium';
export const SYSTEM_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Makes sure of the video tools, or says how to install them. */
export function ensureVideoTools() {
  const folders = [process.env.FFMPEG_PATH, ...(process.env.PATH ?? '').split(path.delimiter)];
  if (['ffmpeg', 'ffprobe'].every((tool) => isInOneOf(folders, tool)) || aptInstall('ffmpeg')) return;
  console.log(
    `Without ffmpeg no uploaded video is shown to visitors: it may tell place and name. To install it: ${installLine('ffmpeg')}`,
  );
}

/** Makes sure of what builds walls around whatever decodes files of strangers; where it cannot, the server says what is missing. */
export function ensureWalls() {
  if (process.platform === 'linux') ensureProgram('bwrap', 'bubblewrap');
}

/** Makes sure of a browser for the journeys: Debian's Chromium with its headless shell, else Playwright's own. */
export async function ensureBrowser() {
  if (existsSync(SYSTEM_CHROMIUM)) return ensureHeadlessShell();
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  // Ubuntu's package of that name is not the browser.
  if (isDebian() && aptInstall('chromium')) return ensureHeadlessShell();
  const options = ['install', ...(isAptRoot() ? ['--with-deps'] : []), 'chromium'];
  run(process.execPath, [path.join(ROOT, 'node_modules/playwright/cli.js'), ...options]);
}

/** Where there is none, the journeys take the whole browser. */
function ensureHeadlessShell() {
  if (!existsSync(SYSTEM_HEADLESS_SHELL) && isDebian()) aptInstall('chromium-headless-shell');
}

const isDebian = () => osRelease('ID') === 'debian';

/**
 * Makes sure of a program.
 * @returns {boolean} false where it is missing and cannot be installed
 */
export function ensureProgram(name, packageName = name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return isInOneOf(folders, name) || aptInstall(packageName);
}

/** @returns {boolean} false where that is not for us to do, or fails */
function aptInstall(name) {
  if (!isAptRoot()) return false;
  console.log(`Installing ${name} with apt-get.`);
  const install = ['install', '-qq', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name];
  return run('apt-get', install) || (run('apt-get', ['update', '-qq']) && run('apt-get', install));
}

function isAptRoot() {
  const isDebianLike = /\b(debian|ubuntu)\b/.test(`${osRelease('ID')} ${osRelease('ID_LIKE')}`);
  return isDebianLike && process.getuid?.() === 0;
}

function run(command, options) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

function isInOneOf(folders, tool) {
  const file = process.platform === 'win32' ? `${tool}.exe` : tool;
  return folders.some((folder) => folder && existsSync(path.join(folder, file)));
}

function installLine(name) {
  if (process.platform === 'darwin') return `brew install ${name}`;
  if (process.platform === 'win32') return `winget install ${name}`;
  return `sudo apt-get install ${name} (or your system's own installer)`;
}

/** A field of /etc/os-release, empty where there is none. */
function osRelease(field) {
  const file = '/etc/os-release';
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const line = lines.find((candidate) => candidate.startsWith(`${field}=`)) ?? '';
  return line.slice(field.length + 1).replaceAll('"', '');
}
