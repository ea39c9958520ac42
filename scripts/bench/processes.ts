import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../lib/root.mjs';

const LOOK_EVERY_MS = 50;

/** Runs a command to its end. Answers its seconds and the most memory that it and its children held at once. */
export async function measureCommand(command: string, args: string[], env: Record<string, string> = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (text: Buffer) => complaints.push(text));
  const memory = watchMemory(child.pid ?? 0);
  const [code] = (await once(child, 'close')) as [number | null];
  const peakBytes = memory.stop();
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${Buffer.concat(complaints).toString()}`);
  return { seconds: (performance.now() - startedAt) / 1000, peakBytes };
}

/** Watches a process and its children on Linux; elsewhere it sees nothing and answers NaN. */
export function watchMemory(pid: number): { now(): number; stop(): number } {
  let peak = Number.NaN;
  const look = () => {
    const bytes = treeBytes(pid);
    if (!(bytes <= peak)) peak = bytes;
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    now: () => treeBytes(pid),
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function treeBytes(root: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? readStatus(name) : '';
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
    resident.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
  }
  const belongs = (pid: number | undefined): boolean => pid === root || (!!pid && belongs(parents.get(pid)));
  return [...resident].reduce((sum, [pid, bytes]) => (belongs(pid) ? sum + bytes : sum), 0);
}

/** Empty for a process that has just ended. */
function readStatus(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
