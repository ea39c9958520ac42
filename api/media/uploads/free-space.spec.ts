import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { PUBLIC_UPLOAD_FREE_SPACE_BYTES, UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { FreeSpace } from './free-space.js';
import { PUBLIC_OWNER, STAFF_OWNER, type UploadOwner } from './upload-owner.js';
import { UploadsFolder } from './uploads-folder.js';

const nothing = () => Promise.resolve('done');
const failing = () => Promise.reject(new Error('cut'));

const none = () => Promise.resolve(0);

describe('free space', () => {
  let stateDir: string;
  let space: FreeSpace;
  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-space-'));
    space = new FreeSpace(new UploadsFolder({ stateDir } as AppConfig));
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  const free = (bytes: number) =>
    jest.spyOn(space, 'availableBytes').mockResolvedValue(PUBLIC_UPLOAD_FREE_SPACE_BYTES + bytes);
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

  it('is asked for what comes later, beside what is promised and announced', async () => {
    free(10);
    await space.requireRoom(4, PUBLIC_UPLOAD_FREE_SPACE_BYTES, 6);
    await expect(space.requireRoom(5, PUBLIC_UPLOAD_FREE_SPACE_BYTES, 6)).rejects.toMatchObject(refusal);
    await space.within(6, 0, () => space.requireRoom(4, PUBLIC_UPLOAD_FREE_SPACE_BYTES));
    const promised = space.within(6, 0, () => space.requireRoom(5, PUBLIC_UPLOAD_FREE_SPACE_BYTES));
    await expect(promised).rejects.toMatchObject(refusal);
  });

  describe('for a body that comes', () => {
    const REGISTERED: UploadOwner = { audience: 'participant', participantId: 'somebody', isProven: false };
    const PROVEN: UploadOwner = { ...REGISTERED, isProven: true };
    const PIECE = Buffer.alloc(UPLOAD_CHUNK_BYTES / 4);
    const LARGEST = 100;

    async function* body() {
      for (let nth = 0; nth < LARGEST; nth++) yield PIECE;
    }

    it.each([
      ['the public page', PUBLIC_OWNER],
      ['who has only registered', REGISTERED],
    ])('from %s is no more than a chunk, however slowly it comes and whatever was announced', async (_who, owner) => {
      const coming = space.keepFloor(owner, body(), none)[Symbol.asyncIterator]();
      free(2 * UPLOAD_CHUNK_BYTES);
      for (let nth = 0; nth < LARGEST / 2; nth++) await coming.next();
      expect(await space.whileReceiving(owner, UPLOAD_CHUNK_BYTES, nothing)).toBe('done');
      await expect(space.whileReceiving(owner, UPLOAD_CHUNK_BYTES + 1, nothing)).rejects.toMatchObject(refusal);
      await coming.return!();
      expect(await space.whileReceiving(owner, 2 * UPLOAD_CHUNK_BYTES, nothing)).toBe('done');
    });

    it.each([
      ['the public page', PUBLIC_OWNER],
      ['who has only registered', REGISTERED],
    ])('from %s has to be there as it grows', async (_who, owner) => {
      let onDisk = 0;
      const spare = 5 * UPLOAD_CHUNK_BYTES;
      const looking = jest.spyOn(space, 'availableBytes');
      looking.mockImplementation(() => Promise.resolve(PUBLIC_UPLOAD_FREE_SPACE_BYTES + spare - onDisk));
      const receive = async () => {
        for await (const piece of space.keepFloor(owner, body(), none)) onDisk += piece.length;
      };
      await expect(receive()).rejects.toMatchObject(refusal);
      expect(onDisk).toBeLessThanOrEqual(spare);
      expect(onDisk).toBeGreaterThan(spare - UPLOAD_CHUNK_BYTES);
      free(UPLOAD_CHUNK_BYTES);
      expect(await space.whileReceiving(owner, UPLOAD_CHUNK_BYTES, nothing)).toBe('done');
    });

    it.each([
      ['the public page', PUBLIC_OWNER],
      ['who has only registered', REGISTERED],
    ])('from %s leaves what others announce meanwhile', async (_who, owner) => {
      let announced = 0;
      const coming = space.keepFloor(owner, body(), () => Promise.resolve(announced))[Symbol.asyncIterator]();
      free(2 * UPLOAD_CHUNK_BYTES);
      await coming.next();
      announced = UPLOAD_CHUNK_BYTES;
      for (let nth = 1; nth < LARGEST / 2; nth++) await coming.next();
      announced++;
      const rest = async () => {
        for (let nth = LARGEST / 2; nth < LARGEST; nth++) await coming.next();
      };
      await expect(rest()).rejects.toMatchObject(refusal);
    });

    it.each([
      ['staff', STAFF_OWNER],
      ['who is known', PROVEN],
    ])('from %s is whatever there is', async (_who, owner) => {
      free(-PUBLIC_UPLOAD_FREE_SPACE_BYTES);
      let pieces = 0;
      for await (const piece of space.keepFloor(owner, body(), none)) pieces += piece.length / PIECE.length;
      expect(pieces).toBe(LARGEST);
    });
  });
});
