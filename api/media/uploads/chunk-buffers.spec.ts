import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { AppConfig } from '../../platform/config/app-config.js';
import { until } from '../../testing/until.js';
import { ChunkBuffers } from './chunk-buffers.js';
import { UploadsFolder } from './uploads-folder.js';

const AT_ONCE = 7;
const IN_MEMORY = 4;
const READ_BACK = 4;

describe('chunks that come at once', () => {
  it('wait in memory up to a number, the others on the disk, and leave nothing', async () => {
    const stateDir = await mkdtemp(path.join(os.tmpdir(), 'chunk-buffers-'));
    const folder = new UploadsFolder({ stateDir } as AppConfig);
    const buffers = new ChunkBuffers(folder);
    const onDisk = async () => (await readdir(folder.temporary).catch(() => [])).length;
    const whole = Array.from({ length: AT_ONCE }, () => randomBytes(300_000));
    const begun = Promise.withResolvers<void>();
    const chunks = whole.map((bytes) => {
      const source = async function* () {
        yield bytes.subarray(0, 100_000);
        await begun.promise;
        yield bytes.subarray(100_000);
      };
      return buffers.write(source());
    });
    await until(async () => (await onDisk()) === AT_ONCE - IN_MEMORY);
    begun.resolve();
    const arrived = await Promise.all(chunks);
    for (const [index, chunk] of arrived.entries()) {
      expect([chunk.bytes, chunk.checksum]).toEqual([300_000, crc32(whole[index]!) | 0]);
      expect((await chunk.read()).equals(whole[index]!)).toBe(true);
    }
    for (const chunk of arrived) await chunk.letGo();
    expect(await onDisk()).toBe(0);
    // What was let go of is taken again.
    const again = await buffers.write(
      (async function* () {
        yield whole[0]!;
      })(),
    );
    expect((await again.read()).equals(whole[0]!)).toBe(true);
    expect(await onDisk()).toBe(0);
    await rm(stateDir, { recursive: true });
  });

  it('come back from the disk only a few at a time, until those are in their places', async () => {
    const stateDir = await mkdtemp(path.join(os.tmpdir(), 'chunk-buffers-'));
    const buffers = new ChunkBuffers(new UploadsFolder({ stateDir } as AppConfig));
    const whole = Array.from({ length: IN_MEMORY + READ_BACK + 2 }, () => randomBytes(1000));
    const chunks = await Promise.all(whole.map((bytes) => buffers.write(Readable.from([bytes]))));
    const read: number[] = [];
    const reads = chunks.map(async (chunk, index) => {
      expect((await chunk.read()).equals(whole[index]!)).toBe(true);
      read.push(index);
    });
    const first = IN_MEMORY + READ_BACK;
    await until(async () => read.length >= first);
    await wait(50);
    expect(read).toHaveLength(first);
    for (const index of [first, first + 1]) {
      await chunks[index - READ_BACK]!.letGo();
      await until(async () => read.length > index);
      expect(read.at(-1)).toBe(index);
    }
    await Promise.all(reads);
    for (const chunk of chunks) await chunk.letGo();
    await rm(stateDir, { recursive: true });
  });
});
