import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { collectAll } from '../../platform/memory/memory-when-quiet.js';
import { StoriesService } from '../stories/stories.service.js';
import { PublicationsService, type StoryChanges } from '../stories/publications.service.js';
import { TranscriptSearchService } from '../stories/transcript-search.service.js';
import { TellingSentencesService } from '../stories/telling-sentences.service.js';
import type { SiteFile } from './tree/site-file.js';
import { type ManifestChange, SiteManifest } from './tree/site-manifest.js';
import { isSearchPath } from './plan/addresses.js';
import type { DesiredFile } from './plan/desired-file.js';
import { type DesiredShard, searchBlocks } from './plan/blocks.js';
import {
  changedStories,
  desiredAssets,
  desiredMedia,
  desiredPictures,
  isUnchangedMedia,
  staleAssets,
} from './plan/desired-media.js';
import { desiredPages } from './plan/desired-pages.js';
import {
  blockedPaths,
  dirtyPaths,
  type IsKept,
  type PlannedTree,
  type SiteChanges,
  siteChanges,
} from './plan/site-changes.js';
import { SearchPublisher } from './search/search-publisher.js';
import { SiteAccess, type Unblock } from './site-access.js';
import { type SiteInputs, SiteReader } from './site-reader.js';
import { inspectTree, type Verification } from './tree/inspect-tree.js';
import { SiteTree } from './tree/site-tree.js';
import { TreeWriter } from './tree-writer.js';

/** So many files leave hundreds of megabytes behind, of which V8 gives nothing back before it needs room. */
const MANY_FILES = 1_000;

/** Everything that a run is going to do. */
interface Plan extends SiteChanges {
  /** Of whom the tree does not show what is public now: ids of people. */
  changed: string[];
  shards: DesiredShard[];
  /** Assets that no page needs from now on: they stay for a while. */
  newlyStale: [path: string, file: SiteFile][];
  /** What must be shown to nobody until the run has put it right. */
  blocked: string[];
  /** Everything that should be there, the search index apart. */
  paths: PlannedTree['paths'];
}

/**
 * Makes the tree on the disk what it should be, by the difference alone. Doing it twice changes nothing, and killed
 * anywhere the next run repairs what was left. Only for the holder of the publishing lock.
 */
@Injectable()
export class Reconciler {
  private planned: PlannedTree | null = null;

  constructor(
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
    private readonly access: SiteAccess,
    private readonly reader: SiteReader,
    private readonly publications: PublicationsService,
    private readonly stories: StoriesService,
    private readonly sentences: TellingSentencesService,
    private readonly writer: TreeWriter,
    private readonly search: SearchPublisher,
    private readonly transcripts: TranscriptSearchService,
  ) {}

  /** What the latest run has planned; null: it failed before it could. */
  get lastPlan(): PlannedTree | null {
    return this.planned;
  }

  /**
   * @param verify how closely to compare the disk with the manifest first; null: not at all
   * @param isAwaited whether somebody waits for the next run: then outdated templates are left to that run
   * @throws AggregateError when something could not be published; everything else is
   */
  async run(verify: Verification | null, isAwaited: () => boolean): Promise<void> {
    const unblock = this.access.startRun();
    this.planned = null;
    this.manifest.refresh();
    await this.tree.clearStaging();
    const dirty = await this.forgetDirty(verify);
    const changes = await this.publications.findChanges(verify !== null);
    await this.stories.numberNewStories(changes.participantIds);
    // The database compares them while the pages are planned.
    const results = await Promise.allSettled([
      this.publish(verify, changes, dirty, unblock, isAwaited),
      this.transcripts.bringUpToDate(changes.participantIds).then(() => []),
    ]);
    const failures: unknown[] = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : [one.reason]));
    if (failures.length > 0) throw publishingFailed(failures);
  }

  /** The files, and the search in them. Returns what failed. */
  private async publish(
    verify: Verification | null,
    changes: StoryChanges,
    dirty: string[],
    unblock: Unblock,
    isAwaited: () => boolean,
  ): Promise<unknown[]> {
    // A start may have many to find, and what is read should not be old by then.
    if (verify) await this.sentences.findMissing();
    const inputs = await this.reader.read(changes);
    const plan = await this.plan(inputs, dirty);
    await this.sentences.findMissing(plan.changed);
    this.planned = { paths: plan.paths, isSearchWhole: false };
    await this.announce(plan);
    const failures = await this.bringTruth(inputs, plan, unblock);
    const outdated = await this.writer.write(plan.template, inputs.context, isAwaited);
    if (plan.content.length + plan.template.length >= MANY_FILES) collectAll();
    return [...failures, ...outdated.map(({ error }) => error)];
  }

  /** Forgets everything that may not be what the manifest says; returns where it is. */
  private async forgetDirty(verify: Verification | null): Promise<string[]> {
    const { files, pending } = this.manifest;
    const damaged = verify ? await this.inspect(verify) : [];
    const dirty = dirtyPaths([...pending, ...damaged], files);
    if (dirty.length > 0) await this.manifest.record([...dirty.map((path) => ({ unset: path })), { pending: dirty }]);
    return dirty;
  }

  private async inspect(verify: Verification): Promise<string[]> {
    const inspectedAt = Date.now();
    const { files, inspectedAt: lastAt } = this.manifest;
    const { damaged, untracked } = await inspectTree(this.tree, files, verify, lastAt);
    for (const file of untracked) await rm(file, { force: true });
    // What is damaged is forgotten before the look at it counts.
    await this.manifest.record([...damaged.map((path) => ({ pending: [path] })), { inspectedAt }]);
    await this.manifest.compact();
    return damaged;
  }

  /** Decides, and writes nothing. */
  private async plan({ context, templateKey, publications, feedNames }: SiteInputs, dirty: string[]): Promise<Plan> {
    const { files, blocked } = this.manifest;
    const changedOnes = changedStories(publications, files);
    const changed = changedOnes.map(({ participantId }) => participantId);
    const unchanged = new Set(publications.map(({ userName }) => userName));
    for (const { userName } of changedOnes) unchanged.delete(userName);
    const assets = desiredAssets(context.build.assets);
    const stale = staleAssets(this.manifest.ofKind('asset'), new Set(assets.map(({ path }) => path)), new Date());
    const media = desiredMedia(await this.stories.findMedia(changed));
    const pictures = desiredPictures(publications);
    const { questions } = context;
    const { staffAccounts } = context.settings;
    const pages = desiredPages({ ascending: publications, templateKey, questions, feedNames, staffAccounts });
    const desired = [...assets, ...media, ...pictures, ...pages];
    const isKept: IsKept = (path, file) => isUnchangedMedia(file, unchanged) || stale.has(path);
    const changes = siteChanges(desired, isKept, files, dirty);
    const shards = searchBlocks(publications, questions);
    return {
      ...changes,
      changed,
      shards,
      newlyStale: [...stale].filter(([path]) => files.get(path)?.staleAt === undefined),
      blocked: blockedPaths(changes, shards, files, this.manifest.ofKind('shard'), blocked),
      paths: () => plannedPaths(desired, isKept, files),
    };
  }

  /** Tells every server on this tree, and whoever goes on after a kill. */
  private async announce({ newlyStale, blocked }: Plan): Promise<void> {
    const changes: ManifestChange[] = newlyStale.map(([path, file]) => ({ set: path, file }));
    if (new Set(blocked).symmetricDifference(this.manifest.blocked).size > 0) changes.push({ blocked });
    if (changes.length > 0) await this.manifest.record(changes);
  }

  /** What is withdrawn goes, then what has changed is shown; the search follows beside it. Returns what failed. */
  private async bringTruth(
    { context }: SiteInputs,
    { removals, content, shards, paths }: Plan,
    unblock: Unblock,
  ): Promise<unknown[]> {
    await this.writer.remove(removals);
    const writing = this.writer.write(content, context).then((outdated) => {
      const failed = new Set(outdated.map(({ path }) => path));
      unblock((path) => !isSearchPath(path) && !failed.has(path));
      return outdated;
    });
    const publishSearch = async () => {
      await this.search.publish(shards);
      this.planned = { paths, isSearchWhole: true };
      unblock(isSearchPath);
    };
    const [written, searched] = await Promise.allSettled([writing, publishSearch()]);
    if (written.status === 'rejected') throw written.reason;
    const outdated = written.value;
    if (!this.access.isTrusted) {
      // Nothing is known of what outdated files still show.
      await this.writer.remove(outdated.map(({ path }) => path));
      if (searched.status === 'rejected') {
        await this.search.list(shards.map(({ inputs }) => inputs));
        this.planned = { paths, isSearchWhole: true };
      }
      this.access.trust();
    }
    const failures: unknown[] = outdated.map(({ error }) => error);
    return searched.status === 'rejected' ? [...failures, searched.reason] : failures;
  }
}

function plannedPaths(desired: DesiredFile[], isKept: IsKept, files: ReadonlyMap<string, SiteFile>): Set<string> {
  const paths = new Set(desired.map(({ path }) => path));
  for (const [path, file] of files) if (isKept(path, file)) paths.add(path);
  return paths;
}

export function publishingFailed(failures: unknown[]): AggregateError {
  return new AggregateError(failures, 'Some of the public site could not be published.');
}
