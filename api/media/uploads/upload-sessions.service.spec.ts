import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EntityManager } from 'typeorm';
import { UPLOAD_SESSION_MAX_AGE_MS } from '../../contract/common/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../store/media-file.entity.js';
import { MediaService } from '../store/media.service.js';
import { NewMediaService } from '../store/new-media.service.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { signUp } from '../../testing/participants.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { UploadClaims, type UploadedFile } from './upload-claims.js';
import { STAFF_OWNER, type UploadStarter } from './upload-owner.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { UploadSweeper } from './upload-sweeper.js';

const VIDEO = sampleMp4(2000);
const SHA256 = createHash('sha256').update(VIDEO).digest();
const START = { filename: 'clip.mp4', totalSize: VIDEO.length, totalChunks: 1, mimeType: 'video/mp4' };
const LIMIT = { bytes: VIDEO.length, message: 'Too large.' };
const DETAILS = { userId: 'u', questionId: 3 };

const chunkOf = (uploadId: string) => ({ uploadId, chunkIndex: 0, bytes: VIDEO.length, checksum: null });

/** A file as a killed process leaves it. */
async function leave(file: string, isOld: boolean): Promise<string> {
  await writeFile(file, 'half of it');
  if (isOld) await utimes(file, 0, 0);
  return path.basename(file);
}

describe('UploadSessionsService', () => {
  let testApp: TestApp;
  let uploads: UploadSessionsService;
  let claims: UploadClaims;
  let media: MediaService;
  let newMedia: NewMediaService;

  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    uploads = find(UploadSessionsService);
    claims = find(UploadClaims);
    media = find(MediaService);
    newMedia = find(NewMediaService);
  });

  const find = <T>(token: abstract new (...args: never[]) => T): T => testApp.app.get(token, { strict: false });
  const uploadsFolder = () => path.join(testApp.config.stateDir, 'uploads');
  const fileNames = async () => (await readdir(uploadsFolder())).filter((name) => name.endsWith('.upload'));
  const count = async (table: string) => {
    const [row] = await testApp.dataSource.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
    return Number(row!.count);
  };

  const start = async (details: object) => (await uploads.start(STAFF_OWNER, START, LIMIT, { ...details })).uploadId;
  const isThere = async (uploadId: string) => (await find(UploadSessionsRepository).find(uploadId)) !== null;
  const inTransaction = <T>(work: (transaction: EntityManager) => Promise<T>) => testApp.dataSource.transaction(work);

  /** Lets a row be so old that nobody waits for more. */
  const age = (change: string, key: string, id: string) =>
    testApp.dataSource.query(`UPDATE ${change} - $2 * interval '1 ms' WHERE ${key} = $1`, [
      id,
      UPLOAD_SESSION_MAX_AGE_MS + 1000,
    ]);

  /** A session whose one chunk has arrived. */
  async function arrived(owner: UploadStarter = STAFF_OWNER): Promise<string> {
    const { uploadId } = await uploads.start(owner, START, LIMIT, DETAILS);
    await find(UploadSessionsRepository).receiveChunk(chunkOf(uploadId), () =>
      find(UploadSessionFiles).place(uploadId, 0, VIDEO),
    );
    return uploadId;
  }

  /** What a feature does with an upload of staff: keeps it as media and returns its row. */
  const keepAsMedia = (uploadId: string) =>
    claims.claim<{ mediaId: string }>(STAFF_OWNER, uploadId, (file, claim) =>
      newMedia.store(file, 'video', (stored, transaction) => claim({ mediaId: stored.id }, transaction)),
    );

  it('does not begin for a file over the limit, in the words of whoever knows what it is', async () => {
    const limit = { bytes: VIDEO.length - 1, message: 'Songs can be short.' };
    const refusal = { status: 413, message: 'Songs can be short.' };
    await expect(uploads.start(STAFF_OWNER, START, limit)).rejects.toMatchObject(refusal);
    await expect(uploads.start(STAFF_OWNER, START, LIMIT)).resolves.toHaveProperty('uploadId');
  });

  it('counts no chunk whose sender was killed while it was put in its place', async () => {
    const { uploadId } = await uploads.start(STAFF_OWNER, START, LIMIT, DETAILS);
    const killed = find(UploadSessionsRepository).receiveChunk(chunkOf(uploadId), async () => {
      await find(UploadSessionFiles).place(uploadId, 0, Buffer.alloc(VIDEO.length, 'other'));
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await expect(uploads.status(STAFF_OWNER, uploadId)).resolves.toMatchObject({ receivedChunks: [] });
    const outcome = find(UploadSessionsRepository).receiveChunk(chunkOf(uploadId), () =>
      find(UploadSessionFiles).place(uploadId, 0, VIDEO),
    );
    await expect(outcome).resolves.toHaveProperty('placed');
    await expect(claims.complete(STAFF_OWNER, uploadId)).resolves.toMatchObject({ sha256: SHA256.toString('hex') });
  });

  describe('a chunk', () => {
    it('does not come into a session that is being removed', async () => {
      const { uploadId } = await uploads.start(STAFF_OWNER, START, LIMIT, DETAILS);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        find(UploadSessionsRepository).remove(uploadId, transaction),
      );
      const late = find(UploadSessionsRepository).receiveChunk(chunkOf(uploadId), () =>
        Promise.reject(new Error('Its file would be gone.')),
      );
      await untilBlocked(testApp.dataSource);
      await commit();
      await expect(late).resolves.toBeNull();
    });

    it('is in its place before its session can be removed', async () => {
      const { uploadId } = await uploads.start(STAFF_OWNER, START, LIMIT, DETAILS);
      const begun = Promise.withResolvers<void>();
      const placed = Promise.withResolvers<void>();
      const chunk = find(UploadSessionsRepository).receiveChunk(chunkOf(uploadId), () => {
        begun.resolve();
        return placed.promise;
      });
      await begun.promise;
      const cancelled = uploads.cancel(STAFF_OWNER, uploadId);
      await untilBlocked(testApp.dataSource);
      expect(await fileNames()).toContain(`${uploadId}.upload`);
      placed.resolve();
      await expect(chunk).resolves.toHaveProperty('placed');
      await cancelled;
      expect(await fileNames()).not.toContain(`${uploadId}.upload`);
    });
  });

  describe('a claim of staff', () => {
    it('is given the file with all that is known of it', async () => {
      let seen: UploadedFile | undefined;
      await claims.claim(STAFF_OWNER, await arrived(), (file, claim) => {
        seen = file;
        return claim({}, testApp.dataSource.manager);
      });
      expect(seen).toMatchObject({
        bytes: 2000,
        sha256: SHA256,
        filename: 'clip.mp4',
        mimeType: 'video/mp4',
        details: DETAILS,
      });
    });

    it('makes one thing of the file, however often and at once, and removes it', async () => {
      const before = await count('media_file');
      const uploadId = await arrived();
      const answers = await Promise.all([1, 2, 3, 4].map(() => keepAsMedia(uploadId)));
      answers.push(await keepAsMedia(uploadId));
      expect(new Set(answers.map(({ mediaId }) => mediaId)).size).toBe(1);
      expect(await count('media_file')).toBe(before + 1);
      expect(await count('media_deletion')).toBe(0);
      expect(await fileNames()).not.toContain(`${uploadId}.upload`);
    });

    it('tries again after a failure', async () => {
      const uploadId = await arrived();
      const failing = claims.claim(STAFF_OWNER, uploadId, () => Promise.reject(new Error('killed')));
      await expect(failing).rejects.toThrow('killed');
      await expect(keepAsMedia(uploadId)).resolves.toMatchObject({ mediaId: expect.any(String) as string });
    });

    it('gives the answer of a commit whose answer was lost', async () => {
      const uploadId = await arrived();
      const answer = await claims.claim(STAFF_OWNER, uploadId, async (_file, claim) => {
        await testApp.dataSource.transaction((transaction) => claim({ id: 1 }, transaction));
        throw new Error('connection lost');
      });
      expect(answer).toEqual({ id: 1 });
    });

    it.each([400, 404])(
      'is refused for good with what was said at its start, and the file is gone: %i',
      async (status) => {
        const uploadId = await arrived();
        const refusal = new AppError(status, 'refused', 'No.');
        await expect(claims.claim(STAFF_OWNER, uploadId, () => Promise.reject(refusal))).rejects.toBe(refusal);
        expect(await fileNames()).not.toContain(`${uploadId}.upload`);
        await expect(keepAsMedia(uploadId)).rejects.toMatchObject({ status, code: 'refused' });
      },
    );

    it('gives what another one made meanwhile, also where this one refuses the file', async () => {
      const uploadId = await arrived();
      const refuse = async () => {
        await keepAsMedia(uploadId);
        throw new AppError(415, 'no_video', 'This is no video.');
      };
      const made = await claims.claim(STAFF_OWNER, uploadId, refuse);
      expect(made).toMatchObject({ mediaId: expect.any(String) as string });
      expect(await keepAsMedia(uploadId)).toEqual(made);
    });

    it('forgets the answer when its rows are rolled back', async () => {
      const uploadId = await arrived();
      const rolledBack = claims.claim(STAFF_OWNER, uploadId, (file, claim) =>
        newMedia.store(file, 'video', async (stored, transaction) => {
          await claim({ mediaId: stored.id }, transaction);
          throw new Error('killed');
        }),
      );
      await expect(rolledBack).rejects.toThrow('killed');
      const { mediaId } = await keepAsMedia(uploadId);
      expect(await media.findFile(mediaId)).not.toBeNull();
    });
  });

  describe('a claim of a participant', () => {
    let stored: Map<string, MediaFile>;
    let owner: UploadStarter;
    beforeEach(async () => {
      stored = new Map();
      await signUp(testApp);
      const newest = 'SELECT id FROM participant ORDER BY created_at DESC LIMIT 1';
      const [row] = await testApp.dataSource.query<{ id: string }[]>(newest);
      owner = { audience: 'participant', participantId: row!.id, isProven: false, address: '127.0.0.1' };
    });

    /** What a feature does with an upload of a participant: keeps it, and remembers of which upload it came. */
    const claim = (uploadId: string) =>
      claims.claim<MediaFile>(
        owner,
        uploadId,
        async (file, end) => {
          const made = await newMedia.store(file, 'video', (original, transaction) => end(original, transaction));
          stored.set(uploadId, made);
          return made;
        },
        () => Promise.resolve(stored.get(uploadId) ?? null),
      );

    async function completed(): Promise<string> {
      const uploadId = await arrived(owner);
      await claims.complete(owner, uploadId);
      return uploadId;
    }

    it('is given a completed file once and ends the session', async () => {
      const uploadId = await completed();
      const first = await claim(uploadId);
      expect(await claim(uploadId)).toBe(first);
      expect((await media.findFile(first.id))?.bytes).toBe(VIDEO.length);
      expect(await fileNames()).not.toContain(`${uploadId}.upload`);
      await expect(uploads.status(owner, uploadId)).rejects.toMatchObject({ status: 404 });
    });

    it('is won by one of two that come at once', async () => {
      const before = await count('media_file');
      const uploadId = await completed();
      await Promise.allSettled([claim(uploadId), claim(uploadId)]);
      expect(await count('media_file')).toBe(before + 1);
      const again = await claim(uploadId);
      expect(again).toBe(stored.get(uploadId));
    });

    it('leaves the upload as it was when it cannot be stored', async () => {
      const uploadId = await completed();
      const failing = claims.claim(owner, uploadId, () => Promise.reject(new Error('no')));
      await expect(failing).rejects.toThrow('no');
      await expect(claim(uploadId)).resolves.toMatchObject({ bytes: VIDEO.length });
    });

    it.each([400, 404])('keeps the file where only what was said of it is refused: %i', async (status) => {
      const uploadId = await completed();
      const refused = claims.claim(owner, uploadId, () => Promise.reject(new AppError(status, 'refused', 'No.')));
      await expect(refused).rejects.toMatchObject({ status });
      await expect(claim(uploadId)).resolves.toMatchObject({ bytes: VIDEO.length });
    });

    it('refuses a file for good, which is gone, and says so again', async () => {
      const uploadId = await completed();
      const refusal = { status: 415, code: 'no_video', message: 'This is no video.' };
      const { status, code, message } = refusal;
      const refused = claims.claim(owner, uploadId, () => Promise.reject(new AppError(status, code, message)));
      await expect(refused).rejects.toMatchObject(refusal);
      expect(await fileNames()).not.toContain(`${uploadId}.upload`);
      await expect(claim(uploadId)).rejects.toMatchObject(refusal);
      await expect(claims.complete(owner, uploadId)).resolves.toMatchObject({ uploadId });
    });

    it('is refused of what was not processed, what is not there and what is not theirs', async () => {
      const arrivedOnly = claim(await arrived(owner));
      await expect(arrivedOnly).rejects.toMatchObject({ status: 409, code: 'upload_not_processed' });
      await expect(claim(randomUUID())).rejects.toMatchObject({ status: 404 });
      await expect(claim('nonsense')).rejects.toMatchObject({ status: 404 });
      await expect(claim(await arrived())).rejects.toMatchObject({ status: 404 });
    });
  });

  describe('what is about somebody', () => {
    let [anna, ben] = ['', ''];
    beforeEach(() => {
      [anna, ben] = [randomUUID(), randomUUID()];
    });

    it('goes with them, whatever the case of their id, and with what is all of some details', async () => {
      const [ofAnna, ofBen] = [await start({ userId: anna.toUpperCase() }), await start({ userId: ben })];
      expect(await inTransaction((transaction) => uploads.removeAllAbout(anna, transaction))).toEqual([ofAnna]);
      expect([await isThere(ofAnna), await isThere(ofBen)]).toEqual([false, true]);
      const email = `${randomUUID()}@example.org`;
      const [sent, other] = [await start({ email, description: 'A' }), await start({ email: `other-${email}` })];
      expect(await inTransaction((transaction) => uploads.removeAllWith({ email }, transaction))).toEqual([sent]);
      expect([await isThere(sent), await isThere(other)]).toEqual([false, true]);
      await uploads.removeFiles([sent]);
      expect(await fileNames()).not.toContain(`${sent}.upload`);
      expect(await fileNames()).toContain(`${other}.upload`);
    });

    it('goes with whom it was given to', async () => {
      const uploadId = await start({ userId: anna });
      const resultId = randomUUID();
      await find(UploadSessionsRepository).saveResult(uploadId, { id: resultId });
      await inTransaction((transaction) => uploads.reassign(resultId, ben, transaction));
      expect(await inTransaction((transaction) => uploads.removeAllAbout(anna, transaction))).toEqual([]);
      expect(await inTransaction((transaction) => uploads.removeAllAbout(ben, transaction))).toContain(uploadId);
    });

    it('stays where the transaction that removes it does not hold', async () => {
      const uploadId = await start({ userId: anna });
      const failed = inTransaction(async (transaction) => {
        await uploads.removeAllAbout(anna, transaction);
        throw new Error('not after all');
      });
      await expect(failed).rejects.toThrow('not after all');
      expect(await isThere(uploadId)).toBe(true);
    });
  });

  describe('sweeping', () => {
    it('removes what nobody sent anything of for a day, and nothing else', async () => {
      const [old, slow, young] = [await arrived(), await arrived(), await arrived()];
      for (const id of [old, slow]) await age('upload_session SET created_at = created_at', 'id', id);
      await age('upload_chunk SET received_at = received_at', 'upload_id', old);
      await find(UploadSweeper).sweep();
      await expect(uploads.status(STAFF_OWNER, old)).rejects.toMatchObject({ status: 404 });
      for (const id of [slow, young]) {
        await expect(uploads.status(STAFF_OWNER, id)).resolves.toMatchObject({ receivedChunks: [0] });
        expect(await fileNames()).toContain(`${id}.upload`);
      }
      expect(await fileNames()).not.toContain(`${old}.upload`);
    });

    it('removes at start what a killed process left, but nothing that is still growing', async () => {
      const temporary = path.join(uploadsFolder(), 'temporary');
      await mkdir(temporary, { recursive: true });
      const oldSession = await leave(path.join(uploadsFolder(), `${randomUUID()}.upload`), true);
      const newSession = await leave(path.join(uploadsFolder(), `${randomUUID()}.upload`), false);
      const oldBody = await leave(path.join(temporary, randomUUID()), true);
      const newBody = await leave(path.join(temporary, randomUUID()), false);
      await testApp.restart();
      expect(await fileNames()).toContain(newSession);
      expect(await fileNames()).not.toContain(oldSession);
      expect(await readdir(temporary)).toContain(newBody);
      expect(await readdir(temporary)).not.toContain(oldBody);
    });
  });
});
