import type { SiteFile } from '../manifest/site-file.js';
import { placesOfStory } from './places-of-story.js';
import type { WantedShard } from './search-blocks.js';
import type { SiteChanges } from './site-changes.js';

/**
 * What a run has to keep from everyone until it has put it right: the files that must go, and whatever else still
 * tells of the stories that they belong to. What an earlier run withheld stays so until it is right.
 */
export function withheldPaths(
  { removals, content }: SiteChanges,
  shards: WantedShard[],
  files: ReadonlyMap<string, SiteFile>,
  withheldBefore: ReadonlySet<string>,
): string[] {
  const gone = removals.filter((path) => files.has(path));
  const stories = new Set<string>();
  for (const path of gone) {
    const { kind, story } = files.get(path)!;
    // Another picture takes its place: no word is withdrawn by that.
    if (story !== undefined && kind !== 'picture') stories.add(story);
  }
  const outdated = new Set(content.map(({ path }) => path));
  const inIndex = new Set(shards.map(({ inputs }) => inputs));
  for (const [path, { kind, inputs }] of files) if (kind === 'shard' && !inIndex.has(inputs)) outdated.add(path);
  const places = [...stories].flatMap((userName) => placesOfStory(userName, files));
  const stillWrong = [...withheldBefore, ...places].filter((path) => outdated.has(path) && files.has(path));
  return [...new Set([...gone, ...stillWrong])];
}
