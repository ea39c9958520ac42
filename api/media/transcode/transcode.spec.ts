import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../app.module.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { SiteBuild } from '../../archive/publishing/plan/site-build.js';
import { countFiles } from '../../testing/count-files.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { signUp } from '../../testing/participants.js';
import { KnownVideoTools } from '../../testing/known-video-tools.js';
import { holdTransaction } from '../../testing/hold-transaction.js';
import { openFiles } from '../../testing/open-files.js';
import { noVideoTools, transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { sampleJpeg, sampleMp4, toDataUrl } from '../../testing/sample-media.js';
import { both, makeVideo, PROGRAM_FOLDERS, recordVideo, tone, VP8 } from '../../testing/sample-videos.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { LocalMediaStore } from '../store/local-media-store.js';
import { MediaService } from '../store/media.service.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import { FfmpegLocator } from './ffmpeg-locator.js';
import { PublicCopiesService } from './public-copies.service.js';
import { Transcode } from './transcode.entity.js';
import { TranscodeWorker } from './transcode.worker.js';
import { TranscodesRepository } from './transcodes.repository.js';
import { VideoProblem } from './video-problem.js';

let testApp: TestApp;
let archive: ArchiveClient;
let folder: string;
let recording: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'preparation-'));
  recording = await readFile(await recordVideo(path.join(folder, 'recording'), 'webm', ...both('90x160'), ...VP8));
});
afterAll(() => rm(folder, { recursive: true }));

const upload = async (bytes: Buffer) => archive.upload(await archive.register(), {}, bytes).expect(201);

const mediaIds = () => testApp.dataSource.query<{ id: string }[]>('SELECT id FROM media_file');

const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));

async function filesIn(name: string): Promise<string[]> {
  return readdir(path.join(testApp.config.stateDir, name)).catch(() => []);
}

/** What was made on the way goes just after the last row is written. */
const expectTidy = () => until(async () => (await filesIn('preparing')).length === 0);

/** Nothing of what is removed there is kept on the disk by a descriptor. */
const expectNothingOpen = () =>
  until(async () => (await openFiles(path.join(testApp.config.stateDir, 'preparing'))).length === 0);

/** As the database is when a process is killed in the middle of a conversion. */
async function leaveAsKilled(attempts: number): Promise<void> {
  await testApp.dataSource.query(
    `UPDATE video_preparation SET state = 'working', attempts = $1, problem = NULL, poster_media_id = NULL,
       playable_media_id = NULL, audio_media_id = NULL`,
    [attempts],
  );
}

describe('preparation', () => {
  beforeEach(async () => {
    testApp = await createTestApp(WITH_VIDEO_TOOLS);
    archive = await ArchiveClient.signIn(testApp);
  });
  afterEach(() => testApp.close());

  it('makes a poster, a playable MP4 and the sound of a video, and tells its true length and size', async () => {
    await upload(recording);
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'ready', problem: null, width: 90, height: 160 });
    expect(Math.abs(video!.durationSeconds! - 1)).toBeLessThan(0.2);
    const media = testApp.app.get(MediaService);
    const ids = [video!.posterMediaId, video!.playableMediaId, video!.audioMediaId];
    const made = await Promise.all(ids.map((id) => media.findFile(id!)));
    expect(made.map((file) => file?.mimeType)).toEqual(['image/jpeg', 'video/mp4', 'audio/mp4']);
    expect(await keptFiles()).toBe(4);
    await expectTidy();
  });

  it('makes of sound alone what every device plays', async () => {
    await upload(await readFile(await makeVideo(path.join(folder, 'sound.webm'), ...tone(), '-c:a', 'libopus')));
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'ready', width: null, posterMediaId: null });
    expect(video!.playableMediaId).toBe(video!.audioMediaId);
  });

  it('comes to a video whose row somebody was holding when its turn came', async () => {
    await upload(recording);
    const [{ mediaId }] = (await transcodedVideos(testApp)) as [Transcode];
    const turn = async () => {
      const [row] = await testApp.dataSource.query<[{ turn: string }]>(
        'SELECT last_value AS turn FROM video_preparation_turn',
      );
      return Number(row.turn);
    };
    // Held before there is anything to do: the worker may still be looking around after the first time.
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM video_preparation FOR KEY SHARE'),
    );
    await leaveAsKilled(1);
    const before = await turn();
    await testApp.app.get(TranscodeRequests, { strict: false }).videos.emit([mediaId]);
    // The second one is after the first had returned nothing.
    await until(async () => (await turn()) >= before + 2);
    await commit();
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ mediaId, state: 'ready' });
  });

  it('says of a damaged file why it cannot be played, keeps it and does not try again', async () => {
    const { id } = (await upload(sampleMp4())).body as { id: string };
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'failed', problem: 'there is neither picture nor sound in it' });
    await testApp.restart();
    expect(await transcodedVideos(testApp)).toEqual([video]);
    await archive.at(testApp).get(`/api/admin/showcase-videos/${id}/stream`).expect(200);
  });

  it('removes all that was made of a video together with it', async () => {
    const { id } = (await upload(recording)).body as { id: string };
    await transcodedVideos(testApp);
    await archive.remove(id).expect(204);
    expect(await keptFiles()).toBe(0);
    expect(await mediaIds()).toEqual([]);
  });

  it('does anew what a killed process was at, without leaving anything of it', async () => {
    await upload(recording);
    await transcodedVideos(testApp);
    await leaveAsKilled(1);
    await testApp.restart();
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'ready', problem: null, attempts: 0 });
    await expectTidy();
  });

  it('removes at a start what a killed process was making long ago', async () => {
    const left = path.join(testApp.config.stateDir, 'preparing', 'wave-of-a-killed-process');
    await mkdir(left, { recursive: true });
    await utimes(left, 0, 0);
    await testApp.restart();
    await expectTidy();
    expect(await filesIn('preparing')).toEqual([]);
  });

  it('leaves a file alone that took the server with it each time', async () => {
    await upload(recording);
    await transcodedVideos(testApp);
    await leaveAsKilled(3);
    await testApp.restart();
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'failed', problem: 'the server stopped each time it was preparing it' });
  });

  it('is done anew when staff ask for that, once however often they do', async () => {
    const { id } = (await upload(recording)).body as { id: string };
    await transcodedVideos(testApp);
    await testApp.dataSource.query(
      `UPDATE video_preparation SET state = 'failed', problem = 'preparing it took too long', attempts = 3,
         poster_media_id = NULL, playable_media_id = NULL, audio_media_id = NULL`,
    );
    const address = `/${id}/preparation`;
    await Promise.all([archive.post(address).expect(202), archive.post(address).expect(202)]);
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'ready', problem: null, attempts: 0 });
    await archive.post(address).expect(202);
    expect(await transcodedVideos(testApp)).toEqual([video]);
  });

  it('goes on after a server that was stopped in the middle', async () => {
    await upload(recording);
    await testApp.restart();
    const [video] = await transcodedVideos(testApp);
    expect(video).toMatchObject({ state: 'ready' });
  });

  describe('refuses', () => {
    it('to make anything of a picture', async () => {
      const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
      const photo = testApp.http.post('/api/photos').set('Cookie', await signUp(testApp));
      await photo.send({ originalName: 'me.jpg', imageData }).expect(201);
      expect(await transcodedVideos(testApp)).toEqual([]);
    });
  });
});

/** Has no space for what is made of a video. */
class FullStore extends LocalMediaStore {
  isFull = true;
  refused = 0;

  override async put(...[key, source]: Parameters<LocalMediaStore['put']>): ReturnType<LocalMediaStore['put']> {
    if (!this.isFull || !(source instanceof Readable) || key.endsWith('.jpg')) return super.put(key, source);
    this.refused++;
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  }
}

describe('preparation that fails late', () => {
  afterEach(() => testApp.close());

  it('leaves nothing open of what a full disk could not keep, nor of a copy', async () => {
    const store = new FullStore(path.join(folder, 'full'));
    testApp = await createTestApp(WITH_VIDEO_TOOLS, { mediaStore: store });
    archive = await ArchiveClient.signIn(testApp);
    await upload(recording);
    await until(() => store.refused > 0);
    await expectNothingOpen();
    const [{ mediaId }] = await testApp.dataSource.query<[{ mediaId: string }]>(
      'SELECT media_id AS "mediaId" FROM video_preparation',
    );
    await testApp.app.get(TranscodesRepository, { strict: false }).wantCopy(mediaId);
    const tools = await testApp.app.get(FfmpegLocator).require();
    const copying = testApp.app.get(PublicCopiesService).make(mediaId, tools, new AbortController().signal);
    await expect(copying).rejects.toMatchObject({ code: 'ENOSPC' });
    await expectNothingOpen();
  });

  it('leaves nothing open of the picture whose sound could not be made', async () => {
    testApp = await createTestApp(WITH_VIDEO_TOOLS);
    archive = await ArchiveClient.signIn(testApp);
    const tools = await testApp.app.get(FfmpegLocator).require();
    tools.audio = () => Promise.reject(new VideoProblem('damaged', 'a sound that ends midway'));
    await upload(recording);
    expect(await transcodedVideos(testApp)).toMatchObject([{ state: 'failed' }]);
    await expectTidy();
    await expectNothingOpen();
  });

  it('makes no second poster when there is space again for the rest', async () => {
    const store = new FullStore(path.join(folder, 'full-once'));
    testApp = await createTestApp(WITH_VIDEO_TOOLS, { mediaStore: store });
    archive = await ArchiveClient.signIn(testApp);
    const { id } = (await upload(recording)).body as { id: string };
    await until(() => store.refused > 0);
    store.isFull = false;
    expect(await transcodedVideos(testApp)).toMatchObject([{ state: 'ready' }]);
    expect(await mediaIds()).toHaveLength(4);
    await archive.remove(id).expect(204);
    expect(await mediaIds()).toEqual([]);
  });

  it('keeps nothing of a video that was removed meanwhile', async () => {
    testApp = await createTestApp(WITH_VIDEO_TOOLS);
    archive = await ArchiveClient.signIn(testApp);
    const tools = await testApp.app.get(FfmpegLocator).require();
    const audio = tools.audio.bind(tools);
    let isRemoved = false;
    tools.audio = async (...call) => {
      await audio(...call);
      const [{ id }] = await testApp.dataSource.query<[{ id: string }]>('SELECT id FROM showcase_video');
      await archive.remove(id).expect(204);
      isRemoved = true;
    };
    await upload(recording);
    await until(() => isRemoved);
    await expectTidy();
    expect(await mediaIds()).toEqual([]);
    expect(await keptFiles()).toBe(0);
  });
});

describe('preparation that takes long', () => {
  afterEach(() => testApp.close());

  it('is kept from other servers all the while', async () => {
    testApp = await createTestApp(WITH_VIDEO_TOOLS);
    archive = await ArchiveClient.signIn(testApp);
    const heldUntil = async () => (await testApp.dataSource.manager.findOneByOrFail(Transcode, {})).claimedUntil!;
    const tools = await testApp.app.get(FfmpegLocator).require();
    const audio = tools.audio.bind(tools);
    let isHeldOn = false;
    tools.audio = async (...call) => {
      const first = await heldUntil();
      await until(async () => (await heldUntil()) > first);
      isHeldOn = true;
      await audio(...call);
    };
    await upload(recording);
    await until(() => isHeldOn);
    expect(await transcodedVideos(testApp)).toMatchObject([{ state: 'ready', attempts: 0 }]);
  });
});

describe('preparation without video tools', () => {
  it('leaves a video as it came that was stored in the very moment in which that was found', async () => {
    const server = await createTestApp();
    const client = await ArchiveClient.signIn(server);
    await noVideoTools(server);
    await client.upload(await client.register(), {}, recording).expect(201);
    const [{ mediaId } = { mediaId: '' }] = await transcodedVideos(server);
    await server.dataSource.query(`UPDATE video_preparation SET state = 'waiting'`);
    await server.app.get(TranscodeRequests, { strict: false }).videos.emit([mediaId]);
    expect(await transcodedVideos(server)).toMatchObject([{ mediaId, state: 'off' }]);
    await server.close();
  });

  it('leaves videos as they came, until there are tools at a later start', async () => {
    const without = await createTestApp();
    const client = await ArchiveClient.signIn(without);
    await client.upload(await client.register(), {}, recording).expect(201);
    await until(async () => (await transcodedVideos(without))[0]?.state === 'off');
    expect(await transcodedVideos(without)).toMatchObject([{ state: 'off', playableMediaId: null }]);
    Object.assign(without.config, { programFolders: PROGRAM_FOLDERS });
    await without.restart();
    await until(async () => (await transcodedVideos(without))[0]?.state === 'ready');
    await without.close();
  });
});

describe('preparation on a machine whose video tools do not run as it starts', () => {
  it('is made up for once they run', async () => {
    using ask = jest.spyOn(KnownVideoTools.prototype as unknown as { ask: () => Promise<never> }, 'ask');
    ask.mockRejectedValue(new Error('no answer within ten seconds'));
    const server = await createTestApp(WITH_VIDEO_TOOLS);
    const client = await ArchiveClient.signIn(server);
    await noVideoTools(server);
    await client.upload(await client.register(), {}, recording).expect(201);
    expect(await transcodedVideos(server)).toMatchObject([{ state: 'off' }]);
    ask.mockRestore();
    await server.app.get(TranscodeWorker, { strict: false }).look();
    await until(async () => (await transcodedVideos(server))[0]?.state === 'ready');
    await client.upload(await client.register(), {}, recording).expect(201);
    await until(async () => (await transcodedVideos(server))[1]?.state === 'ready');
    await server.close();
  });
});

describe('refuses', () => {
  it('work in a process that only reads beside the server', async () => {
    const server = await createTestApp();
    const client = await ArchiveClient.signIn(server);
    await client.upload(await client.register(), {}, recording).expect(201);
    await until(async () => (await transcodedVideos(server))[0]?.state === 'off');
    const { extra } = server.dataSource.options as unknown as { extra: DatabaseConnection };
    const config = Object.assign(server.config, { programFolders: PROGRAM_FOLDERS });
    const beside = await Test.createTestingModule({ imports: [AppModule.register(config, extra, false)] })
      .overrideProvider(SiteBuild)
      .useValue(server.siteBuild)
      .compile();
    await beside.init();
    await beside.close();
    expect(await transcodedVideos(server)).toMatchObject([{ state: 'off' }]);
    expect(await server.dataSource.query(`SELECT to_regnamespace('jobs') AS jobs`)).toEqual([{ jobs: null }]);
    await server.close();
  });
});
