import { GALLERY_PAGE_SIZE } from '../../../contract/limits.js';
import type { Publication } from '../../stories/shown-video.js';

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
