import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import type { UserStory } from '../../contract/stories/stories.js';
import { Publisher } from '../../archive/publishing/publisher.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { signUp } from '../../testing/participants.js';
import { transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { putPublicCopy } from '../../testing/public-copy.js';
import { PublicSender } from '../../testing/public-sender.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { both, recordVideo, VP8 } from '../../testing/sample-videos.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

let testApp: TestApp;
let archive: ArchiveClient;
let recording: Buffer;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prepared-'));
  recording = await readFile(await recordVideo(path.join(folder, 'recording'), 'webm', ...both('90x160'), ...VP8));
  await rm(folder, { recursive: true });
  testApp = await createTestApp(WITH_VIDEO_TOOLS);
  archive = await ArchiveClient.signIn(testApp);
});
afterAll(() => testApp.close());

const typeOf = async (address: string, cookie = '') => {
  const { headers } = await testApp.http.get(address).set('Cookie', cookie).expect(200);
  return headers['content-type'];
};

const page = async (userName: string) => (await testApp.http.get(`/stories/${userName}`).expect(200)).text;

describe('a finished video', () => {
  it('is published with its poster, its MP4 and its sound once they are there, and withdrawn with them', async () => {
    const uploaded = await archive.upload(await archive.register(), { questionId: 1 }, recording).expect(201);
    const { id, user } = (await archive.approve((uploaded.body as ShowcaseVideo).id).expect(200)).body as ShowcaseVideo;
    const story = async () =>
      (await testApp.http.get(`/api/user-story/${user.userName}`).expect(200)).body as UserStory;
    const files = ['mp4', 'jpg', 'm4a'].map((extension) => `/media/${id}.${extension}`);
    await transcodedVideos(testApp);
    await testApp.app.get(Publisher, { strict: false }).bringUpToDate();
    const [videoUrl, posterUrl, audioUrl] = files;
    expect((await story()).videos).toMatchObject([{ videoUrl, mimeType: 'video/mp4', posterUrl, audioUrl }]);
    expect(Math.abs((await story()).videos[0]!.durationSeconds! - 1)).toBeLessThan(0.2);
    expect(await Promise.all(files.map((file) => typeOf(file)))).toEqual(['video/mp4', 'image/jpeg', 'audio/mp4']);
    const [, picture = ''] = /"sharePicture":"(\/stories\/[^/]+\/[^/"]+\.jpg)"/.exec(await page(user.userName)) ?? [];
    expect(picture).toContain(user.userName);
    expect(await typeOf(picture)).toBe('image/jpeg');
    await archive.unapprove(id).expect(200);
    for (const file of [...files, picture]) await testApp.http.get(file).expect(404);
  });

  it('stays where somebody may be watching it for a day after its MP4 is there, but not after it is withdrawn', async () => {
    const uploaded = await archive.upload(await archive.register(), { questionId: 1 }, recording).expect(201);
    const { id } = (await archive.approve((uploaded.body as ShowcaseVideo).id).expect(200)).body as ShowcaseVideo;
    await transcodedVideos(testApp);
    await putPublicCopy(testApp, id);
    const preparedAgo = async (interval: string) => {
      await testApp.dataSource.query(
        `UPDATE video_preparation SET changed_at = now() - interval '${interval}'
         WHERE media_id = (SELECT media_id FROM showcase_video WHERE id = $1)`,
        [id],
      );
      await archive.edit(id, { title: `Prepared ${interval} ago` }).expect(200);
    };
    await testApp.dataSource.query(`UPDATE showcase_video SET approved_at = now() - interval '3 days' WHERE id = $1`, [
      id,
    ]);
    const statuses = () =>
      Promise.all(['webm', 'mp4'].map(async (type) => (await testApp.http.get(`/media/${id}.${type}`)).status));
    await preparedAgo('23 hours');
    expect(await statuses()).toEqual([200, 200]);
    await preparedAgo('25 hours');
    expect(await statuses()).toEqual([404, 200]);
    await preparedAgo('1 hour');
    expect(await statuses()).toEqual([200, 200]);
    await archive.unapprove(id).expect(200);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('is told to staff with all that was made of it, and can be downloaded as it came', async () => {
    const { id } = (await archive.upload(await archive.register(), {}, recording).expect(201)).body as ShowcaseVideo;
    await transcodedVideos(testApp);
    const waiting = (await archive.get('/api/admin/showcase-videos').expect(200)).body as ShowcaseVideo[];
    const video = waiting.find((one) => one.id === id)!;
    expect(video).toMatchObject({
      preparation: { state: 'ready', problem: null },
      mimeType: 'video/mp4',
      width: 90,
      height: 160,
      fileSize: recording.length,
    });
    const { videoUrl, posterUrl, audioUrl, originalUrl } = video;
    const types = [videoUrl!, posterUrl!, audioUrl!, originalUrl!].map((address) => typeOf(address, archive.cookie));
    expect(await Promise.all(types)).toEqual(['video/mp4', 'image/jpeg', 'audio/mp4', 'video/webm']);
    const original = await archive.get(originalUrl!).responseType('blob').expect(200);
    expect(original.headers['content-disposition']).toMatch(/^attachment; filename="?finished\.webm"?$/);
    expect(recording.equals(original.body as Buffer)).toBe(true);
  });
});

async function saveAnswer(cookie: string, bytes: Buffer, questionId = 1): Promise<AnswerVideo> {
  const body = { questionId, title: 'An answer', videoData: toDataUrl(bytes, 'video/webm') };
  await testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(body).expect(201);
  await transcodedVideos(testApp);
  const { body: videos } = await testApp.http.get('/api/videos').set('Cookie', cookie).expect(200);
  return (videos as AnswerVideo[]).find((video) => video.questionId === questionId)!;
}

describe('an answer', () => {
  it('plays everywhere for the person whose it is, and for nobody else', async () => {
    const cookie = await signUp(testApp);
    const video = await saveAnswer(cookie, recording);
    expect(video).toMatchObject({ mimeType: 'video/mp4', preparation: { state: 'ready' }, fileSize: recording.length });
    expect(await typeOf(video.videoUrl, cookie)).toBe('video/mp4');
    expect(await typeOf(video.posterUrl!, cookie)).toBe('image/jpeg');
    const other = await signUp(testApp);
    await testApp.http.get(video.posterUrl!).set('Cookie', other).expect(404);
    await testApp.http.get(video.posterUrl!).expect(401);
  });

  it('tells its person why it cannot be played', async () => {
    const cookie = await signUp(testApp);
    const { preparation, posterUrl } = await saveAnswer(cookie, sampleWebm());
    expect({ preparation, posterUrl }).toEqual({
      preparation: { state: 'failed', problem: 'the file is damaged, or it is not a video' },
      posterUrl: null,
    });
  });
});

describe('a video from the public page', () => {
  it('is shown to staff by its poster and plays everywhere', async () => {
    const sender = new PublicSender(testApp);
    await sender.send({ bytes: recording, name: 'a.webm' }).expect(201);
    await transcodedVideos(testApp);
    const { body } = await archive.get(`/api/admin/user-photos/${sender.email}`).expect(200);
    const [{ id }] = body as [{ id: string }];
    const { body: data } = await archive.get(`/api/admin/photo/${id}/data`).expect(200);
    const { imageData, videoUrl } = data as { imageData: string; videoUrl: string };
    expect(imageData).toMatch(/^data:image\/jpeg;base64,/);
    expect(await typeOf(videoUrl, archive.cookie)).toBe('video/mp4');
    expect(await typeOf(`/api/admin/photo/${id}/original`, archive.cookie)).toBe('video/webm');
  });
});

describe('a video that cannot be played', () => {
  it('tells staff why, wherever it came from, and is tried again', async () => {
    const sender = new PublicSender(testApp);
    await sender.send({ bytes: sampleWebm(), name: 'broken.webm' }).expect(201);
    await transcodedVideos(testApp);
    const failed = { state: 'failed', problem: 'the file is damaged, or it is not a video' };
    const { body } = await archive.get(`/api/admin/user-photos/${sender.email}`).expect(200);
    const [{ id, preparation }] = body as [{ id: string; preparation: unknown }];
    expect(preparation).toEqual(failed);
    const address = `/api/admin/photo/${id}/preparation`;
    await testApp.http.post(address).set('Cookie', archive.cookie).expect(202);
    await transcodedVideos(testApp);
    expect((await archive.get(address).expect(200)).body).toEqual(failed);
  });
});

describe('refuses', () => {
  it.each(['photo', 'answer', 'showcase-videos'])('to prepare what is no %s', async (kind) => {
    const address = `/api/admin/${kind}/${randomUUID()}/preparation`;
    await testApp.http.post(address).set('Cookie', archive.cookie).expect(404);
  });

  it.each(['poster', 'audio', 'original'])('the %s of a finished video to anyone but staff', async (part) => {
    const { id } = (await archive.upload(await archive.register()).expect(201)).body as ShowcaseVideo;
    await testApp.http.get(`/api/admin/showcase-videos/${id}/${part}`).expect(401);
  });

  it.each(['poster', 'audio'])('the %s of a video of which none could be made', async (part) => {
    const { id } = (await archive.upload(await archive.register()).expect(201)).body as ShowcaseVideo;
    const { body } = await archive.get(`/api/admin/showcase-videos/${id}/${part}`).expect(404);
    expect(body).toMatchObject({ code: `${part}_not_found` });
  });
});
