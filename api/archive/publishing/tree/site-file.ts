import type { GramFile } from '../../../contract/search/gram-index.js';

/** What the manifest knows of one file of the public tree, or of one folder of the search index. */
export interface SiteFile {
  kind: 'page' | 'feed' | 'asset' | 'media' | 'picture' | 'captions' | 'redirect' | 'shard';
  /** Key of everything it was made from, see `inputsKey`: the same key, the same bytes. */
  inputs: string;
  /** SHA-256 of its bytes, or of all files of the folder. */
  hash: string;
  /** Its size, or that of all files of the folder. */
  bytes: number;
  /** Sizes of the compressed siblings `.br` and `.gz`, where there are any. */
  br?: number;
  gz?: number;
  /** Pages: id of the content security policy, whose text stands in the manifest once. */
  policy?: string;
  /** Media: what it is. */
  mimeType?: string;
  /** Media, captions, pages and former addresses of a story: its `userName`. */
  story?: string;
  /** Pages that name other people: the `userName` of each. */
  shows?: string[];
  /** Pages of a story: its publication number. */
  sequence?: number;
  /** Pages of the gallery, parts of the sitemap and shards: number of their block, see plan/blocks.ts and plan/sitemaps.ts. */
  block?: number;
  /** Shards: number of files in the folder. */
  files?: number;
  /** Shards: what has to be known to read their grams. */
  grams?: GramFile;
  /** Former addresses of a story: path of the one that it has. */
  leadsTo?: string;
  /** Assets of an earlier build, and shards that are no longer listed: since when nothing new refers to them, ISO 8601. */
  staleAt?: string;
}

/** What a page refers to is there before the page, and the search index before the list of its parts. */
export const COPYING_ORDER: SiteFile['kind'][] = [
  'asset',
  'media',
  'picture',
  'captions',
  'shard',
  'page',
  'redirect',
  'feed',
];

/** Suffixes of the files that stand for one entry of the manifest. */
export function variantsOf(file: SiteFile): { suffix: string; bytes: number }[] {
  const variants = [{ suffix: '', bytes: file.bytes }];
  if (file.br !== undefined) variants.push({ suffix: '.br', bytes: file.br });
  if (file.gz !== undefined) variants.push({ suffix: '.gz', bytes: file.gz });
  return variants;
}
