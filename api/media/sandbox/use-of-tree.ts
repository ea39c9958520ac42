import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

interface TreeUse {
  memoryBytes: number;
  /** Processes and their threads. */
  tasks: number;
}

/**
 * What a process and all that it has started use, as Linux tells it; nothing elsewhere. Counting ends at the first
 * process past `tasksMax`: else a program that starts others without end would be counted without end, too.
 */
export async function useOfTree(pid: number, tasksMax: number): Promise<TreeUse> {
  const use = { memoryBytes: 0, tasks: 0 };
  const pids = [pid];
  for (const one of pids) {
    const [memoryBytes, threads] = await Promise.all([memoryOf(one), threadsOf(one)]);
    use.memoryBytes += memoryBytes;
    use.tasks += threads.length;
    if (use.tasks > tasksMax) break;
    // Each thread has children of its own.
    const children = await Promise.all(threads.map((thread) => readProcess(`${one}/task/${thread}/children`)));
    pids.push(...children.flatMap((list) => list.split(' ').filter(Boolean).map(Number)));
  }
  return use;
}

async function memoryOf(pid: number): Promise<number> {
  const [, residentPages] = (await readProcess(`${pid}/statm`)).split(' ');
  return Number(residentPages ?? 0) * PAGE_BYTES;
}

/** None of a process that has ended since. */
function threadsOf(pid: number): Promise<string[]> {
  return readdir(`/proc/${pid}/task`).catch(() => []);
}

/** Empty of a process that has ended since. */
function readProcess(file: string): Promise<string> {
  return readFile(`/proc/${file}`, 'utf8').catch(() => '');
}
