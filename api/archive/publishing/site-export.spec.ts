import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { describeFiles, filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { EXPORT_MANIFEST, readExportManifest, writeExportManifest } from './export-manifest.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { SiteExport } from './site-export.js';

describe('a snapshot of the site', () => {
  let site: PublishedSite;
  let parent: string;
  let folder: string;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  beforeEach(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'a snapshot '));
    folder = path.join(parent, 'public/site');
  });
  afterEach(() => rm(parent, { recursive: true }));
  afterAll(() => site.testApp.close());

  const write = (out = folder) => site.testApp.app.get(SiteExport).writeTo({ folder: out });
  const update = () => site.testApp.app.get(SiteExport).update({ folder });
  /** Without what stands in it for the next update. */
  const describeCopy = async () => {
    const manifest = path.join(folder, EXPORT_MANIFEST);
    const content = await readFile(manifest);
    await rm(manifest);
    const files = await describeFiles(folder);
    await writeFile(manifest, content, { mode: 0o600 });
    return files;
  };
  /** What others on this machine cannot read. */
  const closed = async () => {
    const all = await readdir(path.dirname(folder), { recursive: true, withFileTypes: true });
    const places = all.filter(({ name }) => name !== EXPORT_MANIFEST).map((one) => path.join(one.parentPath, one.name));
    const modes = await Promise.all([path.dirname(folder), ...places].map(async (one) => (await stat(one)).mode));
    return [path.dirname(folder), ...places].filter((_, at) => (modes[at]! & 0o004) === 0);
  };
  /** What the server keeps for a while for those who read its list before is in no copy. */
  const expectSame = async () => {
    await site.outliveStaleSearch();
    expect((await stat(path.join(folder, EXPORT_MANIFEST))).mode & 0o777).toBe(0o600);
    expect(await describeCopy()).toEqual(await site.describe());
  };

  it('holds what the server shows, byte for byte', async () => {
    const video = await site.publishStory('Anna', 'A quiet morning');
    expect(await write()).toMatchObject({
      folder,
      stories: 1,
      name: 'site',
      participantIds: [video.userId],
      removed: 0,
    });
    expect(await describeCopy()).toEqual(await site.describe());
    expect(await readdir(path.join(folder, storyOf(video)))).toContain('index.html');
    expect(await readdir(path.join(folder, path.dirname(mediaOf(video))))).toContain(path.basename(mediaOf(video)));
  });

  it('has nothing of a story that was withdrawn since the earlier one', async () => {
    const video = await site.publishStory('Berta', 'A quetzalcanary sings');
    await write();
    expect(await filesContaining(folder, 'quetzalcanary')).not.toEqual([]);
    await site.archive.unapprove(video.id).expect(200);
    await write();
    expect(await filesContaining(parent, 'quetzalcanary')).toEqual([]);
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  it.each([
    ['written', () => write()],
    ['brought up to date', () => update()],
  ])('stays the copy that it was, %s after another one was ended just before it took its place', async (_, run) => {
    const { id } = await write();
    await rename(folder, `${folder}.earlier`);
    expect(await run()).toMatchObject({ id });
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  it('leaves nothing of a withdrawn story beside it, where an earlier run was ended', async () => {
    const video = await site.publishStory('Cara', 'A quagmirecanary sings');
    await write();
    for (const left of ['earlier', 'unfinished']) await cp(folder, `${folder}.${left}`, { recursive: true });
    await site.archive.unapprove(video.id).expect(200);
    await update();
    expect(await filesContaining(parent, 'quagmirecanary')).toEqual([]);
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  it('leaves nothing beside it of one that an earlier version made, and what others have put there', async () => {
    const video = await site.publishStory('Dana', 'A gnucanary sings');
    await write();
    await cp(folder, `${folder}.earlier`, { recursive: true });
    await rm(path.join(`${folder}.earlier`, EXPORT_MANIFEST));
    await site.archive.unapprove(video.id).expect(200);
    await update();
    expect(await filesContaining(parent, 'gnucanary')).toEqual([]);
    await mkdir(`${folder}.earlier`);
    await writeFile(path.join(`${folder}.earlier`, 'thesis.txt'), 'mine');
    await update();
    expect(await readdir(`${folder}.earlier`)).toEqual(['thesis.txt']);
  });

  it('is brought up to date only once another run has ended that is writing it', async () => {
    await write();
    const lock = site.testApp.app.get(PublishingLockRepository, { strict: false });
    let updating: Promise<unknown> | undefined;
    await lock.hold(async () => {
      await mkdir(`${folder}.unfinished`);
      using waiting = jest.spyOn(lock, 'hold');
      updating = update();
      await until(() => waiting.mock.calls.length > 0);
      expect(await readdir(path.dirname(folder))).toContain('site.unfinished');
    });
    await updating;
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  it('can be read by a web server, also what an update adds, whatever else this process keeps to itself', async () => {
    const umask = process.umask(0o077);
    try {
      await write();
      expect(await closed()).toEqual([]);
      const video = await site.publishStory('Gina', 'A meerkatcanary sings');
      await update();
      expect(await readdir(path.join(folder, storyOf(video)))).toContain('index.html');
      expect(await closed()).toEqual([]);
      // As an earlier version has left it.
      await chmod(path.join(folder, storyOf(video)), 0o700);
      await update();
      expect(await closed()).toEqual([]);
    } finally {
      process.umask(umask);
    }
    await site.outliveStaleSearch();
  });

  it('tells nowhere, but in the story itself, of one that is found by its link alone', async () => {
    const { id, userId } = await site.publishStory('Lea', 'A phoenixcanary sings');
    const hide = 'INSERT INTO story_choice (participant_id, is_unlisted) VALUES ($1, true)';
    await site.testApp.dataSource.query(hide, [userId]);
    await write();
    const { body } = await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200);
    const { userName } = (body as ShowcaseVideo).user;
    expect(await readdir(path.join(folder, 'stories', userName))).toContain('index.html');
    for (const word of [userName, id]) {
      const telling = await filesContaining(folder, word);
      expect(telling.filter((name) => !name.startsWith(`stories/${userName}/`))).toEqual([]);
    }
  });

  it('mends the tree first', async () => {
    await site.bringUpToDate();
    const sound = await site.describe();
    await rm(site.inSite('index.html'));
    await write();
    expect(await describeCopy()).toEqual(sound);
  });

  it('is one copy, where two are written to one folder at once', async () => {
    await site.publishStory('Mona', 'A quiet noon');
    const [one, two] = await Promise.all([write(), write()]);
    expect(one.id).toBe(two.id);
    await Promise.all([write(), write(), update()]);
    expect(await readExportManifest(folder)).toMatchObject({ id: one.id });
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  it('leaves nothing beside it of one whose removal was ended', async () => {
    const video = await site.publishStory('Nora', 'A pumacanary sings');
    await write();
    const aside = `${folder}.earlier`;
    await cp(folder, aside, { recursive: true });
    for (const name of ['index.html', '404.html']) await rm(path.join(aside, name));
    await site.archive.unapprove(video.id).expect(200);
    await write();
    expect(await filesContaining(parent, 'pumacanary')).toEqual([]);
    expect(await readdir(path.dirname(folder))).toEqual(['site']);
  });

  describe('brought up to date', () => {
    it('has nothing of what was taken back, knows that it was, and keeps what others have put there', async () => {
      const kept = await site.publishStory('Carla', 'A lark sings');
      const gone = await site.publishStory('Dora', 'A zebracanary sings');
      const { id } = await write();
      await writeFile(path.join(folder, 'CNAME'), 'stories.example.org');
      await site.archive.unapprove(gone.id).expect(200);
      const told = await update();
      expect(told).toMatchObject({ id, name: 'site', removed: 1 });
      for (const word of ['zebracanary', gone.user.userName, gone.id]) {
        expect([word, await filesContaining(folder, word)]).toEqual([word, []]);
      }
      expect(await readdir(path.join(folder, 'stories'))).not.toContain(gone.user.userName);
      expect(await readFile(path.join(folder, 'CNAME'), 'utf8')).toBe('stories.example.org');
      await rm(path.join(folder, 'CNAME'));
      await expectSame();
      expect(await readdir(path.join(folder, storyOf(kept)))).toContain('index.html');
      const { withdrawn, stories } = (await readExportManifest(folder))!;
      expect(withdrawn).toEqual([{ id: expect.any(String), at: expect.any(String) }]);
      expect(stories.map(({ id: story }) => story)).not.toContain(withdrawn[0]!.id);
      expect(await update()).toMatchObject({ removed: 0 });
      expect((await readExportManifest(folder))!.withdrawn).toEqual(withdrawn);
    });

    it('loses the page and the film of what is taken back before anything is written, also where nothing can be', async () => {
      const gone = await site.publishStory('Hanna', 'A kuducanary sings');
      await write();
      await site.archive.unapprove(gone.id).expect(200);
      const added = await site.publishStory('Ida', 'A finch sings');
      // In place of the folder that the new story needs.
      await writeFile(path.join(folder, storyOf(added)), 'in the way');
      await expect(update()).rejects.toThrow(/EEXIST|ENOTDIR/);
      expect(await readdir(path.join(folder, 'stories'))).not.toContain(gone.user.userName);
      expect(await readdir(path.join(folder, 'media'))).not.toContain(path.basename(mediaOf(gone)));
      // The feed is written after the page that could not be.
      expect(await readFile(path.join(folder, 'stories/feed.xml'), 'utf8')).not.toContain('kuducanary');
      await rm(path.join(folder, storyOf(added)));
      await update();
      await expectSame();
    });

    it('goes on after it was interrupted anywhere', async () => {
      const gone = await site.publishStory('Esra', 'A quaggacanary sings');
      await write();
      await site.archive.unapprove(gone.id).expect(200);
      const early = await site.publishStory('Fay', 'A wren sings');
      const manifest = (await readExportManifest(folder))!;
      // Ended after its first step, and in the middle of a file.
      await writeExportManifest(folder, {
        ...manifest,
        stories: [],
        files: { ...manifest.files, [`stories/${early.user.userName}/index.html`]: null },
      });
      await mkdir(path.join(folder, storyOf(early)), { recursive: true });
      await writeFile(path.join(folder, storyOf(early), 'index.html.unfinished'), '<html');
      await rm(path.join(folder, 'sitemap.xml'));
      await update();
      await expectSame();
    });

    it('has nothing of a story of which a part was just being written when it was taken back', async () => {
      const gone = await site.publishStory('Jana', 'A dodocanary sings');
      await write();
      const page = path.join(folder, storyOf(gone), 'index.html');
      await rename(page, `${page}.unfinished`);
      await writeFile(path.join(folder, '404.html.unfinished'), 'A dodocanary');
      await site.archive.unapprove(gone.id).expect(200);
      await update();
      expect(await filesContaining(folder, 'dodocanary')).toEqual([]);
      await expectSame();
    });

    it('may be one whose files are noted by their paths, as an earlier version did', async () => {
      const gone = await site.publishStory('Kim', 'A moacanary sings');
      await write();
      const manifest = (await readExportManifest(folder))!;
      const named = Object.fromEntries((await filesContaining(folder, '')).map((name) => [name, null]));
      await writeExportManifest(folder, { ...manifest, files: named });
      await site.archive.unapprove(gone.id).expect(200);
      await update();
      expect(await filesContaining(folder, 'moacanary')).toEqual([]);
      await expectSame();
    });

    it('may be one that an earlier version made', async () => {
      const gone = await site.publishStory('Gina', 'An okapicanary sings');
      await write();
      await rm(path.join(folder, EXPORT_MANIFEST));
      await writeFile(path.join(folder, 'CNAME'), 'stories.example.org');
      await site.archive.unapprove(gone.id).expect(200);
      await update();
      expect(await filesContaining(folder, 'okapicanary')).toEqual([]);
      expect(await readdir(folder)).toContain('CNAME');
      await rm(path.join(folder, 'CNAME'));
      await expectSame();
    });

    it('is refused where there is no copy', async () => {
      await mkdir(folder, { recursive: true });
      await expect(update()).rejects.toThrow('holds no copy of the site');
    });

    it('removes nothing outside of the folder, whatever its manifest says', async () => {
      await write();
      await writeFile(path.join(parent, 'thesis.txt'), 'mine');
      const manifest = (await readExportManifest(folder))!;
      await writeExportManifest(folder, { ...manifest, files: { ...manifest.files, '../../thesis.txt': null } });
      await update();
      expect(await readFile(path.join(parent, 'thesis.txt'), 'utf8')).toBe('mine');
    });
  });

  describe('refuses', () => {
    it('a folder that holds anything else, and leaves it alone', async () => {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'thesis.txt'), 'mine');
      await expect(write()).rejects.toThrow('no earlier snapshot');
      expect(await readdir(folder)).toEqual(['thesis.txt']);
    });

    it('one beside which somebody keeps something under the name of what is put aside', async () => {
      await write();
      await mkdir(`${folder}.earlier`);
      await writeFile(path.join(`${folder}.earlier`, 'thesis.txt'), 'mine');
      await expect(write()).rejects.toThrow(`${folder}.earlier holds files that are no earlier snapshot`);
      expect(await readdir(`${folder}.earlier`)).toEqual(['thesis.txt']);
      await rm(folder, { recursive: true });
      await write();
      expect(await readdir(`${folder}.earlier`)).toEqual(['thesis.txt']);
    });

    it('the folder of the server, one within and one around it', async () => {
      const { stateDir } = site.testApp.config;
      for (const out of [stateDir, path.join(stateDir, 'site'), path.dirname(stateDir)]) {
        await expect(write(out)).rejects.toThrow('belongs outside');
      }
    });
  });
});
