import type { VideoHost } from '../../contract/hosted-video.js';

/** Whose pictures may be fetched, beside those of the host's own address. */
const PICTURE_DOMAINS: Record<VideoHost, string> = { vimeo: 'vimeocdn.com', youtube: 'ytimg.com' };

/**
 * Where to fetch a picture that a host names.
 * @param origin of the host
 * @throws Error when the address leads elsewhere
 */
export function requirePictureAddress(address: string, host: VideoHost, origin: string): URL {
  const url = new URL(address);
  if (url.origin === origin) return url;
  // Vimeo's JSON has named pictures by http:, which stand at the same address by https:.
  if (url.protocol === 'http:') url.protocol = 'https:';
  const isOfDomain = `.${url.hostname}`.endsWith(`.${PICTURE_DOMAINS[host]}`);
  if (url.protocol === 'https:' && url.port === '' && isOfDomain) return url;
  throw new Error(`${url.host} is not where ${host} keeps its pictures.`);
}
