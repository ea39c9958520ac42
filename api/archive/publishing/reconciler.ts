import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { StoriesService } from '../stories/stories.service.js';
import { SiteManifest } from './manifest/site-manifest.js';
import { doubtfulPaths } from './plan/doubtful-paths.js';
import { type SiteChanges, siteChanges } from './plan/site-changes.js';
import { searchBlocks, type WantedShard } from './plan/search-blocks.js';
import { retiredAssets, wantedAssets } from './plan/wanted-assets.js';
import { changedStories, unchangedMedia, wantedMedia } from './plan/wanted-media.js';
import { wantedPages } from './plan/wanted-pages.js';
import { wantedPictures } from './plan/wanted-pictures.js';
import { withheldPaths } from './plan/withheld-paths.js';
import { isSearchPath } from './plan/addresses.js';
import { SearchPublisher } from './search/search-publisher.js';
import { type ReleaseWithheld, SiteAccess } from './serving/site-access.js';
import { type SiteInputs, SiteReader } from './site-reader.js';
import { type Closeness, inspectTree } from './tree/inspect-tree.js';
import { SiteTree } from './tree/site-tree.js';
import { TreeWriter } from './tree-writer.js';

/**
 * Makes the tree on the disk what it should be, by the difference alone. Doing it twice changes nothing, and killed
 * anywhere the next run repairs what was left. Only for the holder of the publishing lock.
 */
@Injectable()
export class Reconciler {
  constructor(
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
    private readonly access: SiteAccess,
    private readonly reader: SiteReader,
    private readonly stories: StoriesService,
    private readonly writer: TreeWriter,
    private readonly search: SearchPublisher,
  ) {}

  /**
   * @param closeness how closely to compare the disk with the manifest first; null: not at all
   * @param isAwaited whether somebody waits for the next run: then what only looks outdated is left to that run
   * @throws AggregateError when something could not be published; everything else is
   */
  async run(closeness: Closeness | null, isAwaited: () => boolean): Promise<void> {
    const release = this.access.startRun();
    this.manifest.refresh();
    await this.tree.clearStaging();
    const doubtful = await this.dropDoubtful(closeness);
    const inputs = await this.reader.read();
    const changes = await this.plan(inputs, doubtful);
    const shards = searchBlocks(inputs.publications);
    await this.withhold(withheldPaths(changes, shards, this.manifest.files, this.manifest.withheld));
    const failures = await this.bringTruth(inputs, changes, shards, release);
    const worn = await this.writer.write(changes.look, inputs.context, isAwaited);
    failures.push(...worn.map(({ error }) => error));
    if (failures.length > 0) throw new AggregateError(failures, 'Some of the public site could not be published.');
  }

  /** Forgets everything that may not be what the manifest says; answers where it is. */
  private async dropDoubtful(closeness: Closeness | null): Promise<string[]> {
    const { files, unsettled } = this.manifest;
    const damaged = closeness ? await this.inspect(closeness) : [];
    const doubtful = doubtfulPaths([...unsettled, ...damaged], files);
    if (doubtful.length > 0) {
      await this.manifest.record([...doubtful.map((path) => ({ unset: path })), { unsettled: doubtful }]);
    }
    return doubtful;
  }

  private async inspect(closeness: Closeness): Promise<string[]> {
    const inspectedAt = Date.now();
    const { files, inspectedAt: lastAt } = this.manifest;
    const { damaged, strangers } = await inspectTree(this.tree, files, closeness, lastAt);
    for (const stranger of strangers) await rm(stranger, { force: true });
    // What is damaged is forgotten before the look at it counts.
    await this.manifest.record([...damaged.map((path) => ({ unsettled: [path] })), { inspectedAt }]);
    await this.manifest.compact();
    return damaged;
  }

  private async plan({ context, look, publications }: SiteInputs, doubtful: string[]): Promise<SiteChanges> {
    const { files } = this.manifest;
    const changed = changedStories(publications, files);
    const unchanged = new Set(publications.map(({ userName }) => userName));
    for (const { userName } of changed) unchanged.delete(userName);
    const assets = wantedAssets(context.build.assets);
    const retired = retiredAssets(files, new Set(assets.map(({ path }) => path)), new Date());
    const media = wantedMedia(await this.stories.findMedia(changed.map(({ participantId }) => participantId)));
    const pictures = wantedPictures(publications);
    const kept = new Set([...unchangedMedia(files, unchanged), ...retired.keys()]);
    const newlyRetired = [...retired].filter(([path]) => files.get(path)?.retiredAt === undefined);
    if (newlyRetired.length > 0) await this.manifest.record(newlyRetired.map(([path, file]) => ({ set: path, file })));
    return siteChanges([...assets, ...media, ...pictures, ...wantedPages(publications, look)], kept, files, doubtful);
  }

  /** Tells every server on this tree, and whoever goes on after a kill. */
  private async withhold(paths: string[]): Promise<void> {
    if (new Set(paths).symmetricDifference(this.manifest.withheld).size > 0) {
      await this.manifest.record([{ withheld: paths }]);
    }
  }

  /** What is withdrawn goes, then what has changed is shown; the search follows beside it. Answers what failed. */
  private async bringTruth(
    inputs: SiteInputs,
    changes: SiteChanges,
    shards: WantedShard[],
    release: ReleaseWithheld,
  ): Promise<unknown[]> {
    await this.writer.remove(changes.removals);
    const writing = this.writer.write(changes.content, inputs.context).then((outdated) => {
      const failed = new Set(outdated.map(({ path }) => path));
      release((path) => !isSearchPath(path) && !failed.has(path));
      return outdated;
    });
    const searching = this.search.publish(shards).then(() => release(isSearchPath));
    const [written, searched] = await Promise.allSettled([writing, searching]);
    if (written.status === 'rejected') throw written.reason;
    const outdated = written.value;
    if (!this.access.isTrusted) {
      // Nothing is known of what outdated files still show.
      await this.writer.remove(outdated.map(({ path }) => path));
      if (searched.status === 'rejected') await this.search.list(shards.map(({ inputs: shard }) => shard));
      this.access.trust();
    }
    const failures: unknown[] = outdated.map(({ error }) => error);
    return searched.status === 'rejected' ? [...failures, searched.reason] : failures;
  }
}
