import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AppConfig } from '../../../platform/config/app-config.js';
import { type HostedVideo, type VideoHost, watchAddress } from '../../../contract/media/hosted-video.js';
import { HOST_ANSWER_MAX_BYTES, HOST_PICTURE_MAX_BYTES, HOST_TIMEOUT_MS } from '../../../contract/common/limits.js';
import { Images } from '../../../media/renditions/images.js';

/** Whose pictures may be fetched, beside those of the host's own address. */
const PICTURE_DOMAINS: Record<VideoHost, string> = { vimeo: 'vimeocdn.com', youtube: 'ytimg.com' };
/** What YouTube keeps beside the picture that it names, the largest first; not of every video. */
const YOUTUBE_SIZES = ['maxresdefault.jpg', 'sddefault.jpg'];

const picture = z.string().optional().catch(undefined);
const vimeoVideo = z.object({ thumbnail_large: picture, thumbnail_medium: picture, thumbnail_small: picture });
const vimeoAnswer = z.tuple([vimeoVideo]).rest(z.unknown());
const oEmbedAnswer = z.object({ thumbnail_url: z.string() });

/** The public JSON of Vimeo and YouTube. Which addresses are asked is decided here, never by a client. */
@Injectable()
export class VideoHosts {
  private readonly origins: Record<VideoHost, string>;

  constructor(
    { vimeoUrl, youtubeUrl }: AppConfig,
    private readonly images: Images,
  ) {
    this.origins = { vimeo: vimeoUrl, youtube: youtubeUrl };
  }

  /**
   * The largest picture of a video that its host has, as the JPEG of a poster.
   * @throws Error when there is none, or not now
   */
  async fetchThumbnail(video: HostedVideo, signal: AbortSignal): Promise<Buffer> {
    const failures: unknown[] = [];
    for (const address of await this.findPictures(video, signal)) {
      try {
        const url = requirePictureAddress(address, video.host, this.origins[video.host]);
        const limits = { maxBytes: HOST_PICTURE_MAX_BYTES, timeoutMs: HOST_TIMEOUT_MS, accept: 'image/*', signal };
        return await this.images.renderForeignPoster(await fetchLimited(url, limits));
      } catch (error) {
        failures.push(error);
      }
    }
    throw new Error(failures.map(String).join(' ') || 'The host names no picture.');
  }

  /** Addresses of the same picture, the largest first. */
  private async findPictures(video: HostedVideo, signal: AbortSignal): Promise<string[]> {
    const { host, id, hash } = video;
    if (host === 'vimeo' && hash === null) {
      const [found] = vimeoAnswer.parse(await this.ask(host, `/api/v2/video/${id}.json`, signal));
      const sizes = [found.thumbnail_large, found.thumbnail_medium, found.thumbnail_small];
      return sizes.filter((address) => address !== undefined);
    }
    const query = new URLSearchParams({ format: 'json', url: watchAddress(video) });
    // Unlisted videos are told of to those alone who know their whole address.
    const path = host === 'vimeo' ? '/api/oembed.json' : '/oembed';
    const { thumbnail_url: named } = oEmbedAnswer.parse(await this.ask(host, `${path}?${query}`, signal));
    const larger =
      host === 'youtube' && URL.canParse(named) ? YOUTUBE_SIZES.map((name) => new URL(name, named).href) : [];
    return [...larger, named];
  }

  private async ask(host: VideoHost, path: string, signal: AbortSignal): Promise<unknown> {
    const limits = { maxBytes: HOST_ANSWER_MAX_BYTES, timeoutMs: HOST_TIMEOUT_MS, accept: 'application/json', signal };
    return JSON.parse((await fetchLimited(new URL(path, this.origins[host]), limits)).toString());
  }
}

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

interface FetchLimits {
  maxBytes: number;
  /** For the whole response. */
  timeoutMs: number;
  accept: string;
  signal: AbortSignal;
}

/** All bytes of a response. Leads nowhere but to this very address: a redirection counts as a failure, like everything but success. */
export async function fetchLimited(url: URL, { maxBytes, timeoutMs, accept, signal }: FetchLimits): Promise<Buffer> {
  const response = await fetch(url, {
    headers: { Accept: accept },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url.host} answered ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${url.host} answered with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
