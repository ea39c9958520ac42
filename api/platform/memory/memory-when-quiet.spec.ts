import { execFile } from 'node:child_process';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveMemoryBackWhenQuiet } from './memory-when-quiet.js';

const RESOLVE = new URL('../../../scripts/config/resolve-typescript.mjs', import.meta.url).href;
const MiB = 1024 ** 2;
const POLL_INTERVAL_MS = 50;

let stop = () => {};
afterEach(() => stop());

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(POLL_INTERVAL_MS);
}

describe('giveMemoryBackWhenQuiet', () => {
  it('gives back the room of what nobody uses any more', async () => {
    // In a process of its own: here other specs have had their room, which V8 takes first.
    const script = `
      import { getHeapStatistics } from 'node:v8';
      import { collectAll } from ${JSON.stringify(new URL('memory-when-quiet.ts', import.meta.url).href)};
      const room = () => getHeapStatistics().total_heap_size;
      const rooms = [room()];
      (() => Array.from({ length: ${MiB} }, (_, index) => ({ index, next: [index] })))();
      rooms.push(room());
      collectAll();
      console.log(JSON.stringify([...rooms, room()]));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      RESOLVE,
      '--input-type=module',
      '--eval',
      script,
    ]);
    const [before = 0, used = 0, after = 0] = JSON.parse(stdout) as number[];
    expect(used - before).toBeGreaterThan(32 * MiB);
    expect(after - before).toBeLessThan((used - before) / 4);
  });

  it('waits while something is going on', async () => {
    let collections = 0;
    stop = giveMemoryBackWhenQuiet({ pollEveryMs: POLL_INTERVAL_MS, worthBytes: 0, collect: () => collections++ });
    const end = performance.now() + 10 * POLL_INTERVAL_MS;
    while (performance.now() < end) await turn();
    expect(collections).toBe(0);
    await until(() => collections > 0);
  });

  it('does so again only when that is worth it, and not soon', async () => {
    let [heldBytes, collections] = [64 * MiB, 0];
    const settings = {
      pollEveryMs: POLL_INTERVAL_MS,
      worthBytes: 64 * MiB,
      held: () => heldBytes,
      collect: () => collections++,
    };
    stop = giveMemoryBackWhenQuiet({ ...settings, againMs: 0 });
    await until(() => collections === 1);
    await pause(6 * POLL_INTERVAL_MS);
    expect(collections).toBe(1);
    heldBytes += 64 * MiB;
    await until(() => collections === 2);

    stop();
    stop = giveMemoryBackWhenQuiet({ ...settings, worthBytes: 0 });
    await until(() => collections === 3);
    await pause(6 * POLL_INTERVAL_MS);
    expect(collections).toBe(3);
  });
});
