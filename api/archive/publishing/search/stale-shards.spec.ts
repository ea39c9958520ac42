import { cp, readdir } from 'node:fs/promises';
import { GRAMS_FILE } from '../../../contract/search/gram-index.js';
import { STALE_SHARDS_KEPT } from '../../../contract/common/limits.js';
import type { SearchShards } from '../../../contract/search/search-index.js';
import { PublishedSite } from '../../../testing/published-site.js';
import { Publisher } from '../publisher.js';
import { SiteManifest } from '../tree/site-manifest.js';

const SHARDS = '/pagefind/shards.json';

describe('the search index, for whoever reads its list and then its files', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  const listed = async () => ((await site.get(SHARDS).expect(200)).body as SearchShards).shards;
  const folders = async () => (await readdir(site.inSite('pagefind'))).filter((name) => !name.includes('.'));
  /** What a browser loads of a shard, by what lies in its folder. */
  const filesOf = async (shard: string) => {
    const names = await readdir(site.inSite(shard.slice(1)), { recursive: true });
    return names.filter((name) => name.includes('.') && !/\.(br|gz)$/.test(name)).map((name) => shard + name);
  };

  it('misses no file while videos are approved without a pause', async () => {
    const userId = await site.archive.register();
    const waiting: string[] = [];
    for (const questionId of [1, 2, 3, 4, 5, 6]) {
      waiting.push((await site.archive.add(userId, { questionId, transcript: `Answer ${questionId} of a lark` })).id);
      const other = await site.archive.register('Ben');
      waiting.push((await site.archive.add(other, { questionId, transcript: `Ben says ${questionId}` })).id);
    }
    await site.archive.approve(waiting[0]!).expect(200);
    const approving = new AbortController();
    const answers = new Map<number, number>();
    const read = async () => {
      while (!approving.signal.aborted) {
        for (const shard of await listed()) {
          // The list is a moment old when its files are asked for.
          const files = await filesOf(shard);
          await new Promise((resolve) => setTimeout(resolve, 60));
          for (const file of files) {
            const { status } = await site.get(file);
            answers.set(status, (answers.get(status) ?? 0) + 1);
          }
        }
      }
    };
    const readers = [read(), read()];
    for (const id of waiting.slice(1)) await site.archive.approve(id).expect(200);
    approving.abort();
    await Promise.all(readers);
    expect([...answers.keys()]).toEqual([200]);
    expect(answers.get(200)).toBeGreaterThan(20);
    expect((await folders()).length).toBeGreaterThan(waiting.length / 2);
  });

  it('finds what it read before for a while, and no longer', async () => {
    await site.publishStory('Anna', 'A lark sings');
    const [old] = await listed();
    await site.publishStory('Ben', 'A wren sings');
    expect(await listed()).not.toContain(old);
    await site.get(old + GRAMS_FILE).expect(200);
    const publisher = site.testApp.app.get(Publisher);
    await publisher.removeStaleSearch();
    await site.get(old + GRAMS_FILE).expect(200);
    const part = await site
      .get(old + GRAMS_FILE)
      .set('Range', 'bytes=4-11')
      .expect(206);
    expect(part.body).toHaveLength(8);
    await site.outliveStaleSearch();
    await site.get(old + GRAMS_FILE).expect(404);
    expect(await folders()).toHaveLength(1);
  });

  it('finds it after a restart, too', async () => {
    await site.publishStory('Anna', 'A lark sings');
    const [old] = await listed();
    await site.publishStory('Ben', 'A wren sings');
    await site.restart();
    await site.publishStory('Cleo', 'A robin sings');
    await site.get(old + GRAMS_FILE).expect(200);
    expect(await folders()).toHaveLength(3);
  });

  it('finds the newest of very many, and no more', async () => {
    await site.publishStory('Anna', 'A lark sings');
    const [old = ''] = await listed();
    await site.publishStory('Ben', 'A wren sings');
    const manifest = site.testApp.app.get(SiteManifest);
    const file = manifest.files.get(old.slice(1))!;
    const newer = Array.from({ length: STALE_SHARDS_KEPT }, (_, index) => `/pagefind/c${index}/`);
    for (const folder of newer) await cp(site.inSite(old.slice(1)), site.inSite(folder.slice(1)), { recursive: true });
    const staleAt = new Date(Date.now() + 60_000).toISOString();
    await manifest.record(newer.map((folder) => ({ set: folder.slice(1), file: { ...file, staleAt } })));
    await site.publishStory('Cleo', 'A robin sings');
    expect(await folders()).toHaveLength(STALE_SHARDS_KEPT + 1);
    await site.get(newer[0]! + GRAMS_FILE).expect(200);
    await site.get(old + GRAMS_FILE).expect(404);
  });

  it.each([
    ['withdrawn', (id: string) => site.archive.unapprove(id).expect(200)],
    ['deleted', (id: string) => site.archive.remove(id).expect(204)],
    ['written anew', (id: string) => site.archive.edit(id, { transcript: 'Other words' }).expect(200)],
  ])('finds no folder any more in which something is that has been %s', async (_how, withdraw) => {
    const first = await site.publishStory('Anna', 'A lark sings');
    const [lark] = await listed();
    await site.archive.unapprove(first.id).expect(200);
    const anna = await site.publishStory('Anna', 'A quetzal sings');
    const [quetzal] = await listed();
    await site.publishStory('Ben', 'A wren sings');
    const [both] = await listed();
    await site.publishStory('Cleo', 'A robin sings');
    await site.get(quetzal + GRAMS_FILE).expect(200);
    await site.get(both + GRAMS_FILE).expect(200);
    await withdraw(anna.id);
    for (const shard of [lark, quetzal, both]) await site.get(shard + GRAMS_FILE).expect(404);
    expect(await folders()).toHaveLength(1);
    for (const shard of await listed()) await site.get(shard + GRAMS_FILE).expect(200);
  });
});
