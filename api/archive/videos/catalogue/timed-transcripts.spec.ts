import { CUES_MAX } from '../../../contract/common/limits.js';
import type { SavedShowcaseVideo, ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { StoryOverviewItem, UserStory } from '../../../contract/stories/stories.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { withArchive } from '../../../testing/with-archive.js';

const SRT =
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nI <i>loved</i>\r\nto run.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nZoë\r\n';
const CUES = [
  { start: 1, end: 2.5, text: 'I loved\nto run.' },
  { start: 3, end: 4, text: 'Zoë' },
];
const TIMED = { transcript: 'I loved to run. Zoë', cues: CUES };

const message = ({ body }: { body: unknown }) => (body as { message: string }).message;

describe('timed transcripts', () => {
  const archive = withArchive();

  const upload = (transcriptFile: Buffer | null, fields: { transcript?: string } = {}) => {
    const form = archive.staff.upload(archive.userId, { questionId: 1, ...fields });
    return transcriptFile ? form.attach('transcriptFile', transcriptFile, 'captions.srt') : form;
  };

  const timed = async () => (await upload(null, { transcript: SRT }).expect(201)).body as ShowcaseVideo;
  const edit = async (id: string, changes: object) =>
    (await archive.staff.edit(id, changes).expect(200)).body as SavedShowcaseVideo;

  describe('at upload', () => {
    it('come as the content of a file in the transcript', async () => {
      expect((await upload(null, { transcript: SRT }).expect(201)).body).toMatchObject(TIMED);
    });

    it('come as a file, in whatever encoding', async () => {
      for (const bytes of [Buffer.from(SRT), Buffer.from(`\ufeff${SRT}`, 'utf16le'), Buffer.from(SRT, 'latin1')]) {
        expect((await upload(bytes, { transcript: 'The file counts' }).expect(201)).body).toMatchObject(TIMED);
      }
    });

    it('stay plain where a file has no times, or nothing in it', async () => {
      const plain = await upload(Buffer.from('Only words')).expect(201);
      expect(plain.body).toMatchObject({ transcript: 'Only words', cues: null });
      const none = await upload(Buffer.alloc(0), { transcript: 'Typed' }).expect(201);
      expect(none.body).toMatchObject({ transcript: 'Typed', cues: null });
    });

    it('come with the start of a chunked upload', async () => {
      const file = sampleMp4(2000, 3);
      const announced = { filename: 'a.mp4', totalSize: file.length, totalChunks: 1, mimeType: 'video/mp4' };
      const start = archive.staff
        .post('/start-upload')
        .send({ ...announced, userId: archive.userId, questionId: 1, transcript: SRT });
      const { uploadId } = (await start.expect(201)).body as { uploadId: string };
      await archive.staff.post('/chunk').field({ uploadId, chunkIndex: '0' }).attach('chunk', file, 'blob').expect(200);
      expect((await archive.staff.post(`/process/${uploadId}`).expect(201)).body).toMatchObject(TIMED);
    });

    it('say which lines were left out', async () => {
      const { body } = await upload(null, { transcript: `${SRT}\n3\n00:09,000 --> 00:08,000\nLost` }).expect(201);
      expect(body).toMatchObject({ ...TIMED, transcriptNote: 'Left out: line 11 (it does not end after it begins).' });
    });
  });

  describe('edited later', () => {
    it('come as the content of a file', async () => {
      const { id } = await archive.staff.add(archive.userId, { transcript: 'Plain' });
      expect(await edit(id, { transcript: SRT })).toMatchObject(TIMED);
    });

    it('come as their lines', async () => {
      const { id } = await timed();
      const cues = [CUES[0]!, { start: 3, end: 4, text: 'Zoë ran & <sang>.' }];
      expect(await edit(id, { cues })).toMatchObject({ transcript: 'I loved to run. Zoë ran & <sang>.', cues });
    });

    it('come as many lines as there may be, each in a short form and with its doubt', async () => {
      const { id } = await timed();
      const lines = Array.from({ length: CUES_MAX }, (_, start) => ({ start, end: start + 1, text: 'x', form: 10 }));
      const { cues } = await edit(id, { cues: lines.map((line) => ({ ...line, doubt: null })) });
      expect(cues).toEqual(lines);
    });

    it('stay when the plain text is sent back as it was, or not at all', async () => {
      const { id } = await timed();
      expect(await edit(id, { title: 'Mine', transcript: TIMED.transcript })).toMatchObject({
        title: 'Mine',
        ...TIMED,
      });
      expect(await edit(id, { description: 'About' })).toMatchObject(TIMED);
    });

    it('give way to another plain text', async () => {
      const { id } = await timed();
      expect(await edit(id, { transcript: 'I loved to sing.' })).toMatchObject({
        transcript: 'I loved to sing.',
        cues: null,
      });
    });
  });

  it('are public with the video', async () => {
    const { id, user } = await archive.staff.publish(archive.userId, { questionId: 1, transcript: SRT });
    const story = (await archive.testApp.http.get(`/api/user-story/${user.userName}`).expect(200)).body as UserStory;
    expect(story.videos).toMatchObject([{ id, ...TIMED }]);
    const moved = [{ start: 5, end: 6, text: 'I loved\nto run.' }];
    await archive.staff.edit(id, { cues: moved }).expect(200);
    const items = (await archive.testApp.http.get('/api/search-data').expect(200)).body as StoryOverviewItem[];
    expect(items[0]?.videos[0]).toMatchObject({ id, cues: moved });
  });

  it('are public with the short forms that were chosen for them, which is a change of the words', async () => {
    const video = await archive.staff.publish(archive.userId, { questionId: 1, transcript: SRT });
    const cues = [{ ...CUES[0]!, form: 2 as const }, CUES[1]!];
    const { textsVersion } = await edit(video.id, { cues });
    expect(textsVersion).not.toBe(video.textsVersion);
    const { body } = await archive.testApp.http.get(`/api/user-story/${video.user.userName}`).expect(200);
    expect((body as UserStory).videos).toMatchObject([{ id: video.id, cues }]);
    const { body: versions } = await archive.staff.get(`/api/admin/showcase-videos/${video.id}/versions`).expect(200);
    expect(versions).toMatchObject([{ changed: ['captions'] }, {}]);
    await archive.staff.edit(video.id, { cues: CUES, textsVersion: video.textsVersion }).expect(409);
  });

  it('are read by staff as WebVTT', async () => {
    const { id } = (await upload(null, { transcript: SRT }).expect(201)).body as ShowcaseVideo;
    const { text, headers } = await archive.staff.get(`/api/admin/showcase-videos/${id}/captions`).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-store' });
    expect(text).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nI loved\nto run.\n\n00:00:03.000 --> 00:00:04.000\nZoë\n',
    );
  });

  describe('refuses', () => {
    it('captions of a transcript without times', async () => {
      const { id } = await archive.staff.add(archive.userId, { transcript: 'Plain' });
      const { body } = await archive.staff.get(`/api/admin/showcase-videos/${id}/captions`).expect(404);
      expect(body).toEqual({ message: 'The transcript of this video has no times.', code: 'no_captions' });
      await archive.testApp.http.get(`/api/admin/showcase-videos/${id}/captions`).expect(401);
    });

    it('a file that is no text', async () => {
      expect(message(await upload(sampleMp4()).expect(415))).toBe('This file is not readable text.');
    });

    it('a file that is too large', async () => {
      const bytes = Buffer.alloc(2 * 1024 * 1024 + 1, 'a');
      expect(message(await upload(bytes).expect(413))).toBe('Transcript files can have up to 2MB.');
    });

    it('a file without readable times, before the first byte of a video', async () => {
      const none = 'No timed line of this transcript could be read.';
      expect(message(await upload(null, { transcript: 'WEBVTT' }).expect(400))).toBe(none);
      const announced = { filename: 'a.mp4', totalSize: 10, totalChunks: 1, mimeType: 'video/mp4' };
      const start = archive.staff
        .post('/start-upload')
        .send({ ...announced, userId: archive.userId, questionId: 1, transcript: 'WEBVTT' });
      expect(message(await start.expect(400))).toBe(none);
    });

    it.each([
      [{ cues: [] }, 'A timed transcript has at least one line.'],
      [{ cues: 'WEBVTT' }, 'The timed lines must be a list.'],
      [{ cues: [{ start: 2, end: 1, text: 'a' }] }, 'A timed line must end after it begins.'],
      [
        { cues: [{ start: 1, end: 2, text: 'a', form: 3 }] },
        'A timed line is in the form of 2 or 10 minutes, or in none.',
      ],
      [{ cues: CUES, transcript: 'Both' }, 'Send the transcript or its timed lines, not both.'],
    ])('the edit %j', async (changes, text) => {
      const { id } = await archive.staff.add(archive.userId, { transcript: 'Plain' });
      expect(message(await archive.staff.edit(id, changes).expect(400))).toBe(text);
    });

    it('timed lines that are none, in the database itself', async () => {
      const { id } = await archive.staff.add(archive.userId);
      for (const cues of ['[]', '{}', '"a"', 'null']) {
        const update = archive.testApp.dataSource.query('UPDATE showcase_video SET cues = $2 WHERE id = $1', [
          id,
          cues,
        ]);
        await expect(update).rejects.toThrow('check constraint');
      }
    });
  });
});
