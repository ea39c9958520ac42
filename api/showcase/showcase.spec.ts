import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AuditPage } from '../contract/audit.js';
import type { InterviewQuestion } from '../contract/questions.js';
import type { ShowcaseVideo, StaffUserOption } from '../contract/showcase.js';
import { ArchiveClient } from '../testing/archive-client.js';
import { sampleJpeg, sampleMp4, sampleWebm } from '../testing/sample-media.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

const VIDEOS = '/api/admin/showcase-videos';

describe('showcase', () => {
  let testApp: TestApp;
  let staff: ArchiveClient;
  let userId: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    staff = await ArchiveClient.signIn(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    userId = await staff.register();
  });

  const list = async (which: '' | '/approved') => (await staff.get(VIDEOS + which).expect(200)).body as ShowcaseVideo[];
  const isIn = async (which: '' | '/approved', { id }: ShowcaseVideo) =>
    (await list(which)).some((video) => video.id === id);
  const revisionOf = async ({ id }: ShowcaseVideo) => {
    const rows = await testApp.dataSource.query<{ revision: number }[]>(
      'SELECT revision FROM showcase_video WHERE id = $1',
      [id],
    );
    return rows[0]?.revision;
  };
  const storedFiles = async () => {
    const folder = path.join(testApp.config.stateDir, 'media');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('offers everyone, sorted by full name, and the questions', async () => {
    await staff.register('Zoë', 'Adams');
    await staff.register('Élodie', 'Zimmer');
    const users = (await staff.get('/api/admin/users').expect(200)).body as StaffUserOption[];
    const names = users.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(names.indexOf('Élodie Zimmer')).toBeLessThan(names.indexOf('Zoë Adams'));
    expect(users[0]).toEqual({
      id: userId,
      firstName: 'Anna',
      lastName: 'Example',
      email: expect.any(String) as string,
    });
    const questions = (await staff.get('/api/admin/questions').expect(200)).body as InterviewQuestion[];
    expect(questions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  describe('upload in one request', () => {
    it('makes a video that waits, named after its question', async () => {
      const { body } = await staff.upload(userId, { questionId: 2, transcript: ' Line one\nline two ' }).expect(201);
      expect(body).toEqual({
        id: expect.any(String) as string,
        userId,
        questionId: 2,
        title: 'The events that caused it',
        description: '',
        transcript: 'Line one\nline two',
        cues: null,
        draft: null,
        videoUrl: `${VIDEOS}/${(body as ShowcaseVideo).id}/stream`,
        posterUrl: null,
        audioUrl: null,
        originalUrl: expect.stringMatching(/\/original$/) as string,
        durationSeconds: null,
        width: null,
        height: null,
        preparation: { state: 'off', problem: null },
        filename: 'finished.mp4',
        mimeType: 'video/mp4',
        fileSize: 1024,
        isApproved: false,
        approvedAt: null,
        isShown: false,
        createdAt: expect.any(String) as string,
        user: { firstName: 'Anna', lastName: 'Example', userName: expect.stringMatching(/^anna-/) as string },
        question: { title: 'The events that caused it' },
      } satisfies ShowcaseVideo);
      expect((await list(''))[0]).toEqual(body);
    });

    it.each(['0', '', 'null'])('takes the question %j for the story overview', async (questionId) => {
      const { body } = await staff.upload(userId, { questionId }).expect(201);
      expect(body).toMatchObject({ questionId: null, title: 'Story overview', question: null });
    });

    it('takes the fields after the file, and titles of its own', async () => {
      const form = staff.post('').attach('video', sampleWebm(), 'film.webm');
      const { body } = await form
        .field({ title: 'My film', description: 'About me', questionId: '1', userId })
        .expect(201);
      expect(body).toMatchObject({ title: 'My film', description: 'About me', questionId: 1, mimeType: 'video/webm' });
    });
  });

  describe('upload in chunks', () => {
    const file = sampleMp4(2000, 7);
    const start = (fields: object = {}) =>
      staff.post('/start-upload').send({
        filename: 'long.mp4',
        totalSize: String(file.length),
        totalChunks: '1',
        mimeType: 'video/mp4',
        userId,
        questionId: '3',
        ...fields,
      });
    const open = async (fields: object = {}) =>
      ((await start(fields).expect(201)).body as { uploadId: string }).uploadId;
    const send = (uploadId: string) =>
      staff.post('/chunk').field({ uploadId, chunkIndex: '0', userId, questionId: '3' }).attach('chunk', file, 'blob');

    it('makes one video, however often it is processed', async () => {
      const uploadId = await open({ transcript: 'In chunks' });
      expect((await send(uploadId).expect(200)).body).toEqual({ complete: true, readyForProcessing: true });
      expect((await staff.get(`${VIDEOS}/uploads/${uploadId}`).expect(200)).body).toMatchObject({
        receivedChunks: [0],
      });
      const [first, second] = await Promise.all([
        staff.post(`/process/${uploadId}`).expect(201),
        staff.post(`/process/${uploadId}`).expect(201),
      ]);
      const third = await staff.post(`/process/${uploadId}`).expect(201);
      expect(first.body).toMatchObject({
        questionId: 3,
        transcript: 'In chunks',
        fileSize: 2000,
        filename: 'long.mp4',
      });
      expect([second.body, third.body]).toEqual([first.body, first.body]);
      expect((await list('')).filter((video) => video.userId === userId)).toHaveLength(1);
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
        await staff.post(`/process/${await open()}`).expect(409);
        await staff.post(`/process/${randomUUID()}`).expect(404);
        await staff.post('/process/no-uuid').expect(404);
      });
    });
  });

  describe('approval', () => {
    it('moves a video to the approved ones and back', async () => {
      const video = await staff.add(userId, { questionId: 1 });
      expect((await staff.approve(video.id).expect(200)).body).toEqual({
        ...video,
        isApproved: true,
        isShown: true,
        approvedAt: expect.any(String) as string,
      });
      expect([await isIn('', video), await isIn('/approved', video)]).toEqual([false, true]);
      expect((await staff.unapprove(video.id).expect(200)).body).toEqual(video);
      expect([await isIn('', video), await isIn('/approved', video)]).toEqual([true, false]);
    });

    it('counts a change once, however often it is asked for', async () => {
      const video = await staff.add(userId);
      await Promise.all([staff.approve(video.id).expect(200), staff.approve(video.id).expect(200)]);
      await staff.approve(video.id).expect(200);
      expect(await revisionOf(video)).toBe(2);
      await Promise.all([staff.unapprove(video.id).expect(200), staff.unapprove(video.id).expect(200)]);
      expect(await revisionOf(video)).toBe(3);
    });

    it('survives two producers who disagree', async () => {
      const video = await staff.publish(userId, { questionId: 1, transcript: 'Contested' });
      await Promise.all([staff.unapprove(video.id).expect(200), staff.approve(video.id).expect(200)]);
      const isApproved = await isIn('/approved', video);
      expect(await isIn('', video)).toBe(!isApproved);
      await testApp.http.get(`/stories/${video.user.userName}`).expect(isApproved ? 200 : 404);
    });

    it('is noted in the audit, by ids alone', async () => {
      const video = await staff.publish(userId);
      await staff.unapprove(video.id).expect(200);
      await staff.remove(video.id).expect(204);
      const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
      const own = entries.filter(({ subject }) => subject.id === video.id);
      expect(own.map(({ action }) => action)).toEqual(['video_deleted', 'video_unapproved', 'video_approved']);
    });
  });

  describe('editing', () => {
    it('changes the given texts and leaves the others', async () => {
      const video = await staff.add(userId, { title: 'Old', description: 'Old', transcript: 'Old' });
      const { body } = await staff.edit(video.id, { transcript: 'New', description: '' }).expect(200);
      expect(body).toEqual({ ...video, transcript: 'New', description: '' });
      expect(await revisionOf(video)).toBe(2);
    });

    it('of nothing changes nothing', async () => {
      const video = await staff.add(userId, { title: 'Same' });
      await staff.edit(video.id, {}).expect(200);
      await staff.edit(video.id, { title: 'Same' }).expect(200);
      expect(await revisionOf(video)).toBe(1);
    });
  });

  it('streams to staff, in parts', async () => {
    const video = await staff.add(userId);
    const { body, headers } = await staff.get(video.videoUrl).set('Range', 'bytes=4-7').expect(206);
    expect((body as Buffer).toString()).toBe('ftyp');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('deletes a video from either state, with its file', async () => {
    const before = await storedFiles();
    const waiting = await staff.add(userId);
    const approved = await staff.publish(userId, { questionId: 1 });
    for (const { id } of [waiting, approved]) {
      await staff.remove(id).expect(204);
      await staff.remove(id).expect(404);
    }
    expect(await storedFiles()).toBe(before);
  });

  describe('refuses', () => {
    it('everyone but staff', async () => {
      const { id } = await staff.add(userId);
      const { http } = testApp;
      await http.get('/api/admin/users').expect(401);
      await http.get('/api/admin/questions').expect(401);
      await http.get(VIDEOS).expect(401);
      await http.get(`${VIDEOS}/approved`).expect(401);
      await http.post(VIDEOS).field({ userId, questionId: '0' }).expect(401);
      await http.post(`${VIDEOS}/start-upload`).send({}).expect(401);
      await http.post(`${VIDEOS}/chunk`).field({ uploadId: randomUUID() }).expect(401);
      await http.post(`${VIDEOS}/process/${randomUUID()}`).expect(401);
      await http.get(`${VIDEOS}/uploads/${randomUUID()}`).expect(401);
      await http.get(`${VIDEOS}/${id}/stream`).expect(401);
      await http.patch(`${VIDEOS}/${id}`).send({ title: 'Mine' }).expect(401);
      await http.put(`${VIDEOS}/${id}/approve`).expect(401);
      await http.put(`${VIDEOS}/${id}/unapprove`).expect(401);
      await http.delete(`${VIDEOS}/${id}`).expect(401);
    });

    it('what is no video by its bytes, whatever it is called', async () => {
      const before = await storedFiles();
      for (const bytes of [await sampleJpeg(), Buffer.from('<html>'), Buffer.alloc(0)]) {
        const { body } = await staff.upload(userId, {}, bytes).expect(415);
        expect((body as { message: string }).message).toBe('This file is not a video of a kind that we can keep.');
      }
      expect(await storedFiles()).toBe(before);
    });

    it.each([
      [{ userId: randomUUID() }, 404, 'There is no such user.'],
      [{ userId: 'anna' }, 400, 'Please select a user.'],
      [{ questionId: '7' }, 404, 'There is no such question.'],
      [{ questionId: '-1' }, 400, 'Please select a question.'],
      [{ questionId: 'first' }, 400, 'Please select a question.'],
      [{ title: 'x'.repeat(301) }, 400, 'The title must be at most 300 characters long.'],
      [{ transcript: 'a\0b' }, 400, 'The transcript must be readable text.'],
    ])('the fields %j', async (fields, status, message) => {
      const form = staff.post('').field({ userId, questionId: '0', ...fields });
      const { body } = await form.attach('video', sampleMp4(), 'a.mp4').expect(status);
      expect((body as { message: string }).message).toBe(message);
    });

    it('a form without a video', async () => {
      const { body } = await staff.post('').field({ userId, questionId: '0' }).expect(400);
      const message = 'Please select a user, question, and video file';
      expect(body).toEqual({ message, code: 'video_missing' });
    });

    it.each([randomUUID(), 'no-uuid'])('the unknown video %j', async (id) => {
      const refusal = { message: 'This video does not exist.', code: 'showcase_video_not_found' };
      expect((await staff.approve(id).expect(404)).body).toEqual(refusal);
      expect((await staff.unapprove(id).expect(404)).body).toEqual(refusal);
      expect((await staff.edit(id, {}).expect(404)).body).toEqual(refusal);
      expect((await staff.remove(id).expect(404)).body).toEqual(refusal);
      expect((await staff.get(`${VIDEOS}/${id}/stream`).expect(404)).body).toEqual(refusal);
    });

    it('an empty title', async () => {
      const { id } = await staff.add(userId);
      const { body } = await staff.edit(id, { title: ' ' }).expect(400);
      expect((body as { message: string }).message).toBe('The title must not be empty.');
    });
  });
});
