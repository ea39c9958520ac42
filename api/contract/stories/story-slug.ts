const FALLBACK_NAME = 'story';

/** File systems take 255 bytes for the name of a folder; the day and a counter need room in it, too. */
const NAME_MAX_BYTES = 200;

/**
 * A first name as part of an address: lower case, letters, marks and digits of any script, the rest as single dashes.
 * Cut where it would be too long for the name of a folder, which only some scripts come to within 100 characters.
 */
export function slugify(firstName: string): string {
  const words = firstName
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words ? cut(words.join('-').normalize('NFC')) : FALLBACK_NAME;
}

function cut(slug: string): string {
  const { read } = new TextEncoder().encodeInto(slug, new Uint8Array(NAME_MAX_BYTES));
  return slug.slice(0, read).replace(/-$/, '');
}

/**
 * The `userName` of a story page: first name and day of registration in UTC (YYYY-MM-DD). A second person of the same name
 * and day gets the ending `-2`, where they are stored.
 */
export function storySlug(firstName: string, createdAt: Date): string {
  return `${slugify(firstName)}-${createdAt.toISOString().slice(0, 10)}`;
}

/** Path of one page of the archive by its number; the newest page has none: it is the archive itself. */
export function galleryPath(number: number | null): string {
  return number === null ? '/stories' : `/stories/page/${number}`;
}

/** Path of a story page, ready for a link. */
export function storyPath(userName: string): string {
  return `/stories/${encodeURIComponent(userName)}`;
}

/** Whether a path is one of a story, be there such a story or not: a page of the archive is none. */
export const STORY_ADDRESS = /^\/stories\/(?!page\/)/;

/** Path of the same story in the API. */
export function userStoryPath(userName: string): string {
  return `/api/user-story/${encodeURIComponent(userName)}`;
}

/** Path of the WebVTT captions of one video, ready for a link. */
export function captionsPath(userName: string, videoId: string): string {
  return `${storyPath(userName)}/${videoId}.vtt`;
}

/** Fragment that selects one video on a story page and, with a position in seconds, a moment in it. */
export function videoAnchor(videoId: string, seconds?: number): string {
  return seconds === undefined ? `#video-${videoId}` : `#video-${videoId}&t=${Math.floor(seconds)}`;
}

/** The element of a paragraph of a written chapter; the first is 1. */
export function passageId(videoId: string, number: number): string {
  return `video-${videoId}&p=${number}`;
}

/** Fragment that leads to it, with or without a script. */
export function passageAnchor(videoId: string, number: number): string {
  return `#${passageId(videoId, number)}`;
}

/** What a fragment made by `videoAnchor` names, or null. */
export function videoOfAnchor(fragment: string): { videoId: string; seconds: number | null } | null {
  const [, videoId, seconds] = /^#video-([^&]+)(?:&t=(\d{1,6}))?(?:&|$)/.exec(fragment) ?? [];
  return videoId === undefined ? null : { videoId, seconds: seconds === undefined ? null : Number(seconds) };
}
