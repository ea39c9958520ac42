import type { SiteFile } from '../manifest/site-file.js';
import { storyFile } from './addresses.js';

/**
 * The paths whose files cannot be trusted, with the pages of the stories that show them:
 * publishing such a story anew brings its media back.
 */
export function doubtfulPaths(paths: Iterable<string>, files: ReadonlyMap<string, SiteFile>): string[] {
  const doubtful = [...paths];
  const stories = doubtful.flatMap((path) => files.get(path)?.story ?? []);
  return [...new Set([...doubtful, ...stories.map(storyFile)])];
}
