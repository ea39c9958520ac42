import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { describeFiles, filesContaining } from '../../testing/site-files.js';
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

  const write = (out = folder) => site.testApp.app.get(SiteExport).writeTo(out);

  it('holds what the server shows, byte for byte', async () => {
    const video = await site.publishStory('Anna', 'A quiet morning');
    expect(await write()).toEqual({ folder, stories: 1 });
    expect(await describeFiles(folder)).toEqual(await site.describe());
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

  it('mends the tree first', async () => {
    await site.bringUpToDate();
    const sound = await site.describe();
    await rm(site.inSite('index.html'));
    await write();
    expect(await describeFiles(folder)).toEqual(sound);
  });

  describe('refuses', () => {
    it('a folder that holds anything else, and leaves it alone', async () => {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'thesis.txt'), 'mine');
      await expect(write()).rejects.toThrow('no earlier snapshot');
      expect(await readdir(folder)).toEqual(['thesis.txt']);
    });

    it('the folder of the server, one within and one around it', async () => {
      const { stateDir } = site.testApp.config;
      for (const out of [stateDir, path.join(stateDir, 'site'), path.dirname(stateDir)]) {
        await expect(write(out)).rejects.toThrow('belongs outside');
      }
    });
  });
});
