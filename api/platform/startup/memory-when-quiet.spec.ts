import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { garbageCollector, giveMemoryBackWhenQuiet } from './memory-when-quiet.js';

const MiB = 1024 ** 2;
const LOOK_EVERY_MS = 50;

let stop = () => {};
afterEach(() => stop());

/** Returns how much room that needed; V8 keeps it by itself. */
function useHeap(bytes: number): number {
  const before = roomBytes();
  const used = Array.from({ length: bytes / 64 }, (_, index) => ({ index, next: [index] }));
  const room = roomBytes() - before;
  return used.length > 0 ? room : 0;
}

const roomBytes = () => getHeapStatistics().total_heap_size;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(LOOK_EVERY_MS);
}

describe('giveMemoryBackWhenQuiet', () => {
  it('gives back the room of what nobody uses any more', () => {
    const before = roomBytes();
    const used = useHeap(64 * MiB);
    expect(used).toBeGreaterThan(32 * MiB);
    garbageCollector()();
    expect(roomBytes()).toBeLessThan(before + used / 4);
  });

  it('waits while something is going on', async () => {
    let collections = 0;
    stop = giveMemoryBackWhenQuiet({ lookEveryMs: LOOK_EVERY_MS, collect: () => collections++ });
    const end = performance.now() + 10 * LOOK_EVERY_MS;
    while (performance.now() < end) await turn();
    expect(collections).toBe(0);
    await until(() => collections > 0);
  });

  it('does so again only when that is worth it, and not soon', async () => {
    let collections = 0;
    const collect = () => collections++;
    stop = giveMemoryBackWhenQuiet({ lookEveryMs: LOOK_EVERY_MS, againMs: 0, worthBytes: 64 * MiB, collect });
    await until(() => collections === 1);
    await pause(6 * LOOK_EVERY_MS);
    expect(collections).toBe(1);
    const kept = Array.from({ length: 96 }, () => Buffer.alloc(MiB));
    await until(() => collections === 2);
    expect(kept).toHaveLength(96);

    stop();
    let others = 0;
    stop = giveMemoryBackWhenQuiet({ lookEveryMs: LOOK_EVERY_MS, worthBytes: 0, collect: () => others++ });
    await until(() => others === 1);
    await pause(6 * LOOK_EVERY_MS);
    expect(others).toBe(1);
  });
});
