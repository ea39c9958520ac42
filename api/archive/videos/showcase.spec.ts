import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { AuditPage } from '../../contract/staff/audit.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import type { InterviewQuestion } from '../../contract/interview/questions.js';
import type {
  DeleteShowcaseVideoRequest,
  ShowcaseVideo,
  StaffUserOption,
  VideoChanged,
} from '../../contract/videos/showcase.js';
import { countFiles } from '../../testing/count-files.js';
import { withArchive } from '../../testing/with-archive.js';

const VIDEOS = '/api/admin/showcase-videos';

describe('showcase', () => {
  const archive = withArchive();
  const storedFiles = () => countFiles(path.join(archive.testApp.config.stateDir, 'media'));

  const list = async (which: '' | '/approved') =>
    (await archive.staff.get(VIDEOS + which).expect(200)).body as ShowcaseVideo[];
  const isIn = async (which: '' | '/approved', { id }: ShowcaseVideo) =>
    (await list(which)).some((video) => video.id === id);
  const revisionOf = async ({ id }: ShowcaseVideo) => {
    const rows = await archive.testApp.dataSource.query<{ revision: number }[]>(
      'SELECT revision FROM showcase_video WHERE id = $1',
      [id],
    );
    return rows[0]?.revision;
  };

  it('offers everyone, sorted by full name, and the questions', async () => {
    await archive.staff.register('Zoë', 'Adams');
    await archive.staff.register('Élodie', 'Zimmer');
    const users = (await archive.staff.get('/api/admin/users').expect(200)).body as StaffUserOption[];
    const names = users.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(names.indexOf('Élodie Zimmer')).toBeLessThan(names.indexOf('Zoë Adams'));
    expect(users).toContainEqual({
      id: archive.userId,
      firstName: 'Anna',
      lastName: 'Example',
      email: expect.any(String) as string,
    });
    const questions = (await archive.staff.get('/api/admin/questions').expect(200)).body as InterviewQuestion[];
    expect(questions.map(({ id }) => id)).toEqual(QUESTION_IDS);
  });

  describe('approval', () => {
    it('moves a video to the approved ones and back', async () => {
      const video = await archive.staff.add(archive.userId, { questionId: 1 });
      expect((await archive.staff.approve(video.id).expect(200)).body).toEqual({
        ...video,
        isApproved: true,
        isShown: true,
        approvedAt: expect.any(String) as string,
      });
      expect([await isIn('', video), await isIn('/approved', video)]).toEqual([false, true]);
      expect((await archive.staff.unapprove(video.id).expect(200)).body).toEqual(video);
      expect([await isIn('', video), await isIn('/approved', video)]).toEqual([true, false]);
    });

    it('counts a change once, however often it is asked for', async () => {
      const video = await archive.staff.add(archive.userId);
      await Promise.all([archive.staff.approve(video.id).expect(200), archive.staff.approve(video.id).expect(200)]);
      await archive.staff.approve(video.id).expect(200);
      expect(await revisionOf(video)).toBe(2);
      await Promise.all([archive.staff.unapprove(video.id).expect(200), archive.staff.unapprove(video.id).expect(200)]);
      expect(await revisionOf(video)).toBe(3);
    });

    it('survives two producers who disagree', async () => {
      const video = await archive.staff.publish(archive.userId, { questionId: 1, transcript: 'Contested' });
      await Promise.all([archive.staff.unapprove(video.id).expect(200), archive.staff.approve(video.id).expect(200)]);
      const isApproved = await isIn('/approved', video);
      expect(await isIn('', video)).toBe(!isApproved);
      await archive.testApp.http.get(`/stories/${video.user.userName}`).expect(isApproved ? 200 : 404);
    });

    it('is noted in the audit, by ids alone', async () => {
      const video = await archive.staff.publish(archive.userId);
      await archive.staff.unapprove(video.id).expect(200);
      await archive.staff.remove(video.id).expect(204);
      const { entries } = (await archive.staff.get('/api/admin/audit').expect(200)).body as AuditPage;
      const own = entries.filter(({ subject }) => subject.id === video.id);
      expect(own.map(({ action }) => action)).toEqual([
        'video_deleted',
        'video_unapproved',
        'video_approved',
        'video_added',
      ]);
    });

    it('notes each change of a video once, and none where nothing changes', async () => {
      const { id } = await archive.staff.addHosted(archive.userId, 'https://vimeo.com/1', { transcript: 'I rest.' });
      const { http } = archive.testApp;
      const chosen = { sentence: 'I rest.' };
      const choose = () => http.put(`${VIDEOS}/${id}/sentence`).set('Cookie', archive.staff.cookie).send(chosen);
      const changes = [
        () => archive.staff.edit(id, { title: 'Other', videoUrl: 'https://vimeo.com/2' }),
        choose,
        () => archive.staff.post(`/${id}/versions/1/restore`).send({}),
      ];
      for (const [index, change] of changes.entries()) {
        await change().expect(({ ok }) => expect(ok).toBe(true));
        await change().expect(({ ok }) => expect(ok).toBe(true));
        const { entries } = (await archive.staff.get('/api/admin/audit').expect(200)).body as AuditPage;
        const own = entries.filter(({ subject }) => subject.id === id).map(({ action }) => action);
        expect(own).toEqual([...Array<string>(index + 1).fill('video_changed'), 'video_added']);
      }
    });
  });

  it('tells which older cut comes up where one is taken away, until that one is, too', async () => {
    const userId = await archive.staff.register();
    const [first, second] = [
      await archive.staff.publish(userId, { questionId: 1, title: 'First cut' }),
      await archive.staff.publish(userId, { questionId: 1, title: 'Second cut' }),
    ];
    await archive.staff.publish(userId, { questionId: 2 });
    const insteadOf = async ({ id }: ShowcaseVideo) =>
      ((await archive.staff.get(`${VIDEOS}/${id}`).expect(200)).body as ShowcaseVideo).showsInstead;
    expect(await insteadOf(second)).toEqual({ title: 'First cut', approvedAt: first.approvedAt });
    expect(await insteadOf(first)).toBeNull();
    await archive.staff.unapprove(first.id).expect(200);
    expect(await insteadOf(second)).toBeNull();
  });

  describe('editing', () => {
    it('changes the given texts and leaves the others', async () => {
      const video = await archive.staff.add(archive.userId, { title: 'Old', description: 'Old', transcript: 'Old' });
      const { body } = await archive.staff.edit(video.id, { transcript: 'New', description: '' }).expect(200);
      expect(body).toEqual({
        ...video,
        transcript: 'New',
        description: '',
        textsVersion: expect.any(String) as string,
        release: { ...video.release, cutHash: expect.any(String) as string },
      });
      expect((body as ShowcaseVideo).textsVersion).not.toBe(video.textsVersion);
      expect((body as ShowcaseVideo).release.cutHash).not.toBe(video.release.cutHash);
      expect(await revisionOf(video)).toBe(2);
    });

    it('says when somebody else was faster, and undoes nothing of theirs', async () => {
      const video = await archive.staff.add(archive.userId, { title: 'Old', transcript: 'Old' });
      const { textsVersion } = video;
      await archive.staff.edit(video.id, { transcript: 'Theirs', textsVersion }).expect(200);
      const { body } = await archive.staff.edit(video.id, { transcript: 'Mine', textsVersion }).expect(409);
      expect(body).toEqual({
        code: 'texts_changed',
        message: 'Somebody else has changed the texts of this video since you opened it.',
      });
      const [now] = await list('');
      expect(now).toMatchObject({ id: video.id, transcript: 'Theirs' });
      await archive.staff.edit(video.id, { transcript: 'Mine', textsVersion: now!.textsVersion }).expect(200);
    });

    it('lets one of two win that save at once', async () => {
      const { id, textsVersion } = await archive.staff.add(archive.userId, { transcript: 'Old' });
      const saves = ['Mine', 'Theirs'].map((transcript) => archive.staff.edit(id, { transcript, textsVersion }));
      const statuses = (await Promise.all(saves)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    });

    it('is not in the way of an approval, nor of the same words saved again', async () => {
      const { id, textsVersion } = await archive.staff.add(archive.userId, { transcript: 'Old' });
      await archive.staff.approve(id).expect(200);
      for (let time = 0; time < 2; time++)
        await archive.staff.edit(id, { transcript: 'New', textsVersion }).expect(200);
    });

    it('of nothing changes nothing', async () => {
      const video = await archive.staff.add(archive.userId, { title: 'Same' });
      await archive.staff.edit(video.id, {}).expect(200);
      await archive.staff.edit(video.id, { title: 'Same' }).expect(200);
      expect(await revisionOf(video)).toBe(1);
    });

    it('takes words with control characters, as an earlier version kept them, for the same without', async () => {
      const video = await archive.staff.add(archive.userId);
      const texts = { description: 'In\u0002side', transcript: 'One\vtwo' };
      const keep = 'UPDATE showcase_video SET description = $2, transcript = $3 WHERE id = $1';
      await archive.testApp.dataSource.query(keep, [video.id, texts.description, texts.transcript]);
      await archive.staff.edit(video.id, texts).expect(200);
      expect(await revisionOf(video)).toBe(1);
      const { body } = await archive.staff.edit(video.id, { ...texts, transcript: 'One\vthree' }).expect(200);
      expect(body).toMatchObject({ description: 'In\u0002side', transcript: 'One\nthree' });
    });
  });

  it('streams to staff, in parts', async () => {
    const video = await archive.staff.add(archive.userId);
    const { body, headers } = await archive.staff.get(video.videoUrl!).set('Range', 'bytes=4-7').expect(206);
    expect((body as Buffer).toString()).toBe('ftyp');
    expect(headers['cache-control']).toBe('private, no-store');
  });

  it('deletes a video from either state, with its file', async () => {
    const before = await storedFiles();
    const waiting = await archive.staff.add(archive.userId);
    const approved = await archive.staff.publish(archive.userId, { questionId: 1 });
    for (const { id } of [waiting, approved]) {
      await archive.staff.remove(id).expect(204);
      await archive.staff.remove(id).expect(404);
    }
    expect(await storedFiles()).toBe(before);
  });

  it('deletes only what was looked at, and says what is other', async () => {
    const video = await archive.staff.add(archive.userId, { title: 'Old' });
    const { textsVersion, userId, questionId, shownName, isApproved } = video;
    const remove = (seen: DeleteShowcaseVideoRequest) => archive.staff.remove(video.id).send(seen);
    await archive.staff.edit(video.id, { title: 'New' }).expect(200);
    await archive.staff.approve(video.id).expect(200);
    const { body } = await remove({ textsVersion, userId, questionId, shownName, isApproved }).expect(409);
    expect(body).toMatchObject({
      code: 'video_changed',
      message: 'The title and the approval of this video changed since you looked at it.',
      differences: [
        { field: 'title', before: 'Old', after: 'New' },
        { field: 'approval', before: 'Waiting for approval', after: 'Approved' },
      ],
    });
    const { video: now } = body as VideoChanged;
    await remove({ textsVersion: now.textsVersion, isApproved: now.isApproved }).expect(204);
    await archive.staff.get(`${VIDEOS}/${video.id}`).expect(404);
  });

  describe('refuses', () => {
    it('everyone but staff', async () => {
      const { id } = await archive.staff.add(archive.userId);
      const { http } = archive.testApp;
      await http.get('/api/admin/users').expect(401);
      await http.get('/api/admin/questions').expect(401);
      await http.get(VIDEOS).expect(401);
      await http.get(`${VIDEOS}/approved`).expect(401);
      await http.post(VIDEOS).field({ userId: archive.userId, questionId: '0' }).expect(401);
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

    it.each([randomUUID(), 'no-uuid'])('the unknown video %j', async (id) => {
      const refusal = { message: 'This video does not exist.', code: 'showcase_video_not_found' };
      expect((await archive.staff.approve(id).expect(404)).body).toEqual(refusal);
      expect((await archive.staff.unapprove(id).expect(404)).body).toEqual(refusal);
      expect((await archive.staff.edit(id, {}).expect(404)).body).toEqual(refusal);
      expect((await archive.staff.remove(id).expect(404)).body).toEqual(refusal);
      expect((await archive.staff.get(`${VIDEOS}/${id}/stream`).expect(404)).body).toEqual(refusal);
    });

    it('an empty title', async () => {
      const { id } = await archive.staff.add(archive.userId);
      const { body } = await archive.staff.edit(id, { title: ' ' }).expect(400);
      expect((body as { message: string }).message).toBe('The title must not be empty.');
    });
  });
});
