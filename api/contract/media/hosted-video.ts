import { VIDEO_ADDRESS_MAX_LENGTH } from '../common/limits.js';
import { parseUrl } from '../common/older-browsers.js';

/** Where a video may stand instead of here. */
export type VideoHost = 'vimeo' | 'youtube';

export interface HostedVideo {
  host: VideoHost;
  id: string;
  /** Of an unlisted video at Vimeo: without it the host shows it to nobody. */
  hash: string | null;
}

/** The hosts' names for people. */
export const HOST_NAMES: Record<VideoHost, string> = { vimeo: 'Vimeo', youtube: 'YouTube' };

/** Where the hosts' players come from. */
export const PLAYER_ORIGINS: Record<VideoHost, string> = {
  vimeo: 'https://player.vimeo.com',
  youtube: 'https://www.youtube-nocookie.com',
};

/** What is said of an address that is none of a video at one of the hosts. */
export const HOSTED_VIDEO_EXPECTED =
  'Please give the address of one video at Vimeo or YouTube, such as https://vimeo.com/123456789 or https://www.youtube.com/watch?v=abcdefghijk.';

type PathReader = (path: string[], query: URLSearchParams) => HostedVideo | null;

const READERS: Record<string, PathReader> = {
  'vimeo.com': readVimeo,
  'player.vimeo.com': readVimeo,
  'youtube.com': readYouTube,
  'youtube-nocookie.com': readYouTube,
  'youtu.be': ([id]) => youTube(id),
};

const VIMEO_ID = /^[1-9]\d{0,14}$/;
const VIMEO_HASH = /^[\da-f]{6,40}$/i;
const YOUTUBE_ID = /^[\w-]{11}$/;
/** Of the paths with an id. */
const YOUTUBE_FOLDERS = new Set(['embed', 'live', 'shorts', 'v']);
/** As long as an id, but lists and channels. */
const NO_YOUTUBE_IDS = new Set(['live_stream', 'videoseries']);

/** The video at an address, in any of the ways in which its host writes it; null of every other address. */
export function parseHostedVideo(address: string): HostedVideo | null {
  const text = address.trim();
  const url = text.length <= VIDEO_ADDRESS_MAX_LENGTH && /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (url === null) return null;
  const { hostname, username, password, port, pathname, searchParams } = url;
  if (username !== '' || password !== '' || port !== '') return null;
  const host = hostname.replace(/^(www|m)\./, '');
  return Object.hasOwn(READERS, host) ? READERS[host]!(pathname.split('/').filter(Boolean), searchParams) : null;
}

/** The one address under which people watch a video at its host. */
export function watchAddress({ host, id, hash }: HostedVideo): string {
  if (host === 'youtube') return `https://www.youtube.com/watch?v=${id}`;
  return `https://vimeo.com/${id}${hash === null ? '' : `/${hash}`}`;
}

/** The host's player, for a frame. It is asked to keep no record of whoever watches. */
export function embedAddress({ host, id, hash }: HostedVideo): string {
  if (host === 'youtube') return `${PLAYER_ORIGINS.youtube}/embed/${id}`;
  return `${PLAYER_ORIGINS.vimeo}/video/${id}?${hash === null ? '' : `h=${hash}&`}dnt=1`;
}

/**
 * `/{id}`, `/{id}/{hash}`, `/video/{id}`, `/channels/{name}/{id}`, `/groups/{name}/videos/{id}`, `/album/{n}/video/{id}`,
 * `/showcase/{n}/video/{id}`, `/manage/videos/{id}`, each with the hash behind it or as `h`.
 */
function readVimeo(path: string[], query: URLSearchParams): HostedVideo | null {
  const [, id = '', pathHash] = VIMEO_PATH.exec(path.join('/')) ?? [];
  const hash = pathHash ?? query.get('h');
  if (!VIMEO_ID.test(id) || (hash !== null && !VIMEO_HASH.test(hash))) return null;
  return { host: 'vimeo', id, hash };
}

const VIMEO_PATH =
  /^(?:video\/|manage\/videos\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d+)(?:\/([^/]+))?$/;

/** `/watch?v={id}`, `/embed/{id}`, `/live/{id}`, `/shorts/{id}`, `/v/{id}`. */
function readYouTube([folder = '', id]: string[], query: URLSearchParams): HostedVideo | null {
  if (folder === 'watch') return youTube(query.get('v') ?? undefined);
  return YOUTUBE_FOLDERS.has(folder) ? youTube(id) : null;
}

function youTube(id = ''): HostedVideo | null {
  return YOUTUBE_ID.test(id) && !NO_YOUTUBE_IDS.has(id) ? { host: 'youtube', id, hash: null } : null;
}
