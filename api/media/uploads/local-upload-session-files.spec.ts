import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { GrowingHashes, LocalUploadSessionFiles } from './local-upload-session-files.js';
import { UploadsFolder } from './uploads-folder.js';

const ID = '3f2b8c1e-0000-4000-8000-000000000001';

let stateDir: string;
let files: LocalUploadSessionFiles;
beforeEach(async () => {
  stateDir = await mkdtemp(path.join(os.tmpdir(), 'upload-files-'));
  files = new LocalUploadSessionFiles(new UploadsFolder({ stateDir } as AppConfig));
});
afterEach(() => rm(stateDir, { recursive: true }));

const sha256 = (...pieces: Buffer[]) => createHash('sha256').update(Buffer.concat(pieces)).digest('hex');

const NOTED = { chunkIndex: 0, bytes: UPLOAD_CHUNK_BYTES, checksum: null };

describe('a chunk in the file of an upload', () => {
  const chunk = Buffer.alloc(UPLOAD_CHUNK_BYTES, 'a');
  const rest = Buffer.from('the rest');
  beforeEach(async () => {
    await files.create(ID, chunk.length + rest.length);
    for (const [index, bytes] of [chunk, rest].entries()) (await files.place(ID, index, bytes))();
  });

  it('stands in its place', async () => {
    expect((await readFile(files.pathOf(ID))).equals(Buffer.concat([chunk, rest]))).toBe(true);
    expect(await files.holds(ID, 0, chunk)).toBe(true);
    expect(await files.holds(ID, 1, rest)).toBe(true);
  });

  it.each([0, UPLOAD_CHUNK_BYTES / 2, UPLOAD_CHUNK_BYTES - 1])('is another by its byte %i alone', async (at) => {
    const other = Buffer.from(chunk);
    other[at] = 0;
    expect(await files.holds(ID, 0, other)).toBe(false);
  });

  it('is not there when the file ends before it, or is gone', async () => {
    expect(await files.holds(ID, 1, Buffer.from('the rest and more'))).toBe(false);
    expect(await files.holds(ID, 2, rest)).toBe(false);
    await files.remove(ID);
    expect(await files.holds(ID, 1, rest)).toBeNull();
  });

  it('makes the whole only as it arrived', async () => {
    const whole = await files.read(ID, [NOTED, NOTED]);
    expect(whole?.bytes).toBe(chunk.length + rest.length);
    expect(await files.isThere(ID, chunk.length + rest.length)).toBe(true);
    expect(await files.isThere(ID, chunk.length)).toBe(false);
    await files.remove(ID);
    expect([await files.read(ID, [NOTED, NOTED]), await files.isThere(ID, chunk.length)]).toEqual([null, false]);
  });
});

describe('what is added to the file of an open upload', () => {
  const first = Buffer.from('the first part');
  const short = Buffer.from('short');
  beforeEach(async () => {
    await files.create(ID, 0);
    (await files.append(ID, 0, first, 0))();
  });

  it('stands where what counts ends, and nothing stays behind it of what did not count', async () => {
    await files.append(ID, 1, Buffer.from('longer, of a sender that was killed'), first.length);
    (await files.append(ID, 1, short, first.length))();
    expect(await readFile(files.pathOf(ID), 'utf8')).toBe('the first partshort');
    const chunks = [first, short].map(({ length }, chunkIndex) => ({ chunkIndex, bytes: length, checksum: null }));
    expect(await files.read(ID, chunks)).toMatchObject({ bytes: first.length + short.length });
  });

  it('is not added where the file is shorter than what counts', async () => {
    await expect(files.append(ID, 1, short, first.length + 1)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(files.pathOf(ID), 'utf8')).toBe('the first part');
  });
});

// Only there the paths of open files are known.
(process.platform === 'linux' ? describe : describe.skip)('the file of an upload', () => {
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

  it.each([
    ['chunk', (part: Buffer) => files.place(ID, 0, part)],
    ['part of an open upload', (part: Buffer) => files.append(ID, 0, part, 0)],
  ])('has each %s on the disk before that counts', async (_what, write) => {
    await files.create(ID, 4);
    const syncs = await syncsDuring(() => write(Buffer.from('part')));
    expect(syncs).toEqual([{ path: files.pathOf(ID), held: Buffer.from('part') }]);
  });
});

describe('the hashes of what is in its place', () => {
  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  let hashes: GrowingHashes;
  beforeEach(() => {
    hashes = new GrowingHashes();
  });

  const known = (uploadId: string) => {
    const { chunks, hash } = hashes.find(uploadId);
    return { chunks, sha256: hash.digest('hex') };
  };

  it('grow by each chunk that is in its place', () => {
    hashes.prepare('a', 0, first)();
    expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    hashes.prepare('a', 1, second)();
    expect(known('a')).toEqual({ chunks: 2, sha256: sha256(first, second) });
    expect(known('b')).toEqual({ chunks: 0, sha256: sha256() });
  });

  it('stay right when one chunk comes twice at once', () => {
    const placed = [hashes.prepare('a', 0, first), hashes.prepare('a', 0, first)];
    placed[0]!();
    hashes.prepare('a', 1, second)();
    placed[1]!();
    expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
  });

  it('are given up for the oldest of very many uploads', () => {
    for (let upload = 0; upload <= 1_000; upload++) hashes.prepare(`${upload}`, 0, first)();
    expect(known('0').chunks).toBe(0);
    expect(known('1').chunks).toBe(1);
  });

  it('are forgotten with their upload', () => {
    hashes.prepare('a', 0, first)();
    hashes.forget('a');
    expect(known('a').chunks).toBe(0);
  });

  describe('refuses', () => {
    it('a chunk out of its order', () => {
      hashes.prepare('a', 1, second)();
      hashes.prepare('a', 0, first)();
      hashes.prepare('a', 0, second)();
      expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    });

    it('a chunk that never came into its place', () => {
      hashes.prepare('a', 0, second);
      hashes.prepare('a', 0, first)();
      expect(known('a')).toEqual({ chunks: 1, sha256: sha256(first) });
    });
  });
});
