import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HOSTED_VIDEO_EXPECTED } from '../../contract/hosted-video.js';
import type { ShowcaseVideo } from '../../contract/showcase.js';
import type { SearchAnswer } from '../../contract/search-answer.js';
import type { StoryOverviewItem, UserStory } from '../../contract/stories.js';
import { checkMedia, type MediaFinding } from '../../media/check/check-media.js';
import { MediaRepository } from '../../media/media.repository.js';
import { MediaStore } from '../../media/media-store.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { sampleJpeg, sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { VideoHostServer } from '../../testing/video-host-server.js';
import { HostedThumbnailsWorker } from './hosted-thumbnails.worker.js';

const VIDEOS = '/api/admin/showcase-videos';
const TIMED = 'WEBVTT\n\n00:01.000 --> 00:02.000\nI loved to dance';

describe('videos at Vimeo and YouTube', () => {
  let host: VideoHostServer;
  let testApp: TestApp;
  let staff: ArchiveClient;
  let userId: string;
  let picture: Buffer;

  beforeAll(async () => {
    host = await VideoHostServer.start();
    testApp = await createTestApp({ VIMEO_URL: host.url, YOUTUBE_URL: host.url });
    staff = await ArchiveClient.signIn(testApp);
    picture = await sampleJpeg();
    host.hasVimeo('1', { large: picture });
    host.hasVimeo('2', { large: picture });
  });
  afterAll(async () => {
    await testApp.close();
    await host.close();
  });
  beforeEach(async () => {
    userId = await staff.register();
    // The pictures of the spec before have come, or will not.
    await until(async () => {
      const due = await testApp.dataSource.query<unknown[]>('SELECT FROM hosted_thumbnail WHERE due_at <= now()');
      return due.length === 0;
    });
  });

  const post = (fields: object) => staff.post('').send({ userId, questionId: 1, ...fields });
  const read = async ({ id }: ShowcaseVideo) => {
    const lists = ['', '/approved'].map(async (list) => (await staff.get(VIDEOS + list)).body as ShowcaseVideo[]);
    return (await Promise.all(lists)).flat().find((video) => video.id === id)!;
  };
  const storyOf = async ({ user }: ShowcaseVideo) =>
    (await testApp.http.get(encodeURI(`/api/user-story/${user.userName}`)).expect(200)).body as UserStory;
  const pictured = async (video: ShowcaseVideo) => {
    await until(async () => (await read(video)).posterUrl !== null);
    return read(video);
  };
  const triesOf = async ({ id }: ShowcaseVideo) => {
    const [row] = await testApp.dataSource.query<{ tries: number; isDue: boolean; isPutOff: boolean }[]>(
      `SELECT tries, due_at IS NOT NULL AND due_at <= now() AS "isDue", due_at IS NOT NULL AND due_at > now() AS "isPutOff"
       FROM hosted_thumbnail WHERE video_id = $1`,
      [id],
    );
    return row;
  };
  const storedFiles = async () => {
    const folder = path.join(testApp.config.stateDir, 'media');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('are named by their one address, and have nothing that belongs to a file', async () => {
    const { body } = await staff
      .post('')
      .field({
        userId,
        questionId: '1',
        videoUrl: ' http://player.vimeo.com/video/404?h=abcdef0123 ',
        transcript: TIMED,
      })
      .expect(201);
    const video = body as ShowcaseVideo;
    expect(video).toEqual({
      id: expect.any(String) as string,
      userId,
      questionId: 1,
      title: 'Life before ME/CFS',
      description: '',
      transcript: 'I loved to dance',
      cues: [{ start: 1, end: 2, text: 'I loved to dance' }],
      textsVersion: expect.any(String) as string,
      draft: null,
      videoUrl: 'https://vimeo.com/404/abcdef0123',
      mimeType: null,
      posterUrl: null,
      audioUrl: null,
      originalUrl: null,
      durationSeconds: null,
      width: null,
      height: null,
      preparation: null,
      filename: null,
      fileSize: null,
      isApproved: false,
      approvedAt: null,
      isShown: false,
      createdAt: expect.any(String) as string,
      user: { firstName: 'Anna', lastName: 'Example', userName: expect.stringMatching(/^anna-/) as string },
      question: { title: 'Life before ME/CFS' },
    } satisfies ShowcaseVideo);
    expect(await read(video)).toEqual(video);
  });

  it('are taken as JSON, and from a form whose file was not chosen', async () => {
    const { videoUrl } = await staff.addHosted(userId, 'https://youtu.be/abcdefghijk');
    expect(videoUrl).toBe('https://www.youtube.com/watch?v=abcdefghijk');
    const form = staff.upload(userId, {}, Buffer.alloc(0)).field({ videoUrl: 'https://vimeo.com/1' });
    expect((await form.expect(201)).body).toMatchObject({ videoUrl: 'https://vimeo.com/1', questionId: null });
  });

  it('are found, exported and captioned like any other', async () => {
    const { id, user } = await staff.addHosted(userId, 'https://vimeo.com/1', { questionId: 1, transcript: TIMED });
    await staff.approve(id).expect(200);
    const items = (await testApp.http.get('/api/search-data').expect(200)).body as StoryOverviewItem[];
    expect(items.find((item) => item.user.id === userId)?.videos).toMatchObject([
      { id, videoUrl: 'https://vimeo.com/1', mimeType: null, transcript: 'I loved to dance', audioUrl: null },
    ]);
    const found = (await testApp.http.get('/api/search-data?q=LOVED&from=0').expect(200)).body as SearchAnswer;
    expect(found.rows).toMatchObject([{ videoId: id, text: 'I loved to dance' }]);
    const exported = (await staff.get('/api/showcase-videos/approved').expect(200)).body as ShowcaseVideo[];
    expect(exported[0]).toMatchObject({ id, transcript: 'I loved to dance' });
    const captions = await testApp.http.get(encodeURI(`/stories/${user.userName}/${id}.vtt`)).expect(200);
    expect(captions.text).toContain('I loved to dance');
    expect((await staff.get(`${VIDEOS}/page?list=approved&q=dance`)).body).toMatchObject({
      videos: [{ id }],
      found: 1,
    });
  });

  it('keep a picture of their host’s, which goes with them', async () => {
    const before = await storedFiles();
    const video = await pictured(await staff.addHosted(userId, 'https://vimeo.com/1'));
    expect((await staff.get(video.posterUrl!).expect(200)).type).toBe('image/jpeg');
    await staff.approve(video.id).expect(200);
    const { overviewVideo } = await storyOf(video);
    expect(overviewVideo?.posterUrl).toBe(`/media/${video.id}.jpg`);
    await testApp.http.get(overviewVideo!.posterUrl!).expect(200, /./);
    const findings: MediaFinding[] = [];
    const store = testApp.app.get(MediaStore, { strict: false });
    await checkMedia(store, new MediaRepository(testApp.dataSource), (finding) => findings.push(finding));
    expect(findings).toEqual([]);
    const asked = host.asked.length;
    await staff.unapprove(video.id).expect(200);
    await testApp.http.get(overviewVideo!.posterUrl!).expect(404);
    await staff.remove(video.id).expect(204);
    await staff.get(video.posterUrl!).expect(404);
    expect({ files: await storedFiles(), asked: host.asked.length }).toEqual({ files: before, asked });
  });

  it('are public before their picture, which is added when it comes', async () => {
    const letThrough = host.hold();
    const video = await staff.addHosted(userId, 'https://vimeo.com/1');
    await staff.approve(video.id).expect(200);
    expect((await storyOf(video)).overviewVideo).toMatchObject({ videoUrl: 'https://vimeo.com/1', posterUrl: null });
    letThrough();
    await until(async () => (await storyOf(video)).overviewVideo?.posterUrl !== null);
    await until(async () => (await testApp.http.get(`/media/${video.id}.jpg`)).status === 200);
  });

  it('take the place of a file, which is gone for everyone', async () => {
    const file = await staff.publish(userId, { questionId: 2, transcript: 'Then and now' });
    const before = await storedFiles();
    await testApp.http.get(`/media/${file.id}.mp4`).expect(200);
    const { body } = await staff.edit(file.id, { videoUrl: 'https://vimeo.com/1' }).expect(200);
    expect(body).toMatchObject({ videoUrl: 'https://vimeo.com/1', mimeType: null, filename: null, isApproved: true });
    await testApp.http.get(`/media/${file.id}.mp4`).expect(404);
    for (const part of ['stream', 'original', 'audio']) await staff.get(`${VIDEOS}/${file.id}/${part}`).expect(404);
    expect((await storyOf(file)).videos).toMatchObject([
      { videoUrl: 'https://vimeo.com/1', transcript: 'Then and now' },
    ]);
    await pictured(file);
    expect(await storedFiles()).toBe(before);
  });

  it('move to another address with another picture, and stay where they are when it is the same', async () => {
    const video = await pictured(await staff.addHosted(userId, 'https://vimeo.com/1'));
    const files = await storedFiles();
    const same = await staff.edit(video.id, { videoUrl: 'http://www.vimeo.com/1', title: 'New' }).expect(200);
    expect(same.body).toMatchObject({ title: 'New', posterUrl: video.posterUrl });
    const letThrough = host.hold();
    const moved = await staff.edit(video.id, { videoUrl: 'https://vimeo.com/2' }).expect(200);
    expect(moved.body).toMatchObject({ videoUrl: 'https://vimeo.com/2', posterUrl: null });
    letThrough();
    await pictured(video);
    expect({ files: await storedFiles(), last: host.asked.at(-1) }).toEqual({ files, last: '/video/2_large' });
  });

  it('have the picture of where they moved while their host was being asked', async () => {
    const asked = host.asked.length;
    const letThrough = host.hold();
    const video = await staff.addHosted(userId, 'https://vimeo.com/1');
    await until(() => host.asked.length > asked);
    await staff.edit(video.id, { videoUrl: 'https://vimeo.com/2' }).expect(200);
    letThrough();
    await pictured(video);
    expect(host.asked.at(-1)).toBe('/video/2_large');
  });

  it('do without a picture where there is none, and their host is asked again a few times only', async () => {
    const worker = testApp.app.get(HostedThumbnailsWorker);
    const video = await staff.addHosted(userId, 'https://vimeo.com/404');
    await until(async () => (await triesOf(video))?.tries === 1);
    expect(await triesOf(video)).toEqual({ tries: 1, isDue: false, isPutOff: true });
    await testApp.dataSource.query('UPDATE hosted_thumbnail SET tries = 4, due_at = now() WHERE video_id = $1', [
      video.id,
    ]);
    await until(async () => {
      worker.look();
      return (await triesOf(video))?.tries === 5;
    });
    expect(await triesOf(video)).toEqual({ tries: 5, isDue: false, isPutOff: false });
    await staff.approve(video.id).expect(200);
    expect((await storyOf(video)).overviewVideo?.posterUrl).toBeNull();
    await staff.get(`${VIDEOS}/${video.id}/poster`).expect(404);
  });

  it('get their picture after a restart that came in between', async () => {
    const asked = host.asked.length;
    const letThrough = host.hold();
    const video = await staff.addHosted(userId, 'https://vimeo.com/1');
    await until(() => host.asked.length > asked);
    await testApp.restart();
    letThrough();
    expect((await pictured(video)).posterUrl).toBe(`${VIDEOS}/${video.id}/poster`);
  });

  it('go with their person, picture and all', async () => {
    const before = await storedFiles();
    await pictured(await staff.addHosted(userId, 'https://vimeo.com/1'));
    await testApp.http.delete(`/api/admin/delete-user/${userId}`).set('Cookie', staff.cookie).expect(200);
    expect(await storedFiles()).toBe(before);
  });

  describe('refuses', () => {
    it.each([
      'https://example.org/1',
      'https://evil.com/youtube.com',
      'javascript:alert(1)',
      'https://vimeo.com/about',
    ])('the address %s, and names what is accepted', async (videoUrl) => {
      const refusal = { message: HOSTED_VIDEO_EXPECTED, code: 'video_url_refused' };
      expect((await post({ videoUrl }).expect(400)).body).toEqual(refusal);
      const { id } = await staff.addHosted(userId, 'https://vimeo.com/1');
      expect((await staff.edit(id, { videoUrl }).expect(400)).body).toEqual(refusal);
    });

    it('a file and an address, in one request and in chunks', async () => {
      const both = { message: 'Send a video file or the address of a video, not both.', code: 'file_and_address' };
      const form = staff.upload(userId, {}, sampleMp4()).field({ videoUrl: 'https://vimeo.com/1' });
      expect((await form.expect(400)).body).toEqual(both);
      const chunks = staff.post('/start-upload').send({
        userId,
        questionId: 1,
        filename: 'a.mp4',
        totalSize: 10,
        totalChunks: 1,
        mimeType: 'video/mp4',
        videoUrl: 'https://vimeo.com/1',
      });
      expect((await chunks.expect(400)).body).toEqual(both);
    });

    it('neither a file nor an address', async () => {
      const message = 'Please select a user, question, and video file';
      expect((await post({}).expect(400)).body).toEqual({ message, code: 'video_missing' });
      expect((await post({ videoUrl: ' ' }).expect(400)).body).toEqual({ message, code: 'video_missing' });
      expect((await staff.post('').field({ userId, questionId: '1' }).expect(400)).body).toMatchObject({ message });
    });

    it.each([
      ['Please select a user.', { userId: 'nobody' }],
      ['Please select a question.', { questionId: 'none' }],
      ['The address of the video must be readable text.', { videoUrl: 7 }],
      [
        'The address of the video must be at most 2048 characters long.',
        { videoUrl: `https://vimeo.com/${'1'.repeat(2048)}` },
      ],
    ])('fields that are wrong: %s', async (message, fields) => {
      expect((await post({ videoUrl: 'https://vimeo.com/1', ...fields }).expect(400)).body).toMatchObject({ message });
    });

    it('people, questions and videos that are not there, and strangers', async () => {
      const videoUrl = 'https://vimeo.com/1';
      await post({ videoUrl, userId: randomUUID() }).expect(404);
      await post({ videoUrl, questionId: 9 }).expect(404);
      await staff.edit(randomUUID(), { videoUrl }).expect(404);
      await testApp.http.post(VIDEOS).send({ userId, questionId: 1, videoUrl }).expect(401);
    });

    it('a row with both a file and an address, or with neither', async () => {
      const { id } = await staff.addHosted(userId, 'https://vimeo.com/1');
      const set = (values: string) =>
        testApp.dataSource.query(`UPDATE showcase_video SET ${values} WHERE id = $1`, [id]);
      await expect(set('video_url = NULL')).rejects.toThrow('showcase_video_file_or_address');
      await expect(set('media_id = (SELECT id FROM media_file LIMIT 1)')).rejects.toThrow('showcase_video');
    });
  });
});
