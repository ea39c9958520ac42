import { Injectable } from '@nestjs/common';
import type { SearchShards } from '../../contract/search-index.js';
import { StoriesService } from '../../stories/stories.service.js';
import { valueHash } from '../content-hash.js';
import type { SiteFile } from '../manifest/site-file.js';
import { SiteManifest } from '../manifest/site-manifest.js';
import { SHARDS_FILE, shardFolder } from '../plan/addresses.js';
import type { WantedShard } from '../plan/search-blocks.js';
import { folderDigest } from '../tree/folder-digest.js';
import { SiteTree } from '../tree/site-tree.js';
import { PagefindIndexer } from './pagefind-indexer.js';
import { searchRecords } from './search-records.js';
import { tidyShard, writeTranscripts } from './shard-folder.js';

/**
 * Keeps the search index in step, shard by shard. A changed shard gets a new folder, then the list changes, then the
 * old folder goes: at no moment is there no index, and in the end no byte of a withdrawn transcript.
 */
@Injectable()
export class SearchPublisher {
  constructor(
    private readonly stories: StoriesService,
    private readonly indexer: PagefindIndexer,
    private readonly tree: SiteTree,
    private readonly manifest: SiteManifest,
  ) {}

  async publish(wanted: WantedShard[]): Promise<void> {
    const present = new Set(this.shards().map(([, { inputs }]) => inputs));
    for (const shard of wanted) {
      if (!present.has(shard.inputs)) await this.build(shard);
    }
    await this.list(wanted.map(({ inputs }) => inputs));
  }

  /** Lists exactly the present shards among `inputs`, and removes all others. */
  async list(inputs: string[]): Promise<void> {
    const folders = new Map(this.shards().map(([folder, shard]) => [shard.inputs, folder]));
    const listed = inputs.flatMap((shard) => folders.get(shard) ?? []);
    await this.writeList(listed);
    const outdated = this.shards().flatMap(([folder]) => (listed.includes(folder) ? [] : [folder]));
    if (outdated.length === 0) return;
    await this.manifest.record([{ unsettled: outdated }]);
    for (const folder of outdated) await this.tree.remove(folder);
    await this.manifest.record(outdated.map((folder) => ({ unset: folder })));
  }

  private async build({ participantIds, isFirst, inputs, block }: WantedShard): Promise<void> {
    const stories = await this.stories.findByParticipants(participantIds);
    const recordsOf = (ids: string[]) => ids.flatMap((id) => stories.get(id) ?? []).flatMap(searchRecords);
    const staged = this.tree.stagingPath();
    await this.indexer.writeIndex(recordsOf(participantIds), staged);
    await tidyShard(staged, isFirst);
    const transcriptBytes = await writeTranscripts(staged, recordsOf(participantIds.toReversed()));
    const digest = await folderDigest(staged);
    const folder = shardFolder(digest.hash);
    const isThere = this.manifest.files.has(folder);
    if (!isThere) {
      await this.manifest.record([{ unsettled: [folder] }]);
      await this.tree.adoptFolder(folder, staged);
    }
    await this.manifest.record([{ set: folder, file: { kind: 'shard', inputs, block, transcriptBytes, ...digest } }]);
  }

  private async writeList(folders: string[]): Promise<void> {
    const { files } = this.manifest;
    const version = valueHash(folders);
    if (files.get(SHARDS_FILE)?.inputs === version) return;
    const list: SearchShards = {
      version,
      shards: folders.map((folder) => `/${folder}`),
      transcriptBytes: folders.reduce((sum, folder) => sum + (files.get(folder)?.transcriptBytes ?? 0), 0),
    };
    const file = await this.tree.stageFile(SHARDS_FILE, Buffer.from(JSON.stringify(list)), 'quick');
    await this.manifest.record([{ unsettled: [SHARDS_FILE] }]);
    await file.commit();
    await this.manifest.record([{ set: SHARDS_FILE, file: { kind: 'feed', inputs: version, ...file.facts } }]);
  }

  private shards(): [string, SiteFile][] {
    return [...this.manifest.files].filter(([, { kind }]) => kind === 'shard');
  }
}
