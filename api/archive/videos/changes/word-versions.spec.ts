import { WordVersions1700000000140 } from '../../../platform/database/migrations/1700000000140-word-versions.js';
import type { ShowcaseVideo, VideoChanged } from '../../../contract/videos/showcase.js';
import type { WordVersion, WordVersionSummary } from '../../../contract/videos/showcase-words.js';
import { asProducer } from '../../../testing/as-producer.js';
import { withArchive } from '../../../testing/with-archive.js';
import { VideoEditing } from './video-editing.service.js';

const VIDEOS = '/api/admin/showcase-videos';
const SRT = '1\n00:00:00,000 --> 00:00:00,400\nI loved to run\n\n2\n00:00:00,400 --> 00:00:01,000\nand to sing.\n';
const UNCHANGED = 'Versions of words are only ever added to.';

const lookAt = ({ textsVersion, userId, questionId, user, videoUrl }: ShowcaseVideo) => {
  return { textsVersion, userId, questionId, shownName: user.firstName, videoUrl };
};

describe('the versions of words', () => {
  const archive = withArchive();

  const versionsOf = async (id: string) =>
    (await archive.staff.get(`${VIDEOS}/${id}/versions`).expect(200)).body as WordVersionSummary[];
  const version = async (id: string, number: number) =>
    (await archive.staff.get(`${VIDEOS}/${id}/versions/${number}`).expect(200)).body as WordVersion;
  const find = async (id: string) => (await archive.staff.get(`${VIDEOS}/${id}`).expect(200)).body as ShowcaseVideo;
  const restore = (id: string, number: number | string, body = {}) =>
    archive.staff.post(`/${id}/versions/${number}/restore`).send(body);
  const countKept = async (id: string) => {
    const { dataSource } = archive.testApp;
    return (await dataSource.query<unknown[]>('SELECT FROM word_version WHERE video_id = $1', [id])).length;
  };
  const approve = (id: string, lookedAt: object) =>
    archive.testApp.http.put(`${VIDEOS}/${id}/approve`).set('Cookie', archive.staff.cookie).send(lookedAt);

  it('are all kept, each with its time and what is other in it', async () => {
    const { id } = await archive.staff.add(archive.userId, { title: 'First', transcript: 'Words' });
    await archive.staff.edit(id, { title: 'Second', description: 'About' }).expect(200);
    await archive.staff.edit(id, { transcript: SRT }).expect(200);
    const versions = await versionsOf(id);
    expect(versions.map(({ number, changed }) => [number, changed])).toEqual([
      [3, ['transcript', 'captions']],
      [2, ['title', 'description']],
      [1, ['title', 'transcript']],
    ]);
    for (const { savedAt } of versions) expect(Math.abs(Date.parse(savedAt) - Date.now())).toBeLessThan(60_000);
    expect(await version(id, 1)).toMatchObject({ title: 'First', description: '', transcript: 'Words', cues: null });
    expect((await version(id, 3)).cues).toHaveLength(2);
  });

  it('tell who saved them', async () => {
    const { id } = await archive.staff.add(archive.userId);
    const service = archive.testApp.app.get(VideoEditing, { strict: false });
    await asProducer('Mara', () => service.edit(id, { title: 'By Mara' }));
    await asProducer('Jo', () => service.restoreWords(id, '1'));
    expect((await versionsOf(id)).map(({ producer, restoredFrom }) => [producer, restoredFrom])).toEqual([
      ['Jo', 1],
      ['Mara', null],
      [null, null],
    ]);
  });

  it('are not added to by what changes no word', async () => {
    const { id } = await archive.staff.publish(archive.userId, { title: 'Same' });
    await archive.staff.edit(id, { title: 'Same' }).expect(200);
    await archive.staff.unapprove(id).expect(200);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('are restored exactly, times and all, and publicly at once', async () => {
    const { id, user } = await archive.staff.publish(archive.userId, { questionId: 1, transcript: SRT });
    const [first] = [await version(id, 1)];
    await archive.staff.edit(id, { transcript: 'Gone wrong', title: 'Wrong' }).expect(200);
    const { body } = await restore(id, 1).expect(200);
    const { title, transcript, cues } = first;
    expect(body).toMatchObject({ title, transcript, cues, isApproved: true });
    const { text } = await archive.testApp.http.get(`/stories/${user.userName}`).expect(200);
    expect(text).not.toContain('Gone wrong');
    await restore(id, 2).expect(200);
    expect(await find(id)).toMatchObject({ title: 'Wrong', transcript: 'Gone wrong', cues: null });
    await restore(id, 2).expect(200);
    expect(await versionsOf(id)).toHaveLength(4);
  });

  it('are not restored over what somebody else wrote meanwhile', async () => {
    const { id, textsVersion } = await archive.staff.add(archive.userId, { title: 'First' });
    await archive.staff.edit(id, { title: 'Mine' }).expect(200);
    const { textsVersion: mine } = await find(id);
    await archive.staff.edit(id, { title: 'Theirs' }).expect(200);
    for (const opened of [textsVersion, mine]) {
      const { body } = await restore(id, 1, { textsVersion: opened }).expect(409);
      expect(body).toMatchObject({ code: 'texts_changed' });
    }
    expect(await find(id)).toMatchObject({ title: 'Theirs' });
    expect(await versionsOf(id)).toHaveLength(3);
  });

  it('go with their video, and with their person', async () => {
    const [one, other] = [await archive.staff.add(archive.userId), await archive.staff.add(archive.userId)];
    await archive.staff.remove(one.id).expect(204);
    expect(await countKept(one.id)).toBe(0);
    expect(await countKept(other.id)).toBe(1);
    const { http } = archive.testApp;
    await http.delete(`/api/admin/delete-user/${archive.userId}`).set('Cookie', archive.staff.cookie).expect(200);
    expect(await countKept(other.id)).toBe(0);
  });

  it.each([["UPDATE word_version SET title = 'Never said'"], ['DELETE FROM word_version'], ['TRUNCATE word_version']])(
    'are refused by the database: %s',
    async (statement) => {
      const { id } = await archive.staff.add(archive.userId);
      await expect(archive.testApp.dataSource.query(statement)).rejects.toThrow(UNCHANGED);
      expect(await countKept(id)).toBe(1);
    },
  );

  it('begin with the words that were there before versions were kept', async () => {
    const { id } = await archive.staff.add(archive.userId, { title: 'Long there', transcript: SRT });
    const runner = archive.testApp.dataSource.createQueryRunner();
    const migration = new WordVersions1700000000140();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    expect(await versionsOf(id)).toMatchObject([
      { number: 1, producer: null, changed: ['title', 'transcript', 'captions'] },
    ]);
    await archive.staff.edit(id, { title: 'Changed' }).expect(200);
    expect((await restore(id, 1).expect(200)).body).toMatchObject({ title: 'Long there' });
  });

  it('that do not exist are not found', async () => {
    const { id } = await archive.staff.add(archive.userId);
    for (const number of ['2', '0', '-1', 'x', '99999999999']) {
      await archive.staff.get(`${VIDEOS}/${id}/versions/${number}`).expect(404);
      await restore(id, number).expect(404);
    }
    await archive.staff.get(`${VIDEOS}/no-uuid/versions`).expect(404);
    await archive.testApp.http.get(`${VIDEOS}/${id}/versions`).expect(401);
    await archive.testApp.http.post(`${VIDEOS}/${id}/versions/1/restore`).expect(401);
  });

  describe('approval', () => {
    it('publishes what was looked at', async () => {
      const video = await archive.staff.add(archive.userId, { questionId: 2, transcript: 'Seen' });
      await approve(video.id, lookAt(video)).expect(200);
      await approve(video.id, lookAt(video)).expect(200);
    });

    it('is refused with the difference when words have changed meanwhile, until those were looked at', async () => {
      const video = await archive.staff.add(archive.userId, { questionId: 1, title: 'Seen', transcript: 'Seen' });
      await archive.staff.edit(video.id, { title: 'Not seen', transcript: 'Not seen' }).expect(200);
      const body = (await approve(video.id, lookAt(video)).expect(409)).body as VideoChanged;
      expect(body.code).toBe('video_changed');
      expect(body.message).toBe('The title and the transcript of this video changed since you looked at it.');
      expect(body.differences).toEqual([
        { field: 'title', before: 'Seen', after: 'Not seen' },
        { field: 'transcript', before: 'Seen', after: 'Not seen' },
      ]);
      expect(await find(video.id)).toMatchObject({ isApproved: false });
      await archive.testApp.http.get(`/stories/${video.user.userName}`).expect(404);
      await approve(video.id, lookAt(body.video)).expect(200);
    });

    it('is refused when it is another person, question, name or video than was looked at', async () => {
      const video = await archive.staff.add(archive.userId, { questionId: 1 });
      const other = await archive.staff.register('Berta', 'Example');
      await archive.staff.edit(video.id, { userId: other, questionId: 0, title: video.title }).expect(200);
      const { differences } = (await approve(video.id, lookAt(video)).expect(409)).body as VideoChanged;
      expect(differences).toEqual([
        { field: 'person', before: 'Anna Example', after: 'Berta Example' },
        { field: 'question', before: 'Life before ME/CFS', after: 'Story overview' },
      ]);
      await approve(video.id, { shownName: 'Anna' }).expect(409);
      await approve(video.id, { videoUrl: 'https://vimeo.com/1' }).expect(409);
      expect(await find(video.id)).toMatchObject({ isApproved: false });
    });

    it('without saying what was looked at takes the newest', async () => {
      const video = await archive.staff.add(archive.userId, { title: 'Seen' });
      await archive.staff.edit(video.id, { title: 'Newest' }).expect(200);
      expect((await archive.staff.approve(video.id).expect(200)).body).toMatchObject({ title: 'Newest' });
    });
  });
});
