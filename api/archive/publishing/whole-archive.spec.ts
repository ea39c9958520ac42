import { rm } from 'node:fs/promises';
import type { SearchShards } from '../../contract/search/search-index.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { HOSTILE_NAMES, HOSTILE_TRANSCRIPTS } from '../../testing/hostile-texts.js';
import { PublishedSite } from '../../testing/published-site.js';
import { sampleJpeg } from '../../testing/sample-media.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { VideoHostServer } from '../../testing/video-host-server.js';

const STORIES = 6;
const TIMED = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA timed canaryword & more';

const withoutFeed = (files: string[]) => files.filter((file) => !file.startsWith('stories/feed.xml'));

describe('an archive with difficult stories', () => {
  let host: VideoHostServer;
  let site: PublishedSite;
  beforeAll(async () => {
    host = await VideoHostServer.start();
    host.hasVimeo('1', { large: await sampleJpeg() });
    site = await PublishedSite.start({ VIMEO_URL: host.url });
  });
  afterAll(async () => {
    await site.testApp.close();
    await host.close();
  });

  const shards = async () => ((await site.get('/pagefind/shards.json').expect(200)).body as SearchShards).shards;

  it('is byte for byte the same from nothing as story by story, and leaves nothing behind when all are withdrawn', async () => {
    const empty = await site.describe();
    const { archive } = site;
    // The third story begins a new shard.
    await site.testApp.dataSource.query('ALTER TABLE story_publication ALTER COLUMN sequence RESTART WITH 248');
    const people: string[] = [];
    const videos: ShowcaseVideo[] = [];
    for (let index = 0; index < STORIES; index++) {
      const userId = await archive.register(HOSTILE_NAMES[index * 2]);
      const transcript = `${HOSTILE_TRANSCRIPTS[index * 3]} canaryword`;
      people.push(userId);
      videos.push(await archive.publish(userId, { questionId: 1, transcript }));
    }
    const [first, second, third] = videos as [ShowcaseVideo, ShowcaseVideo, ShowcaseVideo];
    videos.push(await archive.publish(people[3]!, { questionId: 2, transcript: TIMED }));
    const hosted = await archive.addHosted(people[4]!, 'https://vimeo.com/1', { questionId: 0 });
    await archive.approve(hosted.id).expect(200);
    await until(async () => (await site.get('/stories').expect(200)).text.includes(`/media/${hosted.id}.jpg`));

    await archive.edit(second.id, { transcript: '</script> & an edited canaryword' }).expect(200);
    await archive.unapprove(first.id).expect(200);
    await archive.unapprove(third.id).expect(200);
    await archive.approve(first.id).expect(200);
    await archive.remove(videos[5]!.id).expect(204);
    expect(await shards()).toHaveLength(2);
    await site.outliveStaleSearch();
    const storyByStory = await site.describe();

    await rm(site.inState('site'), { recursive: true });
    await rm(site.inState('site-manifest.jsonl'));
    await site.restart();
    expect(await site.describe()).toEqual(storyByStory);

    for (const { id } of [first, second, videos[3]!, videos[4]!, videos[6]!, hosted]) {
      await archive.at(site.testApp).unapprove(id).expect(200);
    }
    expect(await filesContaining(site.inState('site'), 'canaryword')).toEqual([]);
    // The feed says that stories are gone, and not whose.
    expect(withoutFeed(await site.describe())).toEqual(withoutFeed(empty));
    expect((await site.get('/stories/feed.xml').expect(200)).text).toContain('deleted-entry');
  });
});
