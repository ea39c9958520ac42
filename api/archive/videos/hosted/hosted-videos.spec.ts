import { randomUUID } from 'node:crypto';
import { HOSTED_VIDEO_EXPECTED } from '../../../contract/media/hosted-video.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { SearchAnswer } from '../../../contract/search/search-answer.js';
import type { StoryOverviewItem } from '../../../contract/stories/stories.js';
import { ADDED_VIDEO } from '../../../testing/added-video.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { withArchive } from '../../../testing/with-archive.js';

const VIDEOS = '/api/admin/showcase-videos';
const TIMED = 'WEBVTT\n\n00:01.000 --> 00:02.000\nI loved to dance';

describe('videos at Vimeo and YouTube', () => {
  const archive = withArchive();

  const post = (fields: object) => archive.staff.post('').send({ userId: archive.userId, questionId: 1, ...fields });
  const read = async ({ id }: ShowcaseVideo) => {
    const lists = ['', '/approved'].map(
      async (list) => (await archive.staff.get(VIDEOS + list)).body as ShowcaseVideo[],
    );
    return (await Promise.all(lists)).flat().find((video) => video.id === id)!;
  };

  it('are named by their one address, and have nothing that belongs to a file', async () => {
    const { body } = await archive.staff
      .post('')
      .field({
        userId: archive.userId,
        questionId: '1',
        videoUrl: ' http://player.vimeo.com/video/404?h=abcdef0123 ',
        transcript: TIMED,
      })
      .expect(201);
    const video = body as ShowcaseVideo;
    expect(video).toEqual({
      ...ADDED_VIDEO,
      id: expect.any(String) as string,
      userId: archive.userId,
      questionId: 1,
      title: 'Life before ME/CFS',
      transcript: 'I loved to dance',
      cues: [{ start: 1, end: 2, text: 'I loved to dance' }],
      videoUrl: 'https://vimeo.com/404/abcdef0123',
      mimeType: null,
      originalUrl: null,
      preparation: null,
      filename: null,
      fileSize: null,
      isWatchable: true,
      question: { title: 'Life before ME/CFS' },
    } satisfies ShowcaseVideo);
    expect(await read(video)).toEqual(video);
  });

  it('are taken as JSON, and from a form whose file was not chosen', async () => {
    const { videoUrl } = await archive.staff.addHosted(archive.userId, 'https://youtu.be/abcdefghijk');
    expect(videoUrl).toBe('https://www.youtube.com/watch?v=abcdefghijk');
    const form = archive.staff.upload(archive.userId, {}, Buffer.alloc(0)).field({ videoUrl: 'https://vimeo.com/1' });
    expect((await form.expect(201)).body).toMatchObject({ videoUrl: 'https://vimeo.com/1', questionId: null });
  });

  it('are found, exported and captioned like any other', async () => {
    const text = `I loved ${randomUUID()}`;
    const { id, user } = await archive.staff.addHosted(archive.userId, 'https://vimeo.com/1', {
      questionId: 1,
      transcript: `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`,
    });
    await archive.staff.approve(id).expect(200);
    const items = (await archive.testApp.http.get('/api/search-data').expect(200)).body as StoryOverviewItem[];
    expect(items.find((item) => item.user.id === archive.userId)?.videos).toMatchObject([
      { id, videoUrl: 'https://vimeo.com/1', mimeType: null, transcript: text, audioUrl: null },
    ]);
    const search = archive.testApp.http.get('/api/search-data').query({ q: text.toUpperCase(), from: 0 });
    const found = (await search.expect(200)).body as SearchAnswer;
    expect(found.rows).toMatchObject([{ videoId: id, text }]);
    const exported = (await archive.staff.get('/api/showcase-videos/approved').expect(200)).body as ShowcaseVideo[];
    expect(exported[0]).toMatchObject({ id, transcript: text });
    const captions = await archive.testApp.http.get(encodeURI(`/stories/${user.userName}/${id}.vtt`)).expect(200);
    expect(captions.text).toContain(text);
    expect((await archive.staff.get(`${VIDEOS}/page`).query({ list: 'approved', q: text })).body).toMatchObject({
      videos: [{ id }],
      found: 1,
    });
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
      const { id } = await archive.staff.addHosted(archive.userId, 'https://vimeo.com/1');
      expect((await archive.staff.edit(id, { videoUrl }).expect(400)).body).toEqual(refusal);
    });

    it('a file and an address, in one request and in chunks', async () => {
      const both = { message: 'Send a video file or the address of a video, not both.', code: 'file_and_address' };
      const form = archive.staff.upload(archive.userId, {}, sampleMp4()).field({ videoUrl: 'https://vimeo.com/1' });
      expect((await form.expect(400)).body).toEqual(both);
      const chunks = archive.staff.post('/start-upload').send({
        userId: archive.userId,
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
      expect(
        (await archive.staff.post('').field({ userId: archive.userId, questionId: '1' }).expect(400)).body,
      ).toMatchObject({ message });
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
      await archive.staff.edit(randomUUID(), { videoUrl }).expect(404);
      await archive.testApp.http.post(VIDEOS).send({ userId: archive.userId, questionId: 1, videoUrl }).expect(401);
    });

    it('a row with both a file and an address, or with neither', async () => {
      const { id } = await archive.staff.addHosted(archive.userId, 'https://vimeo.com/1');
      const set = (values: string) =>
        archive.testApp.dataSource.query(`UPDATE showcase_video SET ${values} WHERE id = $1`, [id]);
      await expect(set('video_url = NULL')).rejects.toThrow('showcase_video_one_source');
      await expect(set("media_id = gen_random_uuid(), filename = 'film.mp4'")).rejects.toThrow(
        'showcase_video_one_source',
      );
    });
  });
});
