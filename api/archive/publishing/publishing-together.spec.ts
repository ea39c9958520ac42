import { jest } from '@jest/globals';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { Publisher } from './publisher.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { startSecondServer } from '../../testing/second-server.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';

const CANARY = 'A quetzalcanary sings';

describe('publishing several at once', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  it('are all live when they are answered', async () => {
    const videos: ShowcaseVideo[] = [];
    for (const name of ['Anna', 'Ben', 'Cleo']) {
      videos.push(await site.archive.add(await site.archive.register(name), { questionId: 1, transcript: CANARY }));
    }
    await Promise.all(
      videos.map(async (video) => {
        await site.archive.approve(video.id).expect(200);
        await site.get(storyOf(video)).expect(200);
      }),
    );
    await Promise.all(
      videos.map(async (video) => {
        await site.archive.unapprove(video.id).expect(200);
        await site.get(storyOf(video)).expect(404);
      }),
    );
    expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
  });

  it('wait for whoever has the lock', async () => {
    const { app, dataSource } = site.testApp;
    const steps: string[] = [];
    const first = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const lock = app.get(PublishingLockRepository);
    const holding = lock.hold(async () => {
      begun.resolve();
      await first.promise;
      steps.push('first');
    });
    await begun.promise;
    const connection = dataSource.createQueryRunner();
    const asking = jest.spyOn(connection, 'query');
    const connecting = jest.spyOn(dataSource, 'createQueryRunner').mockReturnValueOnce(connection);
    const waiting = lock.hold(async () => void steps.push('second'));
    await until(() => asking.mock.calls.length > 1);
    first.resolve();
    await Promise.all([holding, waiting]);
    connecting.mockRestore();
    expect(steps).toEqual(['first', 'second']);
  });

  it('servers on one folder take turns and show one another’s changes at once', async () => {
    await using second = await startSecondServer(site.testApp);
    const there = site.archive.at(second);
    await second.app.get(Publisher).bringUpToDate();
    const videos = [await site.publishStory('Anna', CANARY), await site.publishStory('Ben', CANARY)];
    const [first, other] = videos as [ShowcaseVideo, ShowcaseVideo];
    await second.http.get(storyOf(first)).expect(200);
    await Promise.all([site.archive.unapprove(first.id).expect(200), there.unapprove(other.id).expect(200)]);
    for (const video of videos) {
      await site.get(storyOf(video)).expect(404);
      await second.http.get(storyOf(video)).expect(404);
    }
    await there.approve(first.id).expect(200);
    expect((await site.get(storyOf(first)).expect(200)).text).toContain(CANARY);
    const before = await site.describe();
    await second.close();
    await site.restart();
    expect(await site.describe()).toEqual(before);
  });
});
