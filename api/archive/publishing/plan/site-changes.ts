import type { SiteFile } from '../tree/site-file.js';
import { FEED_FILE, isShardFolder, SHARDS_FILE, SITEMAP_FILE, storyFile } from './addresses.js';
import { type DesiredShard, galleryBlock, searchBlock } from './blocks.js';
import { sitemapBlock } from './sitemaps.js';
import { contentKeyOf, type DesiredFile } from './desired-file.js';

/** What has to be done to the tree, in this order. */
export interface SiteChanges {
  removals: string[];
  /** Files that are missing or tell something that is no longer so. */
  content: DesiredFile[];
  /** Files of which only the template is outdated. */
  template: DesiredFile[];
}

/** What the tree should hold when a run has done all of it, whether or not it could. */
export interface PlannedTree {
  /** The search index apart. */
  paths(): Set<string>;
  /** Whether the parts of the search index that the manifest knows are all there should be. */
  isSearchWhole: boolean;
}

export type IsKept = (path: string, file: SiteFile) => boolean;

/**
 * The difference between the tree as it should be and as it is; the search index has its own.
 * @param isKept whether a file stays as it is
 * @param files what the manifest says is there
 * @param dirty paths where anything may be
 */
export function siteChanges(
  desired: DesiredFile[],
  isKept: IsKept,
  files: ReadonlyMap<string, SiteFile>,
  dirty: Iterable<string>,
): SiteChanges {
  // Of each path all at once: most of the time goes by with fetching it from memory.
  const stays = new Set([SHARDS_FILE]);
  const outdated: DesiredFile[] = [];
  for (const file of desired) {
    stays.add(file.path);
    if (files.get(file.path)?.inputs !== file.inputs) outdated.push(file);
  }
  const removals = new Set<string>();
  for (const path of dirty) if (!files.has(path) && !stays.has(path)) removals.add(path);
  // There may be hundreds of thousands: a loop over the entries makes an array of each.
  files.forEach((file, path) => {
    // Of media, half of all, only what has changed is among the desired.
    const isDesired =
      file.kind === 'media' ? isKept(path, file) || stays.has(path) : stays.has(path) || isKept(path, file);
    if (file.kind !== 'shard' && !isDesired) removals.add(path);
  });
  const { content = [], template = [] } = Object.groupBy(outdated, ({ path, inputs }) => {
    const present = files.get(path);
    return present && contentKeyOf(present.inputs) === contentKeyOf(inputs) ? 'template' : 'content';
  });
  return { removals: [...removals], content, template };
}

/**
 * The paths whose files cannot be trusted, with the pages of the stories that show them:
 * publishing such a story anew brings its media back.
 */
export function dirtyPaths(paths: Iterable<string>, files: ReadonlyMap<string, SiteFile>): string[] {
  const dirty = [...paths];
  const stories = dirty.flatMap((path) => files.get(path)?.story ?? []);
  return [...new Set([...dirty, ...stories.map(storyFile)])];
}

/**
 * What a run has to keep from everyone until it has put it right: the files that must go, and whatever else still
 * tells of the stories that they belong to. What an earlier run blocked stays so until it is right.
 * @param files what the manifest says is there
 * @param present the parts of the search index among them
 */
export function blockedPaths(
  { removals, content }: SiteChanges,
  shards: DesiredShard[],
  files: ReadonlyMap<string, SiteFile>,
  present: ReadonlyMap<string, SiteFile>,
  blockedBefore: ReadonlySet<string>,
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
  for (const [path, { inputs }] of present) if (!inIndex.has(inputs)) outdated.add(path);
  const places = [...stories].flatMap((userName) => placesOfStory(userName, files));
  const stillWrong = [...blockedBefore, ...places].filter((path) => outdated.has(path) && files.has(path));
  return [...new Set([...gone, ...stillWrong])];
}

/** What is one story's alone, beside its page and its media. */
const STORY_KINDS = new Set<SiteFile['kind']>(['captions', 'picture', 'redirect']);

/** How files that tell of a block of stories are divided: the gallery, the parts of the sitemap, the search index. */
const BLOCKS: Partial<Record<SiteFile['kind'], (sequence: number) => number>> = {
  page: galleryBlock,
  feed: sitemapBlock,
  shard: searchBlock,
};

/**
 * Everything in the tree, its media apart, that tells something of a story: its page, its page of the gallery, the
 * pages that name it, the feeds, and its part of the search index. Where the number of the story is not known, every part
 * that may be meant.
 */
export function placesOfStory(userName: string, files: ReadonlyMap<string, SiteFile>): string[] {
  const page = storyFile(userName);
  const sequence = files.get(page)?.sequence;
  const places = [page, FEED_FILE, SITEMAP_FILE];
  files.forEach(({ kind, block, story, shows }, path) => {
    if (kind === 'media') return;
    if ((STORY_KINDS.has(kind) && story === userName) || shows?.includes(userName)) places.push(path);
    const blockOf = BLOCKS[kind];
    if (!blockOf || (block === undefined && kind !== 'shard')) return;
    if (sequence === undefined || block === undefined || block === blockOf(sequence)) places.push(path);
  });
  // Whoever asks for the list waits for the one without what is refused.
  const isIndexed = places.some(isShardFolder) && files.has(SHARDS_FILE);
  return isIndexed ? [...places, SHARDS_FILE] : places;
}
