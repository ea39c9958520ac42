import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getHeapSpaceStatistics } from 'node:v8';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { readFiles } from '../../testing/site-files.js';
import { SiteManifest } from './tree/site-manifest.js';
import { Publisher } from './publisher.js';
import { PublicationsService } from '../stories/publications.service.js';
import { SiteReader } from './site-reader.js';

const CANARY = 'A quetzalcanary sings';
const SET_UP = {
  DONATE_URL: 'https://donate.example.org',
  DOCUMENTARY_URL: 'https://film.example.org',
  CHAT_URL: 'https://chat.example.org',
  SUPPORT_PHONE: '+1 555 0100',
};

/** Of everything below a folder. */
async function modes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
    }),
  );
  return [...new Set(found)].toSorted();
}

/** Which V8 keeps for what is new: it grows with the work, and stays so until all of the memory is looked through. */
function roomForNew(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')!.space_size;
}

describe('the tree', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start(SET_UP);
  });
  afterEach(() => site.testApp.close());

  it('is made with all that is set up, each in its place', async () => {
    const { app } = site.testApp;
    const { context } = await app.get(SiteReader).read(await app.get(PublicationsService).findChanges(true));
    expect(context.settings).toMatchObject({
      donateUrl: SET_UP.DONATE_URL,
      documentaryUrl: SET_UP.DOCUMENTARY_URL,
      chatUrl: SET_UP.CHAT_URL,
      supportPhone: SET_UP.SUPPORT_PHONE,
    });
  });

  it('leaves little in memory after many files', async () => {
    const from = site.inState('asset.txt');
    await writeFile(from, 'An asset');
    const hashes = Array.from({ length: 1_000 }, (_, index) => `${index}`);
    site.testApp.siteBuild.assets = hashes.map((hash) => ({ path: `client/asset-${hash}.txt`, from, hash }));
    await site.bringUpToDate();
    expect(roomForNew()).toBeLessThan(8 * 1024 ** 2);
  });

  it('is left alone when nothing has changed', async () => {
    await site.publishStory('Anna', CANARY);
    const before = await site.describe();
    site.testApp.siteBuild.rendered.length = 0;
    await site.bringUpToDate();
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(site.testApp.siteBuild.rendered).toEqual([]);
    expect(await site.describe()).toEqual(before);
  });

  it('changes only where the story is shown', async () => {
    const first = await site.publishStory('Anna', CANARY);
    for (const name of ['Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus']) await site.publishStory(name, CANARY);
    site.testApp.siteBuild.rendered.length = 0;
    const video = await site.publishStory('Hal', CANARY);
    const changed = ['/', '/stories', '/listen/life-before-me-cfs', storyOf(first), storyOf(video)];
    expect(site.testApp.siteBuild.rendered.toSorted()).toEqual(changed.toSorted());
  });

  it('is the same made from nothing as approval by approval', async () => {
    const [first] = [
      await site.publishStory('Anna', CANARY),
      await site.publishStory('Ben', CANARY),
      await site.publishStory('Cleo', CANARY),
    ];
    await site.archive.unapprove(first.id).expect(200);
    const before = await site.describe();
    await rm(site.inState('site'), { recursive: true });
    await rm(site.inState('site-manifest.jsonl'));
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(await site.describe()).toEqual(before);
  });

  it('is repaired after whatever happened to it', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const before = await site.describe();
    await rm(site.inSite(`stories/${video.user.userName}`), { recursive: true });
    await rm(site.inSite(mediaOf(video)));
    await rm(site.inSite('index.html.br'));
    await truncate(site.inSite('stories/index.html'), 10);
    const [fragment] = (await readFiles(site.inSite('pagefind'))).keys().filter((file) => file.includes('fragment'));
    await rm(site.inSite(`pagefind/${fragment}`));
    await writeFile(site.inSite('stranger.html'), 'not ours');
    await mkdir(site.inSite('.hidden/empty'), { recursive: true });
    await symlink('/etc', site.inSite('link'));
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(await site.describe()).toEqual(before);
  });

  it('is repaired after a run that was killed between a file and the manifest', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const before = await site.describe();
    const page = `stories/${video.user.userName}/index.html`;
    const bytes = await readFile(site.inSite(page));
    await writeFile(site.inSite(page), bytes.toString().replace('sings', 'SINGS'));
    await writeFile(site.inSite('stories/half.html'), 'half');
    const pending = JSON.stringify({ pending: [page, 'stories/half.html', 'pagefind/shards.json'] });
    await appendFile(site.inState('site-manifest.jsonl'), `${pending}\n{"set":"sto`);
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(await site.describe()).toEqual(before);
  });

  /** Turns a bit, with the size and the times of writing as they were. */
  async function damage(userName: string): Promise<void> {
    const [fragment] = (await readFiles(site.inSite('pagefind'))).keys().filter((file) => file.includes('fragment'));
    const page = `stories/${userName}/index.html`;
    for (const file of [page, `${page}.br`, `${page}.gz`, `pagefind/${fragment}`]) {
      const { atime, mtime } = await stat(site.inSite(file));
      const bytes = await readFile(site.inSite(file));
      bytes[20]! ^= 1;
      await writeFile(site.inSite(file), bytes);
      await utimes(site.inSite(file), atime, mtime);
    }
  }

  it('is repaired at the start where bytes have changed and sizes have not', async () => {
    const video = await site.publishStory('Anna', CANARY);
    await site.testApp.restart();
    await site.bringUpToDate();
    const before = await site.describe();
    await damage(video.user.userName);
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(await site.describe()).toEqual(before);
  });

  it('is repaired at night where bytes have changed and sizes have not', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const before = await site.describe();
    await damage(video.user.userName);
    // As if the tree had been looked at since.
    await site.testApp.app.get(SiteManifest).record([{ inspectedAt: Date.now() + 60_000 }]);
    await site.testApp.app.get(Publisher).bringUpToDateNightly();
    expect(await site.describe()).toEqual(before);
  });

  it('is open to every web server, with nothing beside it', async () => {
    const umask = process.umask(0o077);
    try {
      const video = await site.publishStory('Anna', CANARY);
      expect(await modes(site.inState('site'))).toEqual(['file 644', 'folder 755']);
      const { size } = await stat(site.inSite(mediaOf(video)));
      await site.archive.unapprove(video.id).expect(200);
      expect(size).toBeGreaterThan(0);
      expect(await modes(site.inState('media'))).toEqual(['file 600', 'folder 700']);
      expect((await stat(site.inState('site-manifest.jsonl'))).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(umask);
    }
  });

  it('is made anew when the manifest makes no sense', async () => {
    await site.publishStory('Anna', CANARY);
    const before = await site.describe();
    await writeFile(site.inState('site-manifest.jsonl'), 'name\nnonsense\n');
    await site.testApp.restart();
    await site.bringUpToDate();
    expect(await site.describe()).toEqual(before);
  });

  it('gets the looks of a new build or setting, keeping old assets for open pages', async () => {
    const video = await site.publishStory('Anna', CANARY);
    await writeFile(site.inState('app.js'), 'export const version = 1;');
    const asset = (name: string, hash: string) => ({ path: `_astro/${name}`, from: site.inState('app.js'), hash });
    site.testApp.siteBuild.assets = [asset('app.one.js', '1'), { ...asset('', '2'), path: 'favicon.svg' }];
    site.testApp.siteBuild.key = 'second build';
    await site.bringUpToDate();
    expect((await site.get(storyOf(video)).expect(200)).text).toContain('second build');
    site.testApp.siteBuild.assets = [asset('app.two.js', '3')];
    site.testApp.siteBuild.key = 'third build';
    await site.bringUpToDate();
    expect((await site.get(storyOf(video)).expect(200)).text).toContain('third build');
    const { headers } = await site.get('/_astro/app.two.js').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await site.get('/_astro/app.one.js').expect(200);
    await site.get('/favicon.svg').expect(404);
  });
});
