import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { NotRun } from './row.ts';

/** A call of the system that has to do with what lasts: files by their paths, and what is said over sockets. */
export interface SystemCall {
  name: string;
  /** Of the file that is meant, or that it is moved from. */
  path: string;
  /** Where it is moved to. */
  to?: string;
  /** The first characters of what is written. */
  text: string;
}

const CALLS =
  'write,writev,pwrite64,pwritev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,sendto,sendmsg,ftruncate';

/** A command that runs another one, and writes what that asks of the system into a file. */
export function straceInto(file: string): string[] {
  if (spawnSync('strace', ['-V']).status !== 0) throw new NotRun('this machine has no strace.');
  const options = [
    '--seccomp-bpf',
    '-f',
    '-qq',
    '-y',
    '-s',
    '80',
    '-e',
    `trace=${CALLS}`,
    '-e',
    'signal=none',
    '-o',
    file,
  ];
  if (spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).status !== 0)
    throw new NotRun('strace may trace nothing here.');
  return ['strace', ...options];
}

/**
 * In the order in which they matter: what makes something last counts from its end, everything else from its beginning.
 */
export async function readCalls(file: string): Promise<SystemCall[]> {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*?) <unfinished \.\.\.>$/.exec(rest);
    if (unfinished) {
      begun.set(pid, unfinished[1]!);
      if (!isSync(unfinished[1]!)) add(unfinished[1]!);
      continue;
    }
    const resumed = /^<\.\.\. (\w+) resumed>/.exec(rest);
    if (!resumed) {
      if (/= -\d/.test(rest) && !/^(write|send)/.test(rest)) continue;
      add(rest);
      continue;
    }
    const beginning = begun.get(pid);
    if (beginning !== undefined && isSync(beginning) && !/= -\d/.test(rest)) add(beginning);
  }
  return calls;

  function add(text: string): void {
    const call = parse(text);
    if (call) calls.push(call);
  }
}

const isSync = (text: string) => /^f(data)?sync\(/.test(text);

function parse(text: string): SystemCall | null {
  const [, name, words] = /^(\w+)\((.*)$/s.exec(text) ?? [];
  if (name === undefined || words === undefined) return null;
  if (/^(rename|link)/.test(name)) {
    const [from, to] = Array.from(words.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, place]) => place!);
    return from !== undefined && to !== undefined ? { name, path: from, to, text: '' } : null;
  }
  const place = /^\d+<((?:[^<>]|->)*)>/.exec(words)?.[1] ?? '';
  return { name, path: place, text: /"((?:[^"\\]|\\.)*)"/.exec(words)?.[1] ?? '' };
}
