import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a decoder that was taken over is told of the machine that it would harm. */
export interface Targets {
  /** Stands in the environment and in the files of the server. */
  secret: string;
  /** Files that are nobody's business. */
  files: string[];
  /** The public site, which it would like to change. */
  folders: string[];
  port: number;
  /** Of PostgreSQL. */
  socket: string;
  serverPid: number;
  /** What tells the server's namespaces of messages and of names apart from others. */
  namespaces: Record<'ipc' | 'uts', string>;
  /** A program that makes its user root, where this system lets it. */
  setuidProgram: string | null;
  /** The name of a process that stays after the end. */
  leftBehind: string;
}

/** Tries everything, and prints what it got through with. */
const TRIES_EVERYTHING = `
const fs = require('node:fs');
const net = require('node:net');
const { execFileSync, spawn } = require('node:child_process');
const targets = JSON.parse(process.argv[2]);
const connects = (where) => new Promise((resolve) => {
  const socket = net.connect(where);
  socket.once('connect', () => { socket.destroy(); resolve(true); }).once('error', () => resolve(false));
  setTimeout(() => resolve(false), 2000);
});
const environments = () => fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid));
const seesSecret = (file) => fs.readFileSync(file, 'latin1').includes(targets.secret);
// Nothing is harmed where it gets through: what it writes is gone again, and it writes over files of its spec alone.
const writesInto = (folder) => { fs.writeFileSync(folder + '/hostile', 'x'); fs.rmSync(folder + '/hostile'); };
const any = (list, attempt) => list.some((one) => { try { return attempt(one) !== false; } catch { return false; } });
const attempts = {
  'reads the passwords of the system': () => fs.readFileSync('/etc/shadow').length > 0,
  'has a secret in its environment': () => JSON.stringify(process.env).includes(targets.secret),
  'reads the environment of another process': () => any(environments(), (pid) => seesSecret('/proc/' + pid + '/environ')),
  'reads the memory or the files of another process': () =>
    any(environments(), (pid) => fs.readdirSync('/proc/' + pid + '/fd').length && fs.openSync('/proc/' + pid + '/mem')),
  'reads a private file': () => any(targets.files, (file) => fs.readFileSync(file)),
  'writes into a folder of the product': () => any(targets.folders, writesInto),
  'writes beside its output': () =>
    any(['.', '/', '/tmp', '/dev', '/dev/shm', '/usr/bin', '/run', '/proc/sys/kernel'], writesInto),
  'changes its input': () => { fs.appendFileSync('input', 'x'); },
  'puts something else in the place of its output': () => { fs.rmSync('output'); fs.symlinkSync(targets.files[0], 'output'); },
  'connects to a server of this machine': () => connects({ host: '127.0.0.1', port: targets.port }),
  'connects to PostgreSQL': () => connects(targets.socket),
  'signals the server': () => { process.kill(targets.serverPid, 0); },
  'shares the memory or the messages of the server': () => fs.readlinkSync('/proc/self/ns/ipc') === targets.namespaces.ipc,
  'shares the name of this machine': () => fs.readlinkSync('/proc/self/ns/uts') === targets.namespaces.uts,
  'shares a session with the server': () => fs.readFileSync('/proc/self/stat', 'utf8').split(' ')[5] === '0',
  'signals another process': () => any(environments(), (pid) => process.kill(Number(pid), 0)) && process.getuid() === 0,
  'becomes another user': () => { process.setuid(0); return true; },
  'becomes root through a program': () => targets.setuidProgram !== null && execFileSync(targets.setuidProgram, ['-u']).toString().trim() === '0',
  'makes namespaces of its own': () => { execFileSync('/usr/bin/unshare', ['--user', '/usr/bin/true'], { stdio: 'ignore' }); },
  'listens for connections': () => new Promise((resolve) => {
    const server = net.createServer().once('error', () => resolve(false)).listen(0, () => server.close(() => resolve(true)));
  }),
  'may gain rights': () => !/NoNewPrivs:\\s*1/.test(fs.readFileSync('/proc/self/status', 'utf8')),
  'has rights': () => !/CapEff:\\s*0+\\n/.test(fs.readFileSync('/proc/self/status', 'utf8')),
};
(async () => {
  const got = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    // What throws was refused: that wall holds, and the next one is tried.
    try { if ((await attempt()) !== false) got.push(name); } catch {}
  }
  spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)', targets.leftBehind], { detached: true, stdio: 'ignore' }).on('error', () => {}).unref();
  fs.writeFileSync('output', fs.readFileSync('input', 'utf8') + ' and more');
  process.stdout.write(JSON.stringify(got), () => process.exit());
})();
`;

const SCRIPTS = {
  /** Does what it is there for. */
  nothing: `const fs = require('node:fs'); fs.writeFileSync('output', fs.readFileSync('input', 'utf8') + ' and more');`,
  link: `const fs = require('node:fs'); fs.rmSync('output'); fs.symlinkSync(JSON.parse(process.argv[2]).files[0], 'output');`,
  everything: TRIES_EVERYTHING,
  memory: 'const all = []; for (;;) all.push(Buffer.alloc(32 * 1024 * 1024, 1));',
  /** Each of them stays within what one process may fill. */
  'memory of many': `const { spawn } = require('node:child_process');
    const isFirst = process.argv[3] === undefined;
    for (let i = 0; isFirst && i < 12; i++) {
      spawn(process.execPath, ['--disable-wasm-trap-handler', __filename, process.argv[2], 'one of many'], { stdio: 'ignore' });
    }
    const all = Buffer.alloc(120 * 1024 * 1024, 1); setInterval(() => all.fill(2), 1000);`,
  'computing time': 'for (;;);',
  output: `const fs = require('node:fs'); const file = fs.openSync('output', 'w');
    process.on('SIGXFSZ', () => {}); for (;;) fs.writeSync(file, Buffer.alloc(65536));`,
  processes: `const { spawn } = require('node:child_process');
    // One that the system refuses to start is tried again a moment later.
    const more = () => { try { spawn('/bin/sh', ['-c', 'sleep 1000; :', process.argv[2]], { stdio: 'ignore' }).on('error', () => {}); } catch {} };
    setInterval(() => { for (let i = 0; i < 20; i++) more(); }, 100);`,
} as const;

export type HostileScript = keyof typeof SCRIPTS;

/** Writes programs that stand in for a decoder which was taken over; returns the path of each. */
export async function writeHostileTools(folder: string): Promise<Record<HostileScript, string>> {
  await mkdir(folder, { recursive: true });
  const files = {} as Record<HostileScript, string>;
  for (const [name, script] of Object.entries(SCRIPTS) as [HostileScript, string][]) {
    files[name] = path.join(folder, `${name.replaceAll(' ', '-')}.cjs`);
    await writeFile(files[name], `#!${process.execPath} --disable-wasm-trap-handler\n${script}\n`);
    await chmod(files[name], 0o755);
  }
  return files;
}
