import { Injectable } from '@nestjs/common';
import { STALE_SHARDS_KEPT, STALE_SHARDS_KEPT_MS } from '../../../contract/common/limits.js';
import { cueMoments, writeMoments } from '../../../contract/transcripts/cue-moments.js';
import type { SearchRecord, SearchShards } from '../../../contract/search/search-index.js';
import type { StoryOverviewItem } from '../../../contract/stories/stories.js';
import { storyPath, videoAnchor } from '../../../contract/stories/story-slug.js';
import { isSearchable } from '../../../contract/search/transcript-search.js';
import { QuestionsService } from '../../../people/interview/questions.service.js';
import { listedOf } from '../../stories/shown-video.js';
import { StoriesService } from '../../stories/stories.service.js';
import { valueHash } from '../tree/content-hash.js';
import type { SiteFile } from '../tree/site-file.js';
import { SiteManifest } from '../tree/site-manifest.js';
import { SHARDS_FILE, shardFolder } from '../plan/addresses.js';
import type { DesiredShard } from '../plan/blocks.js';
import { inParallel } from '../tree/in-parallel.js';
import { folderDigest } from '../tree/list-tree.js';
import { SiteTree } from '../tree/site-tree.js';
import { PagefindIndexer } from './pagefind-indexer.js';
import { addGrams, readRecords, tidyShard, writeWords } from './shard-folder.js';
import { writeGrams } from './write-grams.js';

/** While Pagefind indexes one, the files of the other are written. */
const SHARDS_AT_A_TIME = 2;

/**
 * Keeps the search index in step, shard by shard. A changed shard gets a new folder, then the list changes; the old folder
 * goes when nobody can have the old list any more, or at once when something in it is withdrawn. So at no moment is there no
 * index, and in the end no byte of a withdrawn transcript.
 */
@Injectable()
export class SearchPublisher {
  constructor(
    private readonly stories: StoriesService,
    private readonly questions: QuestionsService,
    private readonly indexer: PagefindIndexer,
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
  ) {}

  /** By folder, for those that this process has read or written. */
  private readonly recordKeys = new Map<string, ReadonlySet<string>>();

  async publish(desired: DesiredShard[]): Promise<void> {
    const present = new Set(this.shards().map(([, { inputs }]) => inputs));
    const missing = desired.filter(({ inputs }) => !present.has(inputs));
    await inParallel(missing, SHARDS_AT_A_TIME, (shard) => this.build(shard));
    const listed = await this.writeList(desired.map(({ inputs }) => inputs));
    await this.sortOut(listed);
  }

  /** Lists exactly the present shards among `inputs`, and removes all others. */
  async list(inputs: string[]): Promise<void> {
    const listed = new Set(await this.writeList(inputs));
    await this.remove(this.shards().flatMap(([folder]) => (listed.has(folder) ? [] : [folder])));
  }

  /** Whether a shard is there that has been kept long enough for those who had the list before. */
  hasExpired(): boolean {
    this.manifest.refresh();
    return this.shards().some(([, { staleAt }]) => staleAt !== undefined && isExpired(staleAt));
  }

  /**
   * A shard that is no longer listed stays a while for whoever read the list before, unless it holds anything that is no
   * longer public as it stands there: then it goes at once.
   */
  private async sortOut(listed: string[]): Promise<void> {
    const { files } = this.manifest;
    const relisted = listed.filter((folder) => files.get(folder)?.staleAt !== undefined);
    const unlisted = this.shards().filter(([folder]) => !listed.includes(folder));
    const stale: [string, SiteFile & { staleAt: string }][] = [];
    const outdated: string[] = [];
    for (const [folder, file] of unlisted) {
      const { staleAt = new Date().toISOString() } = file;
      const isKept = !isExpired(staleAt) && (await this.isPublicStill(folder, file, listed));
      if (isKept) stale.push([folder, { ...file, staleAt }]);
      else outdated.push(folder);
    }
    stale.sort(([, a], [, b]) => (a.staleAt < b.staleAt ? 1 : -1));
    outdated.push(...stale.splice(STALE_SHARDS_KEPT).map(([folder]) => folder));
    await this.remove(outdated);
    const changes = [
      ...relisted.map((folder) => ({ set: folder, file: { ...files.get(folder)!, staleAt: undefined } })),
      ...stale
        .filter(([folder]) => files.get(folder)?.staleAt === undefined)
        .map(([folder, file]) => ({ set: folder, file })),
    ];
    if (changes.length > 0) await this.manifest.record(changes);
  }

  /** Whether all that can be read in a shard stands in the listed ones, too. */
  private async isPublicStill(folder: string, { block }: SiteFile, listed: string[]): Promise<boolean> {
    const records = await this.recordsIn(folder);
    const current = listed.filter((other) => this.manifest.files.get(other)?.block === block);
    const known = await Promise.all(current.map((other) => this.recordsIn(other)));
    return records !== null && [...records].every((record) => known.some((others) => others?.has(record)));
  }

  /** What tells the records of a shard apart; null when they cannot be read. */
  private async recordsIn(folder: string): Promise<ReadonlySet<string> | null> {
    const known = this.recordKeys.get(folder);
    if (known) return known;
    const grams = this.manifest.files.get(folder)?.grams;
    const records = grams ? await readRecords(this.tree.pathOf(folder), grams) : null;
    return records && this.keep(folder, records);
  }

  private keep(folder: string, records: SearchRecord[]): ReadonlySet<string> {
    const keys = new Set(records.map((record) => valueHash(record)));
    this.recordKeys.set(folder, keys);
    return keys;
  }

  private async remove(folders: string[]): Promise<void> {
    if (folders.length === 0) return;
    await this.manifest.record([{ pending: folders }]);
    for (const folder of folders) {
      await this.tree.remove(folder);
      this.recordKeys.delete(folder);
    }
    await this.manifest.record(folders.map((folder) => ({ unset: folder })));
  }

  private async build({ participantIds, isFirst, inputs, block }: DesiredShard): Promise<void> {
    const stories = await this.stories.findByParticipants(participantIds);
    const titles = new Map((await this.questions.list()).map(({ id, title }) => [id, title]));
    const recordsOf = (ids: string[]) => listedOf(ids, stories).flatMap((story) => searchRecords(story, titles));
    const staged = this.tree.stagingPath();
    const records = recordsOf(participantIds.toReversed());
    // Pagefind works in a process of its own.
    const [{ file: grams, bytes }] = await Promise.all([
      writeGrams(records),
      this.indexer.writeIndex(recordsOf(participantIds), staged),
    ]);
    await tidyShard(staged, isFirst);
    await addGrams(staged, bytes);
    await writeWords(staged, records);
    const digest = await folderDigest(staged);
    const folder = shardFolder(digest.hash);
    const isThere = this.manifest.files.has(folder);
    if (!isThere) {
      await this.manifest.record([{ pending: [folder] }]);
      await this.tree.moveFolderIn(folder, staged);
    }
    await this.manifest.record([{ set: folder, file: { kind: 'shard', inputs, block, grams, ...digest } }]);
    this.keep(folder, records);
  }

  /** Lists exactly the present shards among `inputs`; returns their folders. */
  private async writeList(inputs: string[]): Promise<string[]> {
    const present = new Map(this.shards().map(([folder, shard]) => [shard.inputs, folder]));
    const folders = inputs.flatMap((shard) => present.get(shard) ?? []);
    const { files } = this.manifest;
    const version = valueHash(folders);
    if (files.get(SHARDS_FILE)?.inputs === version) return folders;
    const list: SearchShards = {
      version,
      shards: folders.map((folder) => `/${folder}`),
      grams: folders.map((folder) => files.get(folder)?.grams ?? { answers: 0, slots: 0, buckets: 1 }),
    };
    const file = await this.tree.stageFile(SHARDS_FILE, Buffer.from(JSON.stringify(list)), 'quick');
    await this.manifest.record([{ pending: [SHARDS_FILE] }]);
    await file.commit();
    await this.manifest.record([{ set: SHARDS_FILE, file: { kind: 'feed', inputs: version, ...file.facts } }]);
    return folders;
  }

  private shards(): [string, SiteFile][] {
    return [...this.manifest.ofKind('shard')];
  }
}

function isExpired(staleAt: string): boolean {
  return Date.now() - Date.parse(staleAt) >= STALE_SHARDS_KEPT_MS;
}

/** The answers of a story that can be found by their transcript, in the order of the story. */
export function searchRecords(
  { user, videos }: StoryOverviewItem,
  titles: ReadonlyMap<number | null, string>,
): SearchRecord[] {
  return videos.filter(isSearchable).map((video) => ({
    url: storyPath(user.userName) + videoAnchor(video.id),
    content: video.transcript,
    meta: {
      title: user.firstName,
      question: titles.get(video.questionId) ?? '',
      ...(video.cues && { moments: writeMoments(cueMoments(video.cues)) }),
    },
  }));
}
