import { stat } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { SiteManifest } from './tree/site-manifest.js';
import { SiteTree, type StagedFile } from './tree/site-tree.js';

const CANARY = 'A quetzalcanary sings';

/** A process may be killed, and the power cut, between any two of these steps. */
describe('publishing, step by step', () => {
  let site: PublishedSite;
  let tree: SiteTree;
  beforeEach(async () => {
    site = await PublishedSite.start();
    tree = site.testApp.app.get(SiteTree);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await site.testApp.close();
  });

  /** What a process reads that starts at this moment. */
  const recorded = () => {
    const manifest = new SiteManifest(site.inState('site-manifest.jsonl'));
    manifest.refresh();
    return manifest;
  };

  /** Calls `look` with the path of whatever is about to come into the tree. */
  function beforeEachCommit(look: (treePath: string) => void): void {
    const { stageFile, stageLink, adoptFolder } = SiteTree.prototype;
    const watched = (treePath: string, { facts, commit }: StagedFile): StagedFile => ({
      facts,
      commit: async () => {
        look(treePath);
        await commit();
      },
    });
    jest
      .spyOn(tree, 'stageFile')
      .mockImplementation(async (treePath, ...rest) =>
        watched(treePath, await stageFile.call(tree, treePath, ...rest)),
      );
    jest
      .spyOn(tree, 'stageLink')
      .mockImplementation(async (treePath, ...rest) =>
        watched(treePath, await stageLink.call(tree, treePath, ...rest)),
      );
    jest.spyOn(tree, 'adoptFolder').mockImplementation(async (treePath, staged) => {
      look(treePath);
      await adoptFolder.call(tree, treePath, staged);
    });
  }

  it('notes every path as pending before anything comes to lie there', async () => {
    const committed: string[] = [];
    const notNoted: string[] = [];
    beforeEachCommit((treePath) => {
      committed.push(treePath);
      if (!recorded().pending.has(treePath)) notNoted.push(treePath);
    });
    const video = await site.publishStory('Anna', CANARY);
    expect(committed).toEqual(
      expect.arrayContaining([
        `${storyOf(video)}/index.html`.slice(1),
        mediaOf(video).slice(1),
        'stories/feed.xml',
        'pagefind/shards.json',
        expect.stringMatching(/^pagefind\/[\da-f]+\/$/) as string,
      ]),
    );
    expect(notNoted).toEqual([]);
    expect([...recorded().pending]).toEqual([]);
  });

  it('forgets no path before what lay there is gone', async () => {
    const video = await site.publishStory('Anna', CANARY);
    await site.publishStory('Ben', 'A lark sings');
    const removed: string[] = [];
    const forgotten: string[] = [];
    jest.spyOn(tree, 'remove').mockImplementation(async (treePath) => {
      await SiteTree.prototype.remove.call(tree, treePath);
      removed.push(treePath);
      if (!recorded().files.has(treePath)) forgotten.push(treePath);
    });
    await site.archive.unapprove(video.id).expect(200);
    expect(removed).toEqual(
      expect.arrayContaining([
        `${storyOf(video)}/index.html`.slice(1),
        mediaOf(video).slice(1),
        expect.stringMatching(/^pagefind\/[\da-f]+\/$/) as string,
      ]),
    );
    expect(forgotten).toEqual([]);
    expect(removed.filter((treePath) => recorded().files.has(treePath))).toEqual([]);
  });

  it('notes a folder of the search index as pending before its files go one by one', async () => {
    const video = await site.publishStory('Anna', CANARY);
    await site.publishStory('Ben', 'A lark sings');
    const pending: boolean[] = [];
    jest.spyOn(tree, 'remove').mockImplementation(async (treePath) => {
      if (treePath.startsWith('pagefind/')) pending.push(recorded().pending.has(treePath));
      await SiteTree.prototype.remove.call(tree, treePath);
    });
    await site.archive.unapprove(video.id).expect(200);
    expect(new Set(pending)).toEqual(new Set([true]));
  });

  it('blocks what is withdrawn on every server before the first file goes', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const page = `${storyOf(video)}/index.html`.slice(1);
    const blocked: boolean[] = [];
    jest.spyOn(tree, 'remove').mockImplementation(async (treePath) => {
      blocked.push(recorded().blocked.has(page) || !recorded().files.has(page));
      await SiteTree.prototype.remove.call(tree, treePath);
    });
    await site.archive.unapprove(video.id).expect(200);
    expect(blocked.length).toBeGreaterThan(0);
    expect(blocked).not.toContain(false);
  });

  // Only there the paths of open files are known.
  (process.platform === 'linux' ? describe : describe.skip)('on the disk', () => {
    it('are the bytes of every file before it has its name', async () => {
      const staging = site.inState('site-staging') + path.sep;
      const committed: string[] = [];
      beforeEachCommit((treePath) => void committed.push(treePath));
      const syncs = await syncsDuring(() => site.publishStory('Anna', CANARY));
      const flushed = new Set(syncs.filter((sync) => sync.path.startsWith(staging)).map(({ held }) => held.length));
      const written = committed.filter((treePath) => /\.(html|xml|json)$/.test(treePath));
      expect(written.length).toBeGreaterThan(3);
      for (const treePath of written.flatMap((file) => [file, `${file}.br`, `${file}.gz`])) {
        const { size } = await stat(site.inSite(treePath));
        expect([treePath, flushed.has(size)]).toEqual([treePath, true]);
      }
    });
  });
});
