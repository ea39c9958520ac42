import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { jest } from '@jest/globals';
import { FREE_SPACE_BYTES, VIDEO_MAX_BYTES } from '../../../contract/common/limits.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { STAFF_PASSWORD_HEADER } from '../../../contract/staff/staff.js';
import { ADDED_VIDEO } from '../../../testing/added-video.js';
import { sampleJpeg, sampleMp4, sampleWebm } from '../../../testing/sample-media.js';
import { countFiles } from '../../../testing/count-files.js';
import { TEST_STAFF_PASSWORD } from '../../../testing/test-app.js';
import { sendUnmeasured } from '../../../testing/unmeasured-request.js';
import { withArchive } from '../../../testing/with-archive.js';
import { FreeSpace } from '../../../media/uploads/free-space.js';

const VIDEOS = '/api/admin/showcase-videos';

describe('showcase videos arrive', () => {
  const archive = withArchive();
  const storedFiles = () => countFiles(path.join(archive.testApp.config.stateDir, 'media'));

  const listWaiting = async () => (await archive.staff.get(VIDEOS).expect(200)).body as ShowcaseVideo[];

  const listOwn = async () => (await listWaiting()).filter(({ userId }) => userId === archive.userId);

  const link = (fields: object) =>
    archive.staff
      .post('')
      .send({ userId: archive.userId, questionId: 1, videoUrl: 'https://vimeo.com/76979871', ...fields });

  describe('upload in one request', () => {
    it('makes a video that waits, named after its question', async () => {
      const { body } = await archive.staff
        .upload(archive.userId, { questionId: 2, transcript: ' Line one\nline two ' })
        .expect(201);
      expect(body).toEqual({
        ...ADDED_VIDEO,
        id: expect.any(String) as string,
        userId: archive.userId,
        questionId: 2,
        title: 'The events that caused it',
        transcript: 'Line one\nline two',
        cues: null,
        videoUrl: `${VIDEOS}/${(body as ShowcaseVideo).id}/stream`,
        originalUrl: expect.stringMatching(/\/original$/) as string,
        preparation: { state: 'off', problem: null },
        filename: 'finished.mp4',
        mimeType: 'video/mp4',
        fileSize: 1024,
        isWatchable: false,
        question: { title: 'The events that caused it' },
      } satisfies ShowcaseVideo);
      expect((await listWaiting())[0]).toEqual(body);
    });

    it('is refused at its start when there is no room, as one in chunks is', async () => {
      const space = archive.testApp.app.get(FreeSpace, { strict: false });
      using looking = jest.spyOn(space, 'availableBytes').mockResolvedValue(FREE_SPACE_BYTES);
      const file = { filename: 'a.mp4', totalSize: 1, totalChunks: 1, mimeType: 'video/mp4' };
      const answers = [
        await archive.staff.upload(archive.userId, { questionId: 2 }).expect(507),
        await archive.staff
          .post('/start-upload')
          .send({ ...file, userId: archive.userId, questionId: 2 })
          .expect(507),
      ];
      for (const { body } of answers) expect(body).toMatchObject({ code: 'out_of_space' });
      looking.mockRestore();
      await archive.staff.upload(archive.userId, { questionId: 2 }).expect(201);
    });

    it('is refused where it does not say how much it is, and there is no room for the most that it may be', async () => {
      const space = archive.testApp.app.get(FreeSpace, { strict: false });
      using looking = jest.spyOn(space, 'availableBytes');
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        [STAFF_PASSWORD_HEADER]: TEST_STAFF_PASSWORD,
      };
      const send = () => sendUnmeasured(archive.testApp, VIDEOS, headers, '--b--\r\n');
      looking.mockResolvedValue(FREE_SPACE_BYTES + VIDEO_MAX_BYTES - 1);
      expect(await send()).toMatchObject({ status: 507, body: { code: 'out_of_space' } });
      looking.mockResolvedValue(FREE_SPACE_BYTES + VIDEO_MAX_BYTES);
      expect(await send()).toMatchObject({ status: 400 });
    });

    it.each(['0', '', 'null'])('takes the question %j for the story overview', async (questionId) => {
      const { body } = await archive.staff.upload(archive.userId, { questionId }).expect(201);
      expect(body).toMatchObject({ questionId: null, title: 'Story overview', question: null });
    });

    it('takes the fields after the file, and titles of its own', async () => {
      const form = archive.staff.post('').attach('video', sampleWebm(), 'film.webm');
      const { body } = await form
        .field({ title: 'My film', description: 'About me', questionId: '1', userId: archive.userId })
        .expect(201);
      expect(body).toMatchObject({ title: 'My film', description: 'About me', questionId: 1, mimeType: 'video/webm' });
    });
  });

  describe('again, as the response was lost,', () => {
    const file = sampleMp4(1500, 3);
    const send = (fields: object) =>
      archive.staff
        .post('')
        .field({ userId: archive.userId, questionId: '1', ...fields })
        .attach('video', file, 'film.mp4');
    it.each([
      ['a file', send],
      ['an address', link],
    ])('%s makes one video, also when both come at once', async (_what, request) => {
      const requestId = randomUUID();
      const files = await storedFiles();
      const [first, second] = await Promise.all([
        request({ requestId }).expect(201),
        request({ requestId }).expect(201),
      ]);
      const third = await request({ requestId }).expect(201);
      expect([second.body, third.body]).toEqual([first.body, first.body]);
      expect(await listOwn()).toHaveLength(1);
      expect(await storedFiles()).toBeLessThanOrEqual(files + 1);
    });

    it.each([
      ['a file', send],
      ['an address', link],
    ])('%s makes another video where the first was deleted meanwhile', async (_what, request) => {
      const requestId = randomUUID();
      const { id } = (await request({ requestId }).expect(201)).body as ShowcaseVideo;
      await archive.staff.remove(id).expect(204);
      const { body } = await request({ requestId }).expect(201);
      expect((await listOwn()).map((video) => video.id)).toEqual([(body as ShowcaseVideo).id]);
    });

    it('makes another video without an id, or with anything else in it', async () => {
      const requestId = randomUUID();
      for (const fields of [{}, {}, { requestId }, { requestId, title: 'My film' }]) await link(fields).expect(201);
      expect(await listOwn()).toHaveLength(4);
    });

    it('tells nothing any more of a person who was deleted', async () => {
      const requestId = randomUUID();
      await send({ requestId }).expect(201);
      await archive.testApp.staff().delete(`/api/admin/delete-user/${archive.userId}`).expect(200);
      await send({ requestId }).expect(404);
    });

    it('is refused with an id that is none', async () => {
      const { body } = await link({ requestId: 'x' }).expect(400);
      expect(body).toMatchObject({ message: 'The id of a request must be a UUID.' });
    });
  });

  describe('upload in chunks', () => {
    const file = sampleMp4(2000, 7);
    const start = (fields: object = {}) =>
      archive.staff.post('/start-upload').send({
        filename: 'long.mp4',
        totalSize: String(file.length),
        totalChunks: '1',
        mimeType: 'video/mp4',
        userId: archive.userId,
        questionId: '3',
        ...fields,
      });
    const open = async (fields: object = {}) =>
      ((await start(fields).expect(201)).body as { uploadId: string }).uploadId;
    const send = (uploadId: string) =>
      archive.staff
        .post('/chunk')
        .field({ uploadId, chunkIndex: '0', userId: archive.userId, questionId: '3' })
        .attach('chunk', file, 'blob');

    it('makes one video, however often it is processed', async () => {
      const uploadId = await open({ transcript: 'In chunks' });
      expect((await send(uploadId).expect(200)).body).toEqual({ complete: true, readyForProcessing: true });
      expect((await archive.staff.get(`${VIDEOS}/uploads/${uploadId}`).expect(200)).body).toMatchObject({
        receivedChunks: [0],
      });
      const [first, second] = await Promise.all([
        archive.staff.post(`/process/${uploadId}`).expect(201),
        archive.staff.post(`/process/${uploadId}`).expect(201),
      ]);
      const third = await archive.staff.post(`/process/${uploadId}`).expect(201);
      expect(first.body).toMatchObject({
        questionId: 3,
        transcript: 'In chunks',
        fileSize: 2000,
        filename: 'long.mp4',
      });
      expect([second.body, third.body]).toEqual([first.body, first.body]);
      expect(await listOwn()).toHaveLength(1);
      await archive.staff.remove((first.body as ShowcaseVideo).id).expect(204);
      await archive.staff.post(`/process/${uploadId}`).expect(404);
    });

    describe('refuses', () => {
      it('a file over 500 MB', async () => {
        const totalSize = 500 * 1024 * 1024 + 1;
        const { body } = await start({ totalSize, totalChunks: 101 }).expect(413);
        expect(body).toEqual({ message: 'Videos can have up to 500MB.', code: 'too_large' });
      });

      it('an unknown user before the first byte', async () => {
        const { body } = await start({ userId: randomUUID() }).expect(404);
        expect(body).toEqual({ message: 'There is no such user.', code: 'user_not_found' });
      });

      it('to process what has not arrived', async () => {
        await archive.staff.post(`/process/${await open()}`).expect(409);
        await archive.staff.post(`/process/${randomUUID()}`).expect(404);
        await archive.staff.post('/process/no-uuid').expect(404);
      });
    });
  });

  describe('refuses', () => {
    it('what is no video by its bytes, whatever it is called', async () => {
      const before = await storedFiles();
      for (const bytes of [await sampleJpeg(), Buffer.from('<html>'), Buffer.alloc(0)]) {
        const { body } = await archive.staff.upload(archive.userId, {}, bytes).expect(415);
        expect((body as { message: string }).message).toBe('This file is not a video of a kind that we can keep.');
      }
      expect(await storedFiles()).toBe(before);
    });

    it('a video that ends too early, and says so', async () => {
      const { body } = await archive.staff.upload(archive.userId, {}, sampleMp4(2000).subarray(0, 1000)).expect(415);
      expect((body as { message: string }).message).toBe(
        'This file ends too early, or it is damaged. Please send it again.',
      );
    });

    it.each([
      [{ userId: randomUUID() }, 404, 'There is no such user.'],
      [{ userId: 'anna' }, 400, 'Please select a user.'],
      [{ questionId: '99' }, 404, 'There is no such question.'],
      [{ questionId: '-1' }, 400, 'Please select a question.'],
      [{ questionId: 'first' }, 400, 'Please select a question.'],
      [{ title: 'x'.repeat(301) }, 400, 'The title must be at most 300 characters long.'],
      [{ transcript: 'a\0b' }, 400, 'The transcript must be readable text.'],
    ])('the fields %j', async (fields, status, message) => {
      const form = archive.staff.post('').field({ userId: archive.userId, questionId: '0', ...fields });
      const { body } = await form.attach('video', sampleMp4(), 'a.mp4').expect(status);
      expect((body as { message: string }).message).toBe(message);
    });

    it('a form without a video', async () => {
      const { body } = await archive.staff.post('').field({ userId: archive.userId, questionId: '0' }).expect(400);
      const message = 'Please select a user, question, and video file';
      expect(body).toEqual({ message, code: 'video_missing' });
    });
  });
});
