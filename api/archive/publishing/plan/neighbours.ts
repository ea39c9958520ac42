import { LANDING_VOICES, STORY_VOICES } from '../../../contract/common/limits.js';
import type { Publication } from '../../stories/shown-video.js';

/**
 * The other stories that the page of one names, the next voice first: those that came before it. Whoever comes later
 * changes no page but that of the very first story, which leads on to the newest, so that the voices are a ring.
 * @param ascending the public stories by their number
 */
export function neighbours(ascending: readonly Publication[], at: number): Publication[] {
  const before = ascending.slice(Math.max(0, at - STORY_VOICES), at).toReversed();
  const after = ascending.slice(at + 1, at + 1 + STORY_VOICES - before.length);
  if (at > 0) return [...before, ...after];
  const newest = ascending.slice(1).slice(-1);
  return [...new Set([...newest, ...after])].slice(0, STORY_VOICES);
}

/** As many people as the landing page shows, unless told otherwise, newest first. */
export function newestStories(ascending: Publication[], count = LANDING_VOICES): Publication[] {
  return ascending.slice(-count).toReversed();
}
