import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { GrowingHashes } from './growing-hashes.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadsFolder } from './uploads-folder.js';

const ID = '3f2b8c1e-0000-4000-8000-000000000001';

(process.platform === 'linux' ? describe : describe.skip)('the file of an upload', () => {
  let stateDir: string;
  let files: UploadSessionFiles;
  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'upload-files-'));
    files = new UploadSessionFiles(new UploadsFolder({ stateDir } as AppConfig), new GrowingHashes());
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  it('is on the disk, name and all, before anybody is told of it', async () => {
    const name = `${ID}.upload`;
    const folder = path.join(stateDir, 'uploads');
    const syncs = await syncsDuring(() => files.create(ID, 4));
    expect(syncs).toEqual([
      { path: stateDir, held: ['uploads'] },
      { path: path.join(folder, name), held: Buffer.alloc(4) },
      { path: folder, held: [name] },
    ]);
  });

  it('has each chunk on the disk before that counts', async () => {
    await files.create(ID, 4);
    const syncs = await syncsDuring(() => files.place(ID, 0, Buffer.from('part')));
    expect(syncs).toEqual([{ path: files.pathOf(ID), held: Buffer.from('part') }]);
  });
});
