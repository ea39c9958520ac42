import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import type { StoryOverviewItem, UserStory } from '../../contract/stories/stories.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { givePoster } from '../../testing/posters.js';
import { keepPublicCopy } from '../../testing/public-copy.js';
import { sampleMp4, sampleWebm } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { STORIES_AT_A_TIME, StoriesService } from './stories.service.js';
import { TranscriptSearchService } from './transcript-search.service.js';

describe('stories', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;

  beforeEach(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
  });
  afterEach(() => testApp.close());

  const get = async <T>(path: string) => (await testApp.http.get(path).expect(200)).body as T;
  const overview = () => get<StoryOverviewItem[]>('/api/stories-overview');
  const names = async () => (await overview()).map(({ user }) => user.firstName);
  const firstVideo = async () => (await overview())[0]!.videos[0]!;

  it('are empty before the first approval', async () => {
    await archive.add(await archive.register(), { questionId: 1 });
    expect(await overview()).toEqual([]);
    expect(await get('/api/search-data')).toEqual([]);
  });

  it('tell first names only, answers in the order of the questions, the overview apart', async () => {
    const userId = await archive.register('Anna', 'Secret-Surname');
    await archive.publish(userId, { questionId: 4, transcript: 'Rest' });
    await archive.publish(userId, { questionId: 0, transcript: 'In short' });
    const { id, user } = await archive.publish(userId, { questionId: 1, transcript: 'Dancing' });
    await archive.add(userId, { questionId: 2, transcript: 'Not approved' });
    const response = await testApp.http.get('/api/stories-overview').expect(200);
    expect(response.text).not.toMatch(/Secret-Surname|example\.org|Not approved/);
    expect(await get('/api/search-data')).toEqual(response.body);
    for (const path of [
      `/api/user-story/${user.userName}`,
      '/api/search-data?q=dancing',
      '/api/search-data?q=dancing&from=0',
    ]) {
      const { text } = await testApp.http.get(path).expect(200);
      expect(text).toContain('Dancing');
      expect(text).not.toMatch(/Secret-Surname|example\.org|Not approved/);
    }
    const [item] = response.body as StoryOverviewItem[];
    expect(item?.user).toEqual({
      id: userId,
      firstName: 'Anna',
      // No closer than the address of the story tells.
      createdAt: `${/\d{4}-\d\d-\d\d/.exec(user.userName)?.[0]}T00:00:00.000Z`,
      userName: user.userName,
    });
    expect(item?.overviewVideo).toMatchObject({ questionId: null, title: 'Story overview', transcript: 'In short' });
    expect(item?.videos.map(({ questionId }) => questionId)).toEqual([1, 4]);
    expect(item?.videos[0]).toEqual({
      id,
      questionId: 1,
      title: 'Life before ME/CFS',
      transcript: 'Dancing',
      cues: null,
      sentence: null,
      isSentenceChosen: false,
      isWritten: false,
      videoUrl: `/media/${id}.mp4`,
      mimeType: 'video/mp4',
      fileSize: sampleMp4().length,
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      posterUrl: null,
      audioUrl: null,
      durationSeconds: null,
    });
  });

  it('come newest first', async () => {
    for (const name of ['Anna', 'Ben', 'Cleo']) await archive.publish(await archive.register(name), { questionId: 1 });
    expect((await overview()).map(({ user }) => user.firstName)).toEqual(['Cleo', 'Ben', 'Anna']);
  });

  it('show of two approved videos on a question the one approved last', async () => {
    const userId = await archive.register();
    const first = await archive.add(userId, { questionId: 1, transcript: 'First' });
    const second = await archive.publish(userId, { questionId: 1, transcript: 'Second' });
    const shown = async () => (await overview())[0]?.videos.map(({ transcript }) => transcript);
    expect(await shown()).toEqual(['Second']);
    await archive.approve(first.id).expect(200);
    expect(await shown()).toEqual(['First']);
    await archive.unapprove(first.id).expect(200);
    expect(await shown()).toEqual(['Second']);
    await archive.unapprove(second.id).expect(200);
    expect(await overview()).toEqual([]);
  });

  it('are shared with the picture of the overview, else of the first answer that has one', async () => {
    const userId = await archive.register();
    const shared: [questionId: number, isIts: boolean][] = [];
    for (const questionId of [3, 5, 1, 0]) {
      const { id } = await archive.publish(userId, { questionId });
      await givePoster(testApp, id);
      const [made] = await testApp.dataSource.query<[{ poster: string }]>(
        `SELECT poster_media_id AS poster FROM video_preparation JOIN showcase_video v USING (media_id) WHERE v.id = $1`,
        [id],
      );
      const [story] = await testApp.app.get(StoriesService).listPublications();
      shared.push([questionId, story?.posterId === made.poster]);
    }
    expect(shared).toEqual([
      [3, true],
      [5, false],
      [1, true],
      [0, true],
    ]);
  });

  it('are read of one moment: whoever is approved meanwhile comes with the next reading, and goes again', async () => {
    const [anna, ben] = [await archive.register('Anna'), await archive.register('Ben')];
    await archive.publish(anna, { questionId: 1, transcript: 'First' });
    const { id } = await archive.publish(ben, { questionId: 1, transcript: 'Second' });
    await archive.unapprove(id).expect(200);
    const setApproved = (isApproved: boolean) =>
      testApp.dataSource.query(
        'UPDATE showcase_video SET is_approved = $2, approved_at = now(), revision = revision + 1 WHERE id = $1',
        [id, isApproved],
      );
    const stories = testApp.app.get(StoriesService);
    const listAll = stories.listAll.bind(stories);
    jest.spyOn(stories, 'listAll').mockImplementationOnce(async function* (from) {
      await setApproved(true);
      yield* listAll(from);
    });
    expect(await names()).toEqual(['Anna']);
    expect(await names()).toEqual(['Ben', 'Anna']);
    await setApproved(false);
    expect(await names()).toEqual(['Anna']);
  });

  it('are whole and in their order where they are more than are read at a time', async () => {
    const { id } = await archive.publish(await archive.register('Anna'), { questionId: 1, transcript: 'One of many' });
    const copies = 2 * STORIES_AT_A_TIME + 1;
    await testApp.dataSource.query(
      `WITH person AS (
         INSERT INTO participant
         SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'email', n || '@example.org',
                   'email_key', n || '@example.org', 'user_name', 'copy-' || n, 'created_at', now() + n * interval '1 second'))).*
         FROM participant p, generate_series(1, $1) n
         RETURNING id
       )
       INSERT INTO showcase_video
       SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'participant_id', person.id))).*
       FROM person, showcase_video v WHERE v.id = $2`,
      [copies, id],
    );
    const all = await overview();
    const expected = Array.from({ length: copies }, (_, index) => `copy-${copies - index}`);
    expect(all.slice(0, -1).map(({ user }) => user.userName)).toEqual(expected);
    expect(all.at(-1)?.user.firstName).toBe('Anna');
    await testApp.app.get(TranscriptSearchService).bringUpToDate();
    expect(await get('/api/search-data?q=of+many')).toEqual(all);
  });

  it('name the type of a file in its address', async () => {
    const form = archive.upload(await archive.register(), { questionId: 1 }, sampleWebm());
    const { id } = (await form.expect(201)).body as { id: string };
    await keepPublicCopy(testApp, id);
    await archive.approve(id).expect(200);
    expect((await overview())[0]?.videos[0]).toMatchObject({ videoUrl: `/media/${id}.webm`, mimeType: 'video/webm' });
  });

  describe('one story', () => {
    it('is found by its user name, with all questions', async () => {
      const { id, user } = await archive.publish(await archive.register('Zoë'), { questionId: 3, transcript: 'Now' });
      const path = `/api/user-story/${encodeURIComponent(user.userName)}`;
      const story = await get<UserStory>(path);
      expect(story.user.firstName).toBe('Zoë');
      expect(story.questions).toHaveLength(QUESTION_IDS.length);
      expect(story.videos.map((video) => video.id)).toEqual([id]);
      expect(await get<UserStory>(path.normalize('NFD'))).toEqual(story);
    });

    describe('refuses', () => {
      it.each(['nobody-2025-01-01', '%00', '..%2f..', 'a'.repeat(2000)])('the unknown name %j', async (userName) => {
        const { body } = await testApp.http.get(`/api/user-story/${userName}`).expect(404);
        expect(body).toEqual({ message: 'User story not found', code: 'story_not_found' });
      });

      it('an address that cannot be decoded', () => testApp.http.get('/api/user-story/%E0%A4').expect(400));

      it('a person without an approved video', async () => {
        const video = await archive.publish(await archive.register(), { questionId: 1 });
        await archive.unapprove(video.id).expect(200);
        await testApp.http.get(`/api/user-story/${video.user.userName}`).expect(404);
      });
    });
  });

  it.each([
    ['/api/stories-overview', 'Failed to fetch stories overview'],
    ['/api/search-data', 'Failed to fetch search data'],
    ['/api/search-data?q=a', 'Failed to fetch search data'],
    ['/api/user-story/anna-2025-03-01', 'Failed to fetch user story'],
  ])('%s says so when the database cannot tell', async (path, message) => {
    await testApp.dataSource.query('ALTER VIEW public_video RENAME TO lost');
    const { body } = await testApp.http.get(path).expect(500);
    expect(body).toEqual({ message, code: 'internal' });
    await testApp.dataSource.query('ALTER VIEW lost RENAME TO public_video');
  });

  describe('sent again', () => {
    it('answer 304 until something changes', async () => {
      const userId = await archive.register();
      const video = await archive.publish(userId, { questionId: 1, transcript: 'Before' });
      for (const path of ['/api/stories-overview', '/api/search-data', `/api/user-story/${video.user.userName}`]) {
        const { headers } = await testApp.http.get(path).expect(200);
        const again = () => testApp.http.get(path).set('If-None-Match', headers.etag!);
        expect(headers['cache-control']).toBe('no-cache');
        await again().expect(304);
        await archive.edit(video.id, { transcript: `After ${path}` }).expect(200);
        expect((await again().expect(200)).text).toContain(`After ${path}`);
      }
    });

    it('tell what was made of a video also where nobody could be told of it', async () => {
      const video = await archive.publish(await archive.register(), { questionId: 1 });
      await keepPublicCopy(testApp, video.id);
      for (const [column, value, field] of [
        ['duration_seconds', '12', 'durationSeconds'],
        ['poster_media_id', 'media_id', 'posterUrl'],
        ['audio_media_id', 'media_id', 'audioUrl'],
        ['copy_media_id', 'NULL', 'videoUrl'],
        ['playable_media_id', 'media_id', 'videoUrl'],
      ] as const) {
        const before = await firstVideo();
        await testApp.dataSource.query(
          `UPDATE video_preparation SET ${column} = ${value}
           WHERE media_id = (SELECT media_id FROM showcase_video WHERE id = $1)`,
          [video.id],
        );
        expect([column, (await firstVideo())[field]]).not.toEqual([column, before[field]]);
      }
    });

    it('are compressed for those who can read it', async () => {
      await archive.publish(await archive.register(), { questionId: 1, transcript: 'word '.repeat(500) });
      const plain = await testApp.http.get('/api/stories-overview').set('Accept-Encoding', 'identity').expect(200);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const brotli = await testApp.http.get('/api/stories-overview').set('Accept-Encoding', 'gzip, br').expect(200);
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
      expect(brotli.headers.etag).not.toBe(plain.headers.etag);
      expect(brotli.body).toEqual(plain.body);
      for (const path of ['/api/stories-overview', '/api/search-data']) {
        const gzip = await testApp.http.get(path).set('Accept-Encoding', 'gzip').expect(200);
        expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
        expect([plain.headers.etag, brotli.headers.etag]).not.toContain(gzip.headers.etag);
        expect(gzip.body).toEqual(plain.body);
      }
      const [{ user }] = plain.body as [StoryOverviewItem];
      const { headers } = await testApp.http.get(`/api/user-story/${user.userName}`).set('Accept-Encoding', 'gzip');
      expect(headers['content-encoding']).toBe('gzip');
    });

    it('are compressed anew where that has failed once', async () => {
      await archive.publish(await archive.register(), { questionId: 1 });
      {
        using broken = jest.spyOn(Readable, 'from').mockImplementation(() => {
          throw new Error('No memory.');
        });
        await testApp.http.get('/api/stories-overview').set('Accept-Encoding', 'gzip').expect(500);
        expect(broken).toHaveBeenCalled();
      }
      const { headers } = await testApp.http.get('/api/stories-overview').set('Accept-Encoding', 'gzip').expect(200);
      expect(headers['content-encoding']).toBe('gzip');
    });
  });
});
