import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ROOT } from './lib/root.mjs';

// Asks npm whether a severe weakness of a package that the product runs on is known. A registry that cannot be reached, or
// does not answer that, decides nothing.

const ANSWERS_WITHIN_MS = 60_000;
const options = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
const npm = process.env.npm_execpath;
const how = { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], timeout: ANSWERS_WITHIN_MS };
const child = npm
  ? spawn(process.execPath, [npm, ...options], how)
  : spawn('npm', options, { ...how, shell: process.platform === 'win32' });

const report = parse(await text(child.stdout));
const { vulnerabilities, metadata } = report;
if (!vulnerabilities || !metadata) {
  console.log('Not looked for weaknesses: the registry did not answer that.');
} else {
  const severe = Object.values(vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity));
  for (const { name, range, severity, via } of severe) {
    const titles = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title));
    console.log(`${severity}: ${name} ${range}: ${titles.join('; ')}`);
  }
  if (severe.length > 0) process.exitCode = 1;
  else console.log('No severe weakness is known.');
}

function parse(answer) {
  try {
    return JSON.parse(answer);
  } catch {
    return {};
  }
}
