import type { AdminAnswer } from '../../contract/staff/admin-answers.js';
import type { AdminPhoto, NameVersion, PhotoCount } from '../../contract/staff/admin-participants.js';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import type { ProgressStats } from '../../contract/people/participants.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { answer, count, me, submit, withStranger, write } from '../../testing/with-stranger.js';

const world = withStranger();
const { addPhoto, ofStaff, atStaff, rows, comeByMail, begun, left } = world;

describe('an e-mail that somebody registered before its owner came', () => {
  describe('once the owner opens a mailed link in another browser', () => {
    it('shows the owner nothing of it but how much there is, and counts it for nobody', async () => {
      await answer(world.stranger, QUESTION_IDS);
      const photoId = await addPhoto(world.stranger);
      await submit(world.stranger).expect(200);
      const answers = await ofStaff<AdminAnswer[]>(`user-answers/${(await atStaff()).id}`);
      const owner = await comeByMail();

      const user = await me(owner);
      expect(user).toMatchObject({ email: world.email, status: 'in_progress', isEmailProven: true });
      expect(user.unclaimed).toEqual({
        firstName: 'Mallory',
        lastName: 'Stranger',
        instagram: '@mallory',
        tiktok: '@mal',
        isSubmitted: true,
        answers: QUESTION_IDS.length,
        photos: 1,
        begunAt: expect.any(String),
        lastAt: expect.any(String),
      });
      expect(await count('/api/videos', owner)).toBe(0);
      expect(await count('/api/photos', owner)).toBe(0);
      await owner.get(`/api/photos/stream/${photoId}`).expect(404);
      await owner.get(`/api/videos/stream/${answers[0]!.id}`).expect(404);

      expect(await atStaff()).toMatchObject({
        status: 'in_progress',
        done: false,
        tag: false,
        instagram: null,
        tiktok: null,
        introductionCompletedAt: null,
        wishPeopleUnderstoodCompletedAt: null,
        mediaUploadCompletedAt: null,
        unclaimed: { answers: QUESTION_IDS.length, photos: 1 },
      });
      expect(await ofStaff<AdminAnswer[]>(`user-answers/${user.id}`)).toEqual([]);
      expect(await ofStaff<AdminPhoto[]>(`user-photos/${world.email}`)).toEqual([]);
      expect(await ofStaff<PhotoCount[]>('photo-summary')).toEqual([]);
      await world.staff.get(`/api/admin/photo/${photoId}/data`).expect(404);
      await world.staff.get(`/api/admin/answer/${answers[0]!.id}/stream`).expect(404);
      const { body: stats } = await world.testApp.http.get('/api/progress-stats').expect(200);
      expect(stats as ProgressStats).toMatchObject({ totalUsers: 1, completedInterviews: 0 });
    });

    it('gives it all back when the owner says that it is theirs, and again changes nothing', async () => {
      await answer(world.stranger, QUESTION_IDS);
      await addPhoto(world.stranger);
      await submit(world.stranger).expect(200);
      const before = await atStaff();
      const owner = await comeByMail();
      for (let times = 0; times < 2; times++) await owner.post('/api/user/unclaimed/claim').expect(204);

      expect(await count('/api/videos', owner)).toBe(6);
      expect(await count('/api/photos', owner)).toBe(1);
      const { id, ...user } = await me(owner);
      expect(user).toMatchObject({ status: 'submitted', unclaimed: null, keptUnder: [expect.any(String), id] });
      expect(await atStaff()).toEqual({ ...before, emailProvenAt: expect.any(String) });
      await world.stranger.get('/api/auth/user').expect(401);
    });

    it('keeps what the owner has recorded since as the answer, and what was recorded before beside it', async () => {
      await answer(world.stranger, [1, 2]);
      const owner = await comeByMail();
      await answer(owner, [1]);
      const own = (await owner.get('/api/videos')).body as { id: string }[];
      const ownTime = (await atStaff()).lifeBeforeCompletedAt!;
      await owner.post('/api/user/unclaimed/claim').expect(204);
      const all = (await owner.get('/api/videos')).body as { id: string; questionId: number }[];
      expect(all.map(({ questionId }) => questionId)).toEqual([1, 2]);
      expect(all[0]).toMatchObject({ id: own[0]!.id, earlierRecordings: [{ questionId: 1, isChosen: false }] });
      expect(Date.parse((await atStaff()).lifeBeforeCompletedAt!)).toBeLessThan(Date.parse(ownTime));
      expect(await rows('media_deletion')).toBe(0);
      expect(await rows('media_file')).toBe(3);
    });

    it('hides its words, and adds them to those that the owner has written since, once it is theirs', async () => {
      await write(world.stranger, 3, 'I danced.');
      await write(world.stranger, 4, 'I sang.');
      const owner = await comeByMail();
      const words = async () => (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
      expect(await words()).toEqual([]);
      expect((await owner.get('/api/my-story').expect(200)).body).toMatchObject({ writtenAnswers: [] });
      expect(await ofStaff<WrittenAnswer[]>(`user-answers/${(await atStaff()).id}/written`)).toEqual([]);
      await write(owner, 3, 'I climbed.');
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await words()).toMatchObject([
        { questionId: 3, text: 'I climbed.\n\nI danced.', revision: 2 },
        { questionId: 4, text: 'I sang.' },
      ]);
    });

    it('cuts nothing off its words, however long they become with those of the owner', async () => {
      const [theirs, own] = ['d', 'c'].map((letter) => letter.repeat(WRITTEN_ANSWER_MAX_LENGTH)) as [string, string];
      await write(world.stranger, 3, theirs);
      const owner = await comeByMail();
      await write(owner, 3, own);
      await owner.post('/api/user/unclaimed/claim').expect(204);
      const [words] = (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
      expect(words!.text === `${own}\n\n${theirs}`).toBe(true);
      const change = (text: string, revision: number) => owner.put('/api/written-answers/3').send({ text, revision });
      expect((await change(`${words!.text}!`, 2).expect(400)).body).toEqual({
        code: 'bad_request',
        message: 'Your answer must be at most 20000 characters long.',
      });
      await change(words!.text, 2).expect(200);
      await change(words!.text.slice(1), 2).expect(200);
      await change(words!.text, 3).expect(400);
    });

    it('keeps no piece of what goes because the owner has recorded it since, and it is handed in', async () => {
      await answer(world.stranger, QUESTION_IDS);
      const more = {
        questionId: 1,
        title: 'Answer',
        videoData: toDataUrl(sampleWebm(2000), 'video/webm'),
        isAddition: true,
      };
      await world.stranger.post('/api/videos/upload-cloud').send(more).expect(201);
      await addPhoto(world.stranger);
      await submit(world.stranger).expect(200);
      const pieces = await world.testApp.dataSource.query<{ id: string }[]>(
        'SELECT p.media_id AS id FROM answer_piece p JOIN answer a ON a.id = answer_id WHERE question_id = 1',
      );
      expect(pieces).toHaveLength(2);
      const owner = await comeByMail();
      await answer(owner, [1]);
      await owner.post('/api/user/unclaimed/claim').expect(204);

      expect(await count('/api/videos', owner)).toBe(6);
      const kept = 'SELECT FROM media_file WHERE id = ANY($1)';
      expect(await world.testApp.dataSource.query(kept, [pieces.map(({ id }) => id)])).toEqual([]);
    });

    it('deletes it for good when the owner says that it is not theirs, and takes the name from them', async () => {
      await answer(world.stranger, [1]);
      await addPhoto(world.stranger);
      const owner = await comeByMail();
      const name = { firstName: 'Olga', lastName: 'Owner' };
      await owner.post('/api/user/unclaimed/discard').send({ firstName: ' ', lastName: 'Owner' }).expect(400);
      for (let times = 0; times < 2; times++) {
        await owner.post('/api/user/unclaimed/discard').send(name).expect(204);
        // Nothing waits any more: a name that is asked for then is not taken.
        Object.assign(name, times === 0 ? { firstName: 'Other' } : {});
      }
      const user = await me(owner);
      expect(user).toMatchObject({ firstName: 'Olga', lastName: 'Owner', unclaimed: null });
      expect(user.keptUnder).not.toContain(user.id);
      expect(await atStaff()).toMatchObject({ userName: expect.stringMatching(/^olga-/), unclaimed: null, tag: false });
      for (const table of ['answer', 'photo', 'media_file', 'media_deletion', 'unclaimed_beginning']) {
        expect({ table, rows: await rows(table) }).toEqual({ table, rows: 0 });
      }
    });

    it('adds the name of the owner to those that staff have corrected, and leaves no way from an earlier address', async () => {
      const { id } = await atStaff();
      const correct = (body: object) => world.testApp.staff().patch(`/api/admin/users/${id}`).send(body).expect(200);
      await correct({ firstName: 'Malory', redirectOldAddress: true });
      const owner = await comeByMail();
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Anna', lastName: 'Owner' }).expect(204);
      const names = await ofStaff<NameVersion[]>(`users/${id}/names`);
      expect(names.map(({ firstName }) => firstName)).toEqual(['Anna', 'Malory', 'Mallory']);
      expect(await rows('former_address')).toBe(0);
    });

    it('gives back no handle in place of one that staff have corrected since', async () => {
      const { id } = await atStaff();
      const owner = await comeByMail();
      const correction = { tag: true, instagram: '@anna' };
      await world.testApp.staff().patch(`/api/admin/users/${id}`).send(correction).expect(200);
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await atStaff()).toMatchObject({ tag: true, instagram: '@anna', tiktok: '@mal' });
    });

    it('gives back no handle in place of one that was taken back since', async () => {
      const { id } = await atStaff();
      const owner = await comeByMail();
      for (const correction of [{ tag: true, instagram: '@anna' }, { tag: false }]) {
        await world.testApp.staff().patch(`/api/admin/users/${id}`).send(correction).expect(200);
      }
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await atStaff()).toMatchObject({ tag: false, instagram: null, tiktok: null });
    });

    it('takes a Submit only after the owner has decided', async () => {
      const owner = await comeByMail();
      await answer(owner, QUESTION_IDS);
      await addPhoto(owner);
      const { body } = await submit(owner).expect(409);
      expect(body).toMatchObject({ code: 'unclaimed', message: expect.stringContaining('whether what was recorded') });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      await submit(owner).expect(200);
    });

    it('withdraws nothing of it before the owner has decided', async () => {
      const { owner } = await begun();
      const before = await left();
      const { body } = await owner.post('/api/my-story/withdraw').send({ what: 'story' }).expect(409);
      expect(body).toMatchObject({ code: 'unclaimed' });
      expect(await left()).toEqual(before);
    });

    it('leaves what came through the public page under the e-mail, for staff', async () => {
      await answer(world.stranger, QUESTION_IDS);
      await addPhoto(world.stranger);
      await submit(world.stranger).expect(200);
      await world.testApp.http
        .post('/api/public/upload')
        .field({ submitterEmail: world.email, fileCount: '1', description0: '' })
        .attach('file0', await sampleJpeg(), 'public.jpg')
        .expect(201);
      const owner = await comeByMail();
      expect(await count('/api/photos', owner)).toBe(0);
      expect(await ofStaff<PhotoCount[]>('photo-summary')).toEqual([{ email: world.email, count: 1 }]);
      expect((await atStaff()).mediaUploadCompletedAt).not.toBeNull();
    });
  });

  it('goes with the person, what is set apart included', async () => {
    await answer(world.stranger, [1]);
    await addPhoto(world.stranger);
    const { id } = await me(await comeByMail());
    await world.testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    for (const table of ['participant', 'answer', 'photo', 'unclaimed_beginning', 'media_file', 'media_deletion']) {
      expect({ table, rows: await rows(table) }).toEqual({ table, rows: 0 });
    }
  });
});
