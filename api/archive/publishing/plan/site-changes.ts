import type { SiteFile } from '../manifest/site-file.js';
import { SHARDS_FILE } from './addresses.js';
import { contentOf } from './inputs-key.js';
import type { WantedFile } from './wanted-file.js';

/** What has to be done to the tree, in this order. */
export interface SiteChanges {
  /** Paths that must go. */
  removals: string[];
  /** Files that are missing or tell something that is no longer so. */
  content: WantedFile[];
  /** Files that only look outdated. */
  look: WantedFile[];
}

/**
 * The difference between the tree as it should be and as it is; the search index has its own.
 * @param kept paths that stay as they are
 * @param files what the manifest says is there
 * @param doubtful paths where anything may be
 */
export function siteChanges(
  wanted: WantedFile[],
  kept: ReadonlySet<string>,
  files: ReadonlyMap<string, SiteFile>,
  doubtful: Iterable<string>,
): SiteChanges {
  const stays = new Set([...kept, ...wanted.map(({ path }) => path), SHARDS_FILE]);
  const there = new Set(doubtful);
  for (const [path, { kind }] of files) if (kind !== 'shard') there.add(path);
  const removals = [...there].filter((path) => !stays.has(path));
  const outdated = wanted.filter(({ path, inputs }) => files.get(path)?.inputs !== inputs);
  const { content = [], look = [] } = Object.groupBy(outdated, ({ path, inputs }) => {
    const present = files.get(path);
    return present && contentOf(present.inputs) === contentOf(inputs) ? 'look' : 'content';
  });
  return { removals, content, look };
}
