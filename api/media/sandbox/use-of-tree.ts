import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

interface TreeUse {
  memoryBytes: number;
  processes: number;
}

/** What a process and all that it has started use, as Linux tells it; no memory elsewhere. */
export async function useOfTree(pid: number): Promise<TreeUse> {
  const [own, children] = await Promise.all([memoryOf(pid), childrenOf(pid)]);
  const uses = await Promise.all(children.map(useOfTree));
  return {
    memoryBytes: uses.reduce((sum, { memoryBytes }) => sum + memoryBytes, own),
    processes: uses.reduce((sum, { processes }) => sum + processes, 1),
  };
}

async function memoryOf(pid: number): Promise<number> {
  const [, residentPages] = (await readProcess(`${pid}/statm`)).split(' ');
  return Number(residentPages ?? 0) * PAGE_BYTES;
}

/** Each thread has children of its own. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => readProcess(`${pid}/task/${thread}/children`)));
  return lists
    .flatMap((list) => list.split(' '))
    .filter(Boolean)
    .map(Number);
}

/** Empty of a process that has ended since. */
function readProcess(file: string): Promise<string> {
  return readFile(`/proc/${file}`, 'utf8').catch(() => '');
}
