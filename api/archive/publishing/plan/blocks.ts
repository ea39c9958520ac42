import { GALLERY_PAGE_SIZE, SEARCH_SHARD_SIZE } from '../../../contract/limits.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';

/** The block of the gallery that a story is shown in. */
export function galleryBlock(sequence: number): number {
  return Math.floor(sequence / GALLERY_PAGE_SIZE);
}

/**
 * The gallery's pages, newest story first. Pages are blocks of publication numbers, counted from the oldest story,
 * so that a story that comes or goes changes its own page only. There is always a first page.
 */
export function galleryBlocks(ascending: Publication[]): Publication[][] {
  const blocks = new Map<number, Publication[]>();
  for (const publication of ascending.toReversed()) {
    const block = galleryBlock(publication.sequence);
    blocks.set(block, [...(blocks.get(block) ?? []), publication]);
  }
  return blocks.size === 0 ? [[]] : [...blocks.values()];
}

/** The block of the search index that a story is found in. */
export function searchBlock(sequence: number): number {
  return Math.floor(sequence / SEARCH_SHARD_SIZE);
}

/** Has to be raised when shards are written otherwise than before. */
const SHARD_VERSION = 4;

export interface DesiredShard {
  inputs: string;
  block: number;
  /** In the order in which they go into the index, which its bytes depend on. */
  participantIds: string[];
  /** Carries Pagefind's own files for all shards. */
  isFirst: boolean;
}

/** The shards of the index: blocks of publication numbers with something to search in them, oldest first. */
export function searchBlocks(ascending: Publication[]): DesiredShard[] {
  const blocks = Map.groupBy(
    ascending.filter(({ isSearchable }) => isSearchable),
    ({ sequence }) => searchBlock(sequence),
  );
  return Array.from(blocks, ([number, block], index) => {
    const isFirst = index === 0;
    const contents = block.map(({ userName, contentKey }) => [userName, contentKey]);
    return {
      inputs: valueHash(SHARD_VERSION, contents, isFirst),
      block: number,
      participantIds: block.map(({ participantId }) => participantId),
      isFirst,
    };
  });
}
