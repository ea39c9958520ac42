import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { HeadObjectCommand, ListObjectVersionsCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { mediaOf, PublishedSite, storyOf } from '../../../testing/published-site.js';
import { startS3, type TestS3 } from '../../../testing/s3-server.js';
import { FailingBucket, TestEdge } from '../../../testing/site-edge.js';
import { until } from '../../../testing/until.js';
import { listTree } from '../tree/list-tree.js';
import { SiteBucket } from './site-bucket.js';

const CANARY = 'A quetzalcanary sings';
/** In place of the small server, one that does everything (`TEST_S3_ENDPOINT`). */
const isSmall = !process.env.TEST_S3_ENDPOINT;

/** Objects that are put at once. */
const MORE_THAN_A_BATCH = 201;

const KINDS = ['referred to', 'page', 'list'] as const;

function kindOf(key: string): (typeof KINDS)[number] {
  if (/^(_astro|media|pagefind\/[^/]+)\/|\.(jpg|vtt)$/.test(key)) return 'referred to';
  return /\.(xml|txt|json)$/.test(key) ? 'list' : 'page';
}

describe('a public site in a bucket', () => {
  let s3: TestS3;
  let failing: FailingBucket;
  let edge: TestEdge;
  let site: PublishedSite;
  let prefix: string;

  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());
  beforeEach(async () => {
    prefix = `${randomUUID()}/`;
    failing = new FailingBucket(s3.access.endpoint!);
    edge = new TestEdge({ bucket: s3.bucket, prefix }, s3.access);
    await Promise.all([failing.start(), edge.start()]);
  });
  afterEach(async () => {
    failing.fault = null;
    await site.testApp.close();
    await Promise.all([failing.stop(), edge.stop()]);
  });

  const start = async (env: Record<string, string> = {}) => {
    site = await PublishedSite.start({
      SITE_STORE: `s3://${s3.bucket}/${prefix.slice(0, -1)}`,
      S3_ENDPOINT: failing.url,
      SITE_URL: edge.url,
      SITE_PURGE_URL: `${edge.url}/purge`,
      SITE_PURGE_TOKEN: 'a token',
      ...env,
    });
  };

  const keyOf = (path: string) => path.split(prefix)[1]!;

  /** Every object by its key, with what it holds. */
  const inBucket = async () => {
    const held = new Map<string, string>();
    for await (const { key } of edge.bucket.list()) {
      // It may go just now, also as it is read.
      const found = await edge.bucket
        .open(key)
        .then((bytes) => buffer(bytes))
        .catch(() => null);
      if (found) held.set(key, found.toString('latin1'));
    }
    return held;
  };

  /** What the bucket has to hold. */
  const inTree = async () => {
    const held = new Map<string, string>();
    for (const [path, { absolute }] of await listTree(site.inState('site'))) {
      if (/\.(br|gz)$|^(interview|landing|story-not-found)\/index\.html$/.test(path)) continue;
      held.set(path.replace(/\/index\.html$/, ''), await readFile(absolute, 'latin1'));
    }
    return held;
  };
  const holding = async (words: string) =>
    [...(await inBucket())].filter(([key, text]) => key.includes(words) || text.includes(words)).map(([key]) => key);

  it('is there, whole and under its addresses, when Approve answers', async () => {
    await start();
    const video = await site.publishStory('Zoë', CANARY);
    const { status, text } = await edge.get(storyOf(video));
    expect(status).toBe(200);
    expect(text).toContain(CANARY);
    expect((await edge.get(mediaOf(video))).status).toBe(200);
    expect((await edge.get('/stories')).text).toContain(video.user.userName);
    expect(await inBucket()).toEqual(await inTree());
  });

  it('has nothing of a story any more, nor has whoever delivers it, when Unapprove answers', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    await site.publishStory('Ben', 'A lark sings');
    for (const address of [storyOf(video), mediaOf(video), '/stories']) {
      expect((await edge.get(address)).status).toBe(200);
    }
    edge.forgetsAfterMs = 700;
    await site.archive.unapprove(video.id).expect(200);
    expect((await edge.get(storyOf(video))).status).toBe(404);
    expect((await edge.get(mediaOf(video))).status).toBe(404);
    expect((await edge.get('/stories')).text).not.toContain(video.user.userName);
    expect([...(await holding(CANARY)), ...(await holding(video.user.userName))]).toEqual([]);
    expect(await inBucket()).toEqual(await inTree());
  });

  it('writes what has changed, and nothing else, also after a start', async () => {
    await start();
    await site.publishStory('Anna', CANARY);
    edge.purged.length = 0;
    await site.bringUpToDate();
    await site.restart();
    expect(edge.purged).toEqual([]);
    const video = await site.publishStory('Ben', 'A lark sings');
    expect(edge.purged).toContain(edge.url + encodeURI(storyOf(video)));
    expect(edge.purged).not.toContain(`${edge.url}/404.html`);
  });

  it('keeps pages that may be asked about each time, of the kind that they are', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    const client = new S3Client({ ...s3.access, endpoint: s3.access.endpoint!, forcePathStyle: true });
    const page = { Bucket: s3.bucket, Key: prefix + storyOf(video).slice(1) };
    const head = await client.send(new HeadObjectCommand(page));
    client.destroy();
    expect(head).toMatchObject({ ContentType: 'text/html; charset=utf-8', CacheControl: 'no-cache' });
  });

  it('gets what pages refer to before the pages, and lists of what is there last, however much it is', async () => {
    await start();
    const from = site.inState('asset');
    await writeFile(from, 'words');
    failing.changes.length = 0;
    site.testApp.siteBuild.key = 'the next build';
    site.testApp.siteBuild.assets = Array.from({ length: MORE_THAN_A_BATCH }, (_, index) => {
      return { path: `_astro/app.${index}.js`, from, hash: String(index) };
    });
    Object.assign(failing, { fault: 'slow', slowMs: 20 });
    const video = await site.publishStory('Anna', CANARY);
    const put = failing.changes.filter(({ method }) => method === 'PUT');
    const kinds = put.map(({ path }) => kindOf(keyOf(path)));
    expect(kinds.filter((kind) => kind === 'referred to').length).toBeGreaterThan(MORE_THAN_A_BATCH);
    expect(kinds).toEqual(kinds.toSorted((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)));
    const early = put.filter(({ beside }, at) => beside.some((path) => kindOf(keyOf(path)) !== kinds[at]));
    expect(early).toEqual([]);
    const keys = put.map(({ path }) => keyOf(path));
    expect(keys).toEqual(expect.arrayContaining([mediaOf(video).slice(1), storyOf(video).slice(1), 'stories']));
    expect(await inBucket()).toEqual(await inTree());
  });

  it('loses what must go before it gets anything else', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    failing.changes.length = 0;
    await site.archive.unapprove(video.id).expect(200);
    const places = Map.groupBy(failing.changes.keys(), (place) => failing.changes[place]!.method);
    const gone = places.get('DELETE')!.map((place) => keyOf(failing.changes[place]!.path));
    expect(gone).toEqual(expect.arrayContaining([storyOf(video).slice(1), mediaOf(video).slice(1)]));
    expect(Math.max(...places.get('DELETE')!)).toBeLessThan(Math.min(...places.get('PUT')!));
  });

  it('has nothing of a withdrawn story, nor what tells of it, while every purge is refused', async () => {
    const program = `/tmp/purge-${randomUUID()}`;
    await writeFile(program, `#!/bin/sh\ncat > /dev/null\ntest ! -e ${program}.broken\n`);
    await chmod(program, 0o700);
    await start({ SITE_PURGE_COMMAND: program });
    await site.publishStory('Ben', 'A lark sings');
    const video = await site.publishStory('Anna', CANARY);
    for (let at = 0; at < MORE_THAN_A_BATCH; at++) {
      await edge.bucket.putBytes(`stories/left-${at}`, Buffer.from(CANARY));
    }
    site.testApp.app.get(SiteBucket).compareNext();
    await writeFile(`${program}.broken`, '');
    await site.archive.unapprove(video.id).expect(503);
    expect([...(await holding(CANARY)), ...(await holding(video.user.userName))]).toEqual([]);
    await rm(`${program}.broken`);
    await site.bringUpToDate();
    expect(await inBucket()).toEqual(await inTree());
  });

  it.each(['refusing', 'cutting'] as const)('that is %s says so, and has it all once it works again', async (fault) => {
    await start();
    const kept = await site.publishStory('Ben', 'A lark sings');
    const withdrawn = await site.publishStory('Anna', CANARY);
    failing.fault = fault;
    failing.changesBefore = 1;
    const { body } = await site.archive.unapprove(withdrawn.id).expect(503);
    expect(body).toMatchObject({ code: 'publishing_failed' });
    await site.get(storyOf(withdrawn)).expect(404);
    await site.get(storyOf(kept)).expect(200);
    failing.fault = null;
    await until(async () => (await holding(CANARY)).length === 0);
    await site.bringUpToDate();
    expect(await inBucket()).toEqual(await inTree());
  });

  it('has nothing of a withdrawn story while a page of somebody else cannot be made', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    const kept = await site.publishStory('Ben', 'A lark sings');
    const shards = [...(await inBucket()).keys()].filter((key) => /^pagefind\/.+\//.test(key));
    expect(shards).not.toEqual([]);
    site.testApp.siteBuild.failsAt = storyOf(kept);
    await site.archive.unapprove(video.id).expect(503);
    site.testApp.siteBuild.failsAt = null;
    const gone = [storyOf(video), mediaOf(video), ...shards.map((key) => `/${key}`)];
    for (const address of gone) expect([address, (await edge.get(address)).status]).toEqual([address, 404]);
    expect([...(await holding(CANARY)), ...(await holding(video.id))]).toEqual([]);
    expect((await edge.get(mediaOf(kept))).status).toBe(200);
  });

  it('keeps what is public while a new publisher cannot make it anew', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    await rm(site.inState('site'), { recursive: true });
    await rm(site.inState('site-manifest.jsonl'), { force: true });
    await site.testApp.restart();
    site.testApp.siteBuild.failsAt = storyOf(video);
    await expect(site.bringUpToDate()).rejects.toMatchObject({ code: 'publishing_failed' });
    site.testApp.siteBuild.failsAt = null;
    expect((await edge.get(storyOf(video))).text).toContain(CANARY);
    expect((await edge.get(mediaOf(video))).status).toBe(200);
  });

  it('that is slow is waited for', async () => {
    await start();
    failing.fault = 'slow';
    const video = await site.publishStory('Anna', CANARY);
    expect((await edge.get(storyOf(video))).text).toContain(CANARY);
  });

  it('is not done while visitors get a part of a page', async () => {
    await start();
    edge.isCutting = true;
    let isAnswered = false;
    const publishing = site.publishStory('Anna', CANARY).then(() => (isAnswered = true));
    await until(async () => edge.purged.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isAnswered).toBe(false);
    edge.isCutting = false;
    await publishing;
  });

  it('left in the middle of anything is made right by the next start', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    Object.assign(failing, { fault: 'hanging', changesBefore: 2 });
    const answered = site.archive.unapprove(video.id).then(({ status }) => status);
    await until(() => failing.changesBefore < 0);
    failing.fault = 'refusing';
    failing.cutAll();
    expect(await answered).toBe(503);
    await site.testApp.restart();
    failing.fault = null;
    await site.bringUpToDate();
    expect(await inBucket()).toEqual(await inTree());
    expect((await edge.get(storyOf(video))).status).toBe(404);
  });

  it('is compared at the start: what is not its own goes, what was changed comes back', async () => {
    await start();
    const video = await site.publishStory('Anna', CANARY);
    await edge.bucket.putBytes('stories/nobody', Buffer.from('left by somebody'));
    await edge.bucket.putBytes(storyOf(video).slice(1), Buffer.from('something else'));
    await edge.bucket.remove('sitemap.xml');
    await site.restart();
    expect(await inBucket()).toEqual(await inTree());
  });

  it('has a program told what has changed, and hears when it fails', async () => {
    const program = `/tmp/purge-${randomUUID()}`;
    await writeFile(program, `#!/bin/sh\ncat >> ${program}.told\ntest ! -e ${program}.broken\n`);
    await chmod(program, 0o700);
    await start({ SITE_PURGE_URL: '', SITE_PURGE_COMMAND: program });
    const video = await site.archive.add(await site.archive.register('Anna'), { questionId: 1, transcript: CANARY });
    await writeFile(`${program}.broken`, '');
    await site.archive.approve(video.id).expect(503);
    expect((await readFile(`${program}.told`, 'utf8')).split('\n')).toContain(edge.url + encodeURI(storyOf(video)));
  });

  (isSmall ? describe.skip : describe)('with a whole server,', () => {
    it('keeps no earlier version of what has changed or gone', async () => {
      const client = new S3Client({ ...s3.access, endpoint: s3.access.endpoint!, forcePathStyle: true });
      const setVersions = (Status: 'Enabled' | 'Suspended') =>
        client.send(new PutBucketVersioningCommand({ Bucket: s3.bucket, VersioningConfiguration: { Status } }));
      await setVersions('Enabled');
      try {
        await start();
        const video = await site.publishStory('Anna', CANARY);
        await site.archive.unapprove(video.id).expect(200);
        const listed = await client.send(new ListObjectVersionsCommand({ Bucket: s3.bucket, Prefix: prefix }));
        expect(listed.DeleteMarkers ?? []).toEqual([]);
        expect((listed.Versions ?? []).filter(({ IsLatest }) => !IsLatest)).toEqual([]);
        expect(await holding(CANARY)).toEqual([]);
      } finally {
        await setVersions('Suspended');
        client.destroy();
      }
    });
  });
});
