import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
    // Alone it has several.
    const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000); console.log("ready")']);
    await once(node.stdout, 'data');
    const { tasks } = await useOfTree(node.pid!, NO_LIMIT);
    node.kill('SIGKILL');
    expect(tasks).toBeGreaterThan(1);
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
