import { captionsPath, storyPath } from '../../../contract/stories/story-slug.js';

/** The file of the page at an address of the site: `/stories/zo%C3%AB-2025-03-01` → `stories/zoë-2025-03-01/index.html`. */
export function pageFile(address: string): string {
  const path = publicFile(address);
  return path === '' ? 'index.html' : `${path}/index.html`;
}

export function storyFile(userName: string): string {
  return pageFile(storyPath(userName));
}

/** The WebVTT file of one video, beside its story's page. */
export function captionsFile(userName: string, videoId: string): string {
  return publicFile(captionsPath(userName, videoId));
}

export function publicFile(address: string): string {
  return decodeURIComponent(address).slice(1);
}

export const LANDING_FILE = 'index.html';
/** The landing page without anybody on it, for the moments in which nobody may be named. */
export const PLAIN_LANDING_FILE = 'landing/index.html';
export const INTERVIEW_FILE = 'interview/index.html';
export const NOT_FOUND_FILE = '404.html';
/** What our own server answers with at the address of a story that is not there. */
export const STORY_NOT_FOUND_FILE = 'story-not-found/index.html';
/** What our own server answers with while it is not known yet what may be shown. */
export const ONE_MOMENT_FILE = 'one-moment/index.html';
export const SITEMAP_FILE = 'sitemap.xml';
export const FEED_FILE = 'stories/feed.xml';
export const SHARDS_FILE = 'pagefind/shards.json';
/** Astro names the files in it by their content. */
export const HASHED_ASSETS_FOLDER = '_astro/';

/** The folder of one shard of the search index, ending in a slash. */
export function shardFolder(hash: string): string {
  return `pagefind/${hash}/`;
}

/** The list of the search index, and what it lists. */
export function isSearchPath(path: string): boolean {
  return path.startsWith('pagefind/');
}

export function isShardFolder(path: string): boolean {
  return path.startsWith('pagefind/') && path.endsWith('/');
}
