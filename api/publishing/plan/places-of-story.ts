import type { SiteFile } from '../manifest/site-file.js';
import { FEED_FILE, SITEMAP_FILE, storyFile } from './addresses.js';
import { galleryBlock } from './gallery-blocks.js';
import { searchBlock } from './search-blocks.js';

/**
 * Everything in the tree, its media apart, that tells something of a story: its page, its page of the gallery, the
 * feeds, and its part of the search index. Where the number of the story is not known, every part that may be meant.
 */
export function placesOfStory(userName: string, files: ReadonlyMap<string, SiteFile>): string[] {
  const page = storyFile(userName);
  const sequence = files.get(page)?.sequence;
  const places = [page, FEED_FILE, SITEMAP_FILE];
  for (const [path, { kind, block, story }] of files) {
    if ((kind === 'captions' || kind === 'picture') && story === userName) places.push(path);
    const isGallery = kind === 'page' && block !== undefined;
    if (!isGallery && kind !== 'shard') continue;
    const blockOf = isGallery ? galleryBlock : searchBlock;
    if (sequence === undefined || block === undefined || block === blockOf(sequence)) places.push(path);
  }
  return places;
}
