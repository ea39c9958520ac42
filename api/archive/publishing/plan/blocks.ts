import { GALLERY_PAGE_SIZE, SEARCH_SHARD_PART_SIZE, SEARCH_SHARD_SIZE } from '../../../contract/common/limits.js';
import type { GalleryPage } from '../../../contract/pages.js';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import { SHARD_VERSION } from '../../../contract/search/search-index.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';
import { remembered } from './remembered.js';

/** The block of the gallery that a story is shown in. */
export function galleryBlock(sequence: number): number {
  return Math.floor(sequence / GALLERY_PAGE_SIZE);
}

/** A page of the gallery: its number, the pages beside it, and its stories. */
export interface GalleryBlock extends Omit<GalleryPage, 'items'> {
  block: number;
  stories: Publication[];
}

/**
 * The gallery's pages, newest story first. Pages are blocks of publication numbers, counted and named from the oldest
 * story on, so that a story that comes or goes changes its own page only, and one that begins a new page three. There is
 * always a newest page.
 */
export function galleryBlocks(ascending: Publication[]): GalleryBlock[] {
  const blocks = Map.groupBy(ascending.toReversed(), ({ sequence }) => galleryBlock(sequence));
  if (blocks.size === 0) return [{ block: 0, number: null, stories: [] }];
  const numbers = [...blocks.keys()].map((block, index) => (index === 0 ? null : block + 1));
  return Array.from(blocks, ([block, stories], index) => {
    const [newer, number = null, older] = [numbers[index - 1], numbers[index], numbers[index + 1]];
    return { block, number, newer, older, stories };
  });
}

const STRETCH = 100;

/** The stories by the hundreds of their numbers: what is planned of them is remembered for so many at once. */
export function stretches(ascending: Publication[]): Publication[][] {
  const all: Publication[][] = [];
  let current = NaN;
  for (const story of ascending) {
    const stretch = Math.floor(story.sequence / STRETCH);
    if (stretch !== current) all.push([]);
    current = stretch;
    all.at(-1)!.push(story);
  }
  return all;
}

/** The block of the search index that a story is found in. */
export function searchBlock(sequence: number): number {
  return Math.floor(sequence / SEARCH_SHARD_SIZE);
}

export interface DesiredShard {
  inputs: string;
  /** Shared by the parts of the newest one. */
  block: number;
  /** In the order in which they go into the index, which its bytes depend on. */
  participantIds: string[];
  /** Carries Pagefind's own files for all shards. */
  isFirst: boolean;
}

/**
 * The shards of the index: blocks of publication numbers with something to search in them, oldest first, and the newest
 * block in parts.
 * @param questions whose titles stand beside what is found
 */
export function searchBlocks(ascending: Publication[], questions: InterviewQuestion[]): DesiredShard[] {
  const titles = questions.map(({ id, title }) => [id, title]);
  const searchable = ascending.filter(({ isSearchable }) => isSearchable);
  const newest = searchBlock(searchable.at(-1)?.sequence ?? 0);
  const shards = Map.groupBy(searchable, ({ sequence }) => {
    const block = searchBlock(sequence);
    return block < newest ? block * SEARCH_SHARD_SIZE : sequence - (sequence % SEARCH_SHARD_PART_SIZE);
  });
  return Array.from(shards, ([firstSequence, stories], index) => {
    const isFirst = index === 0;
    return { ...shardOf(stories, titles, isFirst), block: searchBlock(firstSequence), isFirst };
  });
}

const shardOf = remembered((stories, titles: unknown[], isFirst: boolean) => {
  const contents = stories.map(({ userName, contentKey }) => [userName, contentKey]);
  return {
    inputs: valueHash(SHARD_VERSION, titles, contents, isFirst),
    participantIds: stories.map(({ participantId }) => participantId),
  };
});
