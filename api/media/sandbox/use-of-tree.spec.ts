import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { useOfTree } from './use-of-tree.js';

const MiB = 1024 ** 2;
const NO_LIMIT = 1_000;

/** A shell with as many children as `count`, which say nothing and wait. */
async function family(count: number) {
  const children = Array.from({ length: count }, () => 'sleep 1000 &').join(' ');
  const shell = spawn('sh', ['-c', `${children} echo ready; wait`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  return { pid: shell.pid!, [Symbol.dispose]: () => process.kill(-shell.pid!, 'SIGKILL') };
}

describe('what a process and all that it has started use', () => {
  it('are the processes and their memory', async () => {
    using shell = await family(4);
    const { tasks, memoryBytes } = await useOfTree(shell.pid, NO_LIMIT);
    expect(tasks).toBe(5);
    expect(memoryBytes).toBeGreaterThan(0.5 * MiB);
    expect(memoryBytes).toBeLessThan(100 * MiB);
  });

  it('are threads as well', async () => {
    const one = (await useOfTree(process.pid, NO_LIMIT)).tasks;
    const worker = new Worker('require("node:worker_threads").parentPort.on("message", () => {})', { eval: true });
    await once(worker, 'online');
    const both = (await useOfTree(process.pid, NO_LIMIT)).tasks;
    await worker.terminate();
    expect(both).toBeGreaterThan(one);
  });

  it('are counted no further than to the first that is too many', async () => {
    using shell = await family(20);
    expect((await useOfTree(shell.pid, 3)).tasks).toBe(4);
  });

  it('are nothing once it has ended', async () => {
    const ended = spawn('true', { stdio: 'ignore' });
    await once(ended, 'exit');
    expect(await useOfTree(ended.pid!, NO_LIMIT)).toEqual({ memoryBytes: 0, tasks: 0 });
  });
});
