import type { SiteFile } from '../manifest/site-file.js';
import { FEED_FILE, isShardFolder, SHARDS_FILE, SITEMAP_FILE, storyFile } from './addresses.js';
import { galleryBlock } from './gallery-blocks.js';
import { searchBlock } from './search-blocks.js';

/** What is one story's alone, beside its page and its media. */
const STORY_KINDS = new Set<SiteFile['kind']>(['captions', 'picture', 'redirect']);

/**
 * Everything in the tree, its media apart, that tells something of a story: its page, its page of the gallery, the
 * feeds, and its part of the search index. Where the number of the story is not known, every part that may be meant.
 */
export function placesOfStory(userName: string, files: ReadonlyMap<string, SiteFile>): string[] {
  const page = storyFile(userName);
  const sequence = files.get(page)?.sequence;
  const places = [page, FEED_FILE, SITEMAP_FILE];
  for (const [path, { kind, block, story }] of files) {
    if (STORY_KINDS.has(kind) && story === userName) places.push(path);
    const isGallery = kind === 'page' && block !== undefined;
    if (!isGallery && kind !== 'shard') continue;
    const blockOf = isGallery ? galleryBlock : searchBlock;
    if (sequence === undefined || block === undefined || block === blockOf(sequence)) places.push(path);
  }
  // Whoever asks for the list waits for the one without what is refused.
  const isIndexed = places.some(isShardFolder) && files.has(SHARDS_FILE);
  return isIndexed ? [...places, SHARDS_FILE] : places;
}
