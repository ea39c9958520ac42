import { listed } from '../../../api/contract/common/grammar.js';
import {
  embedAddress,
  HOST_NAMES,
  parseHostedVideo,
  PLAYER_ORIGINS,
  type VideoHost,
} from '../../../api/contract/media/hosted-video.js';
import type { StoryVideo } from '../../../api/contract/stories/stories.js';

/** The player of the host where a video stands. */
export interface HostedPlayer {
  host: VideoHost;
  /** For people. */
  hostName: string;
  /** Address for a frame. */
  embed: string;
}

type Source = Pick<StoryVideo, 'videoUrl' | 'mimeType'>;

/** Null of a video that is a file here, or will be. */
export function hostedPlayer({ videoUrl, mimeType }: Source): HostedPlayer | null {
  const video = mimeType === null && videoUrl !== null ? parseHostedVideo(videoUrl) : null;
  return video && { host: video.host, hostName: HOST_NAMES[video.host], embed: embedAddress(video) };
}

/** The hosts at which some of the videos stand, each once. */
function hostsOf(videos: Source[]): VideoHost[] {
  return [...new Set(videos.flatMap((video) => hostedPlayer(video)?.host ?? []))].toSorted();
}

/** "Vimeo", "Vimeo and YouTube"; empty when every video is a file here. */
export function hostNamesOf(videos: Source[]): string {
  return listed(hostsOf(videos).map((host) => HOST_NAMES[host]));
}

/** The directive of a page's policy that allows frames of just these hosts. */
export function frameDirective(hosts: VideoHost[]) {
  return `frame-src ${hosts.map((host) => PLAYER_ORIGINS[host]).join(' ')}` as const;
}

/** As `frameDirective`, for the hosts of a story's videos; null when it has none. */
export function storyFrameDirective(videos: Source[]) {
  const hosts = hostsOf(videos);
  return hosts.length === 0 ? null : frameDirective(hosts);
}
