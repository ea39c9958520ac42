import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ArchiveClient } from '../../testing/archive-client.js';
import { countFiles } from '../../testing/count-files.js';
import { keepPublicCopy } from '../../testing/public-copy.js';
import { sampleWebm } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { noVideoTools } from '../../testing/transcoded-videos.js';
import { until } from '../../testing/until.js';
import { MediaService } from '../store/media.service.js';
import { PublicCopiesService } from './public-copies.service.js';
import { TranscodesRepository } from './transcodes.repository.js';
import type { VideoTools } from './video-tools.js';

describe('a copy for the public', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  let copies: PublicCopiesService;
  let transcodes: TranscodesRepository;

  /** On a server without video tools, so that nothing is made but by these cases. */
  beforeEach(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    copies = testApp.app.get(PublicCopiesService, { strict: false });
    transcodes = testApp.app.get(TranscodesRepository, { strict: false });
    await noVideoTools(testApp);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return testApp.close();
  });

  /** A new video, which waits for its conversion. */
  async function addVideo(): Promise<{ id: string; mediaId: string }> {
    const { id } = await archive.add(await archive.register());
    await transcodes.setAvailable(true);
    const [{ mediaId }] = await testApp.dataSource.query<[{ mediaId: string }]>(
      'SELECT media_id AS "mediaId" FROM showcase_video WHERE id = $1',
      [id],
    );
    return { id, mediaId };
  }

  const rowOf = async (mediaId: string) => (await transcodes.findAll([mediaId]))[0]!;

  const mediaIds = () => testApp.dataSource.query<{ id: string }[]>('SELECT id FROM media_file ORDER BY id');

  it('goes a day after the conversion, and stays as long as somebody may be watching it', async () => {
    const kept: { mediaId: string; copyId: string }[] = [];
    for (const [state, hours] of [
      ['ready', 25],
      ['ready', 23],
      ['waiting', 25],
    ] as const) {
      const { id, mediaId } = await addVideo();
      await keepPublicCopy(testApp, id);
      kept.push({ mediaId, copyId: (await rowOf(mediaId)).copyMediaId! });
      await testApp.dataSource.query(
        'UPDATE video_preparation SET state = $2, changed_at = now() - make_interval(hours => $3) WHERE media_id = $1',
        [mediaId, state, hours],
      );
    }
    const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));
    const before = await keptFiles();
    await copies.removeSpent();
    const [, second, third] = kept;
    const left = await Promise.all(kept.map(async ({ mediaId }) => (await rowOf(mediaId)).copyMediaId));
    expect(left).toEqual([null, second!.copyId, third!.copyId]);
    const media = testApp.app.get(MediaService);
    const files = await Promise.all(kept.map(({ copyId }) => media.findFile(copyId)));
    expect(files.map((file) => file?.id)).toEqual([undefined, second!.copyId, third!.copyId]);
    expect(await keptFiles()).toBe(before - 1);
  });

  it('is not made again once it is there', async () => {
    const { id, mediaId } = await addVideo();
    await keepPublicCopy(testApp, id);
    const before = await rowOf(mediaId);
    expect(await transcodes.wantCopy(mediaId)).toBe(false);
    expect(await rowOf(mediaId)).toEqual(before);
  });

  it.each([
    ['the server stops', () => copies.beforeApplicationShutdown()],
    ['a minute has passed', () => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)],
  ])('is waited for until %s', async (_what, happen) => {
    const { mediaId } = await addVideo();
    let isAnswered = false;
    const answered = copies.ready(mediaId).then(() => (isAnswered = true));
    await until(() => transcodes.isCopyAwaited(mediaId));
    await wait(300);
    expect(isAnswered).toBe(false);
    happen();
    await answered;
    expect(await transcodes.isCopyAwaited(mediaId)).toBe(true);
  });

  it.each([
    ['removed', ({ id }: { id: string }) => archive.remove(id).expect(204)],
    [
      'converted',
      ({ mediaId }: { mediaId: string }) =>
        testApp.dataSource.query(
          `UPDATE video_preparation SET state = 'ready', playable_media_id = media_id WHERE media_id = $1`,
          [mediaId],
        ),
    ],
  ])('is not kept of a video that is %s while it is made', async (_what, happen) => {
    const video = await addVideo();
    expect(await transcodes.wantCopy(video.mediaId)).toBe(true);
    let kept: { id: string }[] | undefined;
    const tools = {
      probe: async () => ({ durationSeconds: 1, picture: null, sound: { codec: 'opus', channels: 1, headBytes: 19 } }),
      bare: async (_source, _probed, target) => {
        await happen(video);
        kept = await mediaIds();
        await writeFile(target, sampleWebm());
      },
    } satisfies Partial<VideoTools> as unknown as VideoTools;
    await copies.make(video.mediaId, tools, AbortSignal.timeout(10_000));
    expect(await mediaIds()).toEqual(kept);
  });
});
