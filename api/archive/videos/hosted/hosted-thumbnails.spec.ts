import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { UserStory } from '../../../contract/stories/stories.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { checkMedia, type MediaFinding } from '../../../media/store/check-media.js';
import { MediaRepository } from '../../../media/store/media.repository.js';
import { NewMediaService } from '../../../media/store/new-media.service.js';
import { MediaStore } from '../../../media/store/media-store.js';
import { countFiles } from '../../../testing/count-files.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { holdTransaction, untilBlocked } from '../../../testing/hold-transaction.js';
import { sampleJpeg } from '../../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';
import { until } from '../../../testing/until.js';
import { VideoHostServer } from '../../../testing/video-host-server.js';
import { Publisher } from '../../publishing/publisher.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { HostedThumbnailsRepository } from './hosted-thumbnails.repository.js';
import { HostedThumbnailsWorker } from './hosted-thumbnails.worker.js';
import { VideoHosts } from './video-hosts.js';

const VIDEOS = '/api/admin/showcase-videos';

describe('pictures of videos at Vimeo and YouTube', () => {
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

  const read = async ({ id }: ShowcaseVideo) => {
    const lists = ['', '/approved'].map(async (list) => (await staff.get(VIDEOS + list)).body as ShowcaseVideo[]);
    return (await Promise.all(lists)).flat().find((video) => video.id === id);
  };
  const storyOf = async ({ user }: ShowcaseVideo) =>
    (await testApp.http.get(encodeURI(`/api/user-story/${user.userName}`)).expect(200)).body as UserStory;
  const pictured = async (video: ShowcaseVideo) => {
    // While it goes from one list to the other, it can be in neither of the two that were read.
    await until(async () => ((await read(video))?.posterUrl ?? null) !== null);
    return (await read(video))!;
  };
  const triesOf = async ({ id }: ShowcaseVideo) => {
    const [row] = await testApp.dataSource.query<{ tries: number; isDue: boolean; isPutOff: boolean }[]>(
      `SELECT tries, due_at IS NOT NULL AND due_at <= now() AS "isDue", due_at IS NOT NULL AND due_at > now() AS "isPutOff"
       FROM hosted_thumbnail WHERE video_id = $1`,
      [id],
    );
    return row;
  };
  const storedFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));

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
    using letThrough = host.hold();
    const video = await staff.addHosted(userId, 'https://vimeo.com/1');
    await staff.approve(video.id).expect(200);
    expect((await storyOf(video)).overviewVideo).toMatchObject({ videoUrl: 'https://vimeo.com/1', posterUrl: null });
    letThrough();
    await until(async () => (await storyOf(video)).overviewVideo?.posterUrl !== null);
    await until(async () => (await testApp.http.get(`/media/${video.id}.jpg`)).status === 200);
  });

  it('wait for approval again with a picture that comes after a no to being recorded: it makes another cut', async () => {
    using letThrough = host.hold();
    const video = await staff.addHosted(userId, 'https://vimeo.com/1');
    await staff.approve(video.id).expect(200);
    await testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at) VALUES ($1, 'refused', '1', now())`,
      [userId],
    );
    expect(await read(video)).toMatchObject({ isApproved: true });
    letThrough();
    expect(await pictured(video)).toMatchObject({ isApproved: false });
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
    // One picture for the file and its copy for the public.
    expect(await storedFiles()).toBe(before - 1);
  });

  it('move to another address with another picture, and stay where they are when it is the same', async () => {
    const video = await pictured(await staff.addHosted(userId, 'https://vimeo.com/1'));
    const files = await storedFiles();
    const same = await staff.edit(video.id, { videoUrl: 'http://www.vimeo.com/1', title: 'New' }).expect(200);
    expect(same.body).toMatchObject({ title: 'New', posterUrl: video.posterUrl });
    using letThrough = host.hold();
    const moved = await staff.edit(video.id, { videoUrl: 'https://vimeo.com/2' }).expect(200);
    expect(moved.body).toMatchObject({ videoUrl: 'https://vimeo.com/2', posterUrl: null });
    letThrough();
    await pictured(video);
    expect({ files: await storedFiles(), last: host.asked.at(-1) }).toEqual({ files, last: '/video/2_large' });
  });

  it('have the picture of where they moved while their host was being asked', async () => {
    const asked = host.asked.length;
    using letThrough = host.hold();
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
      await worker.look();
      return (await triesOf(video))?.tries === 5;
    });
    expect(await triesOf(video)).toEqual({ tries: 5, isDue: false, isPutOff: false });
    await staff.approve(video.id).expect(200);
    expect((await storyOf(video)).overviewVideo?.posterUrl).toBeNull();
    await staff.get(`${VIDEOS}/${video.id}/poster`).expect(404);
  });

  it('get their picture after a restart that came in between', async () => {
    const asked = host.asked.length;
    using letThrough = host.hold();
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
  it('are not kept for a video that is just being moved elsewhere', async () => {
    const { id, videoUrl } = await staff.addHosted(userId, 'https://vimeo.com/404');
    const { dataSource, app } = testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query("UPDATE showcase_video SET video_url = 'https://vimeo.com/2' WHERE id = $1", [id]),
    );
    const kept = dataSource.transaction((transaction) =>
      app.get(HostedThumbnailsRepository).keep(id, videoUrl!, randomUUID(), transaction),
    );
    await untilBlocked(dataSource);
    await commit();
    expect(await kept).toBe(false);
    await staff.remove(id).expect(204);
  });
  describe('refuses', () => {
    it('to have a host asked by a process that leaves queued work to the server', async () => {
      const { app, dataSource } = testApp;
      const { id } = await staff.addHosted(userId, 'https://vimeo.com/404');
      const jobs = async () => {
        const rows = await dataSource.query<{ state: string }[]>(
          "SELECT state::text FROM jobs.job WHERE data->>'videoId' = $1",
          [id],
        );
        return rows.map(({ state }) => state);
      };
      await until(async () => (await jobs())[0] === 'completed');
      await dataSource.query('UPDATE hosted_thumbnail SET due_at = now() WHERE video_id = $1', [id]);
      const worker = new HostedThumbnailsWorker(
        { isDoneHere: false, tellDue: () => {}, whenDue: () => {} },
        app.get(JobQueue, { strict: false }),
        app.get(HostedThumbnailsRepository),
        app.get(ShowcaseChangesRepository),
        app.get(VideoHosts),
        app.get(NewMediaService, { strict: false }),
        app.get(Publisher, { strict: false }),
      );
      worker.fetchSoon(id);
      await worker.look();
      expect(await jobs()).toEqual(['completed']);
      await staff.remove(id).expect(204);
    });
  });
});
