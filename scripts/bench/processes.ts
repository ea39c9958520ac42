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
export function watchMemory(
  pid: number,
  { bytesOf = treeBytes, everyMs = LOOK_EVERY_MS }: { bytesOf?: (pid: number) => number; everyMs?: number } = {},
): { now(): number; stop(): number } {
  let peak = Number.NaN;
  const look = () => {
    const bytes = bytesOf(pid);
    if (!(bytes <= peak)) peak = bytes;
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    now: () => bytesOf(pid),
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** The memory that these processes and their children hold, what several share counted once (PSS); NaN but on Linux. */
export function proportionalBytes(roots: number[]): number {
  if (process.platform !== 'linux') return Number.NaN;
  return [...belowAnyOf(roots)].reduce((sum, pid) => {
    const shares = /^Pss:\s+(\d+)/m.exec(readProcess(pid, 'smaps_rollup'));
    return sum + Number(shares?.[1] ?? 0) * 1024;
  }, 0);
}

function treeBytes(root: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return [...belowAnyOf([root])].reduce((sum, pid) => {
    const resident = /^VmRSS:\s+(\d+)/m.exec(readProcess(pid, 'status'));
    return sum + Number(resident?.[1] ?? 0) * 1024;
  }, 0);
}

/** These processes with all of their children. */
function belowAnyOf(roots: number[]): Set<number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readProcess(Number(name), 'status'))?.[1]));
  }
  const belongs = (pid: number | undefined): boolean => !!pid && (roots.includes(pid) || belongs(parents.get(pid)));
  return new Set([...parents.keys()].filter(belongs));
}

/** Empty for a process that has just ended. */
function readProcess(pid: number, file: 'status' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
