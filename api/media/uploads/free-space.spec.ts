import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { FreeSpace } from './free-space.js';
import { UploadsFolder } from './uploads-folder.js';

const nothing = () => Promise.resolve('done');
const failing = () => Promise.reject(new Error('cut'));

describe('free space', () => {
  let stateDir: string;
  let space: FreeSpace;
  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-space-'));
    space = new FreeSpace(new UploadsFolder({ stateDir } as AppConfig));
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  const refusal = { status: 507, code: 'out_of_space' };

  it('is what the disk of the uploads has left', async () => {
    expect(await space.availableBytes()).toBeGreaterThan(0);
  });

  it('is promised once, until the work is done', async () => {
    const most = Math.floor((await space.availableBytes()) * 0.6);
    await space.within(most, 0, async () => {
      await expect(space.within(most, 0, nothing)).rejects.toMatchObject(refusal);
    });
    expect(await space.within(most, 0, nothing)).toBe('done');
  });

  it('is free again after work that failed', async () => {
    const most = Math.floor((await space.availableBytes()) * 0.6);
    await expect(space.within(most, 0, failing)).rejects.toThrow('cut');
    expect(await space.within(most, 0, nothing)).toBe('done');
  });

  it('is not promised when too little would stay', async () => {
    await expect(space.within(1, Number.MAX_SAFE_INTEGER, nothing)).rejects.toMatchObject(refusal);
    expect(await space.within(1, 0, nothing)).toBe('done');
  });
});
