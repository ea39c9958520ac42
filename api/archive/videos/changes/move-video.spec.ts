import { randomUUID } from 'node:crypto';
import type { AuditPage } from '../../../contract/staff/audit.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { UserStory } from '../../../contract/stories/stories.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { withArchive } from '../../../testing/with-archive.js';

const VIDEOS = '/api/admin/showcase-videos';

describe('moving a video', () => {
  const archive = withArchive();
  let other: string;
  beforeEach(async () => {
    other = await archive.staff.register('Berta', 'Other');
  });

  const move = async (id: string, place: object) =>
    (await archive.staff.edit(id, place).expect(200)).body as ShowcaseVideo;
  const page = (userName: string, status: number) => archive.testApp.http.get(`/stories/${userName}`).expect(status);
  const story = async (userName: string) =>
    (await archive.testApp.http.get(`/api/user-story/${userName}`).expect(200)).body as UserStory;
  const actionsOn = async (id: string) => {
    const { entries } = (await archive.staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    return entries.filter(({ subject }) => subject.id === id).map(({ action }) => action);
  };

  it('to another person takes it off the page of the first, and waits for approval for the page of the second', async () => {
    const video = await archive.staff.publish(archive.userId, { questionId: 1, transcript: 'Of whom?' });
    const stays = await archive.staff.publish(archive.userId, { questionId: 2, transcript: 'Stays' });
    const moved = await move(video.id, { userId: other });
    expect(moved).toMatchObject({ userId: other, isApproved: false, approvedAt: null, user: { firstName: 'Berta' } });
    expect((await page(video.user.userName, 200)).text).not.toContain('Of whom?');
    expect((await story(video.user.userName)).videos.map(({ id }) => id)).toEqual([stays.id]);
    await page(moved.user.userName, 404);
    expect((await actionsOn(video.id)).slice(0, 2)).toEqual(['video_unapproved', 'video_moved']);
    await archive.staff.approve(video.id).expect(200);
    expect((await page(moved.user.userName, 200)).text).toContain('Of whom?');
  });

  it('to another person leaves nothing public of somebody whose only one it was', async () => {
    const { id, user } = await archive.staff.publish(archive.userId, { questionId: 1 });
    const { videoUrl } = (await story(user.userName)).videos[0]!;
    await archive.testApp.http.get(videoUrl!).expect(200);
    await move(id, { userId: other.toUpperCase() });
    await page(user.userName, 404);
    await archive.testApp.http.get(videoUrl!).expect(404);
  });

  it('to another question keeps its approval, and the page follows', async () => {
    const { id, user, approvedAt } = await archive.staff.publish(archive.userId, { questionId: 1, title: 'My own' });
    const moved = await move(id, { questionId: 3 });
    expect(moved).toMatchObject({ questionId: 3, isApproved: true, approvedAt, title: 'My own' });
    expect((await story(user.userName)).videos).toMatchObject([{ id, questionId: 3 }]);
    expect((await actionsOn(id))[0]).toBe('video_moved');
    expect(await move(id, { questionId: null })).toMatchObject({ questionId: null });
    expect((await story(user.userName)).overviewVideo).toMatchObject({ id });
  });

  it('gives a title that is the question’s own to the new question', async () => {
    const { id, title } = await archive.staff.add(archive.userId, { questionId: 0 });
    expect(title).toBe('Story overview');
    expect(await move(id, { questionId: 1 })).toMatchObject({ title: 'Life before ME/CFS' });
    expect(await move(id, { questionId: 2, title: 'Given' })).toMatchObject({ title: 'Given' });
    expect(await actionsOn(id)).toEqual(['video_moved', 'video_moved', 'video_added']);
  });

  it('to where it is changes nothing', async () => {
    const { id } = await archive.staff.publish(archive.userId, { questionId: 1 });
    expect(await move(id, { userId: archive.userId, questionId: '1' })).toMatchObject({ isApproved: true });
    expect(await actionsOn(id)).toEqual(['video_approved', 'video_added']);
  });

  it('is refused where somebody else has moved it meanwhile, and may be repeated', async () => {
    const { id } = await archive.staff.add(archive.userId, { questionId: 1 });
    const from = { fromUserId: archive.userId, fromQuestionId: 1 };
    await move(id, { userId: other, ...from });
    expect(await move(id, { userId: other, ...from })).toMatchObject({ userId: other, questionId: 1 });
    const { body } = await archive.staff.edit(id, { questionId: 2, ...from }).expect(409);
    expect(body).toEqual({
      code: 'video_moved',
      message: 'Somebody else has moved this video since you opened it.',
    });
    await move(id, { questionId: 2, fromUserId: other, fromQuestionId: '1' });
    await archive.staff.edit(id, { userId: archive.userId, fromUserId: other, fromQuestionId: 1 }).expect(409);
    expect((await archive.staff.get(`${VIDEOS}/${id}`)).body).toMatchObject({ userId: other, questionId: 2 });
  });

  it('takes along what is kept of its upload: it goes with the second person', async () => {
    const file = sampleMp4(2000, 5);
    const announced = { filename: 'a.mp4', totalSize: file.length, totalChunks: 1, mimeType: 'video/mp4' };
    const start = archive.staff.post('/start-upload').send({ ...announced, userId: archive.userId, questionId: 1 });
    const { uploadId } = (await start.expect(201)).body as { uploadId: string };
    const fields = { uploadId, chunkIndex: '0', totalChunks: '1', totalSize: String(file.length) };
    const repeated = { filename: 'a.mp4', mimeType: 'video/mp4', userId: archive.userId, questionId: '1' };
    await archive.staff
      .post('/chunk')
      .field({ ...fields, ...repeated })
      .attach('chunk', file, 'blob')
      .expect(200);
    const { id } = (await archive.staff.post(`/process/${uploadId}`).expect(201)).body as ShowcaseVideo;
    await move(id, { userId: other });
    const { http, dataSource } = archive.testApp;
    await http.delete(`/api/admin/delete-user/${other}`).set('Cookie', archive.staff.cookie).expect(200);
    expect(await dataSource.query('SELECT FROM upload_session WHERE id = $1', [uploadId])).toEqual([]);
  });

  it.each([
    [{ userId: randomUUID() }, 404],
    [{ questionId: 99 }, 404],
    [{ userId: 'no-uuid' }, 400],
    [{ userId: null }, 400],
    [{ questionId: -1 }, 400],
    [{ questionId: 'three' }, 400],
    [{ title: null }, 400],
  ])('to %j is refused, and changes nothing', async (place, status) => {
    const { id } = await archive.staff.publish(archive.userId, { questionId: 1 });
    await archive.staff.edit(id, place).expect(status);
    const { body } = await archive.staff.get(`${VIDEOS}/${id}`).expect(200);
    expect(body).toMatchObject({ userId: archive.userId, questionId: 1, isApproved: true });
  });
});
