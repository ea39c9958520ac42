import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { FreeSpace } from './free-space.js';
import { RequestFiles } from './request-files.js';
import type { UploadQuota } from './upload-quota.service.js';
import type { UploadSessionsService } from './upload-sessions.service.js';
import { UploadsFolder } from './uploads-folder.js';

const LIMIT = { bytes: 6, message: 'Too long for us.' };

describe('a file of text in a request', () => {
  let folder: string;
  let files: RequestFiles;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'texts-'));
    const uploads = new UploadsFolder({ stateDir: folder } as AppConfig);
    files = new RequestFiles(uploads, new FreeSpace(uploads), {} as UploadQuota, {} as UploadSessionsService);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const read = async (content: Buffer) => {
    const file = path.join(folder, 'text');
    await writeFile(file, content);
    const received = { path: file, bytes: content.length, sha256: Buffer.alloc(32) };
    return files.readText({ ...received, filename: 'a.txt', mimeType: 'text/plain' }, LIMIT);
  };

  it('is read in the encoding that it has, up to the limit', async () => {
    expect(await read(Buffer.from('Zoë 12'.slice(0, 5)))).toBe('Zoë 1');
    expect(await read(Buffer.from('Zoë', 'latin1'))).toBe('Zoë');
  });

  describe('is refused', () => {
    it('over the limit, in the words of the caller', async () => {
      const refusal = { status: 413, code: 'too_large', message: LIMIT.message };
      await expect(read(Buffer.from('1234567'))).rejects.toMatchObject(refusal);
    });

    it('where it is none', async () => {
      const refusal = { status: 415, code: 'not_text', message: 'This file is not readable text.' };
      await expect(read(Buffer.from('a\0\0\0b'))).rejects.toMatchObject(refusal);
    });
  });
});
