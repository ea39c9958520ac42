import type { VideoHost } from '../../api/contract/hosted-video.js';
import type { Clip, HostedSource } from './player-state.js';

/** The parts of the story page that the player works with: `data-` attributes that the page's components set. */
export interface PageParts {
  video: HTMLVideoElement;
  clips: Clip[];
  find: (part: string) => HTMLElement[];
}

/** Reads the page. Null when there is no video, and so nothing to play. */
export function readPage(root: HTMLElement): PageParts | null {
  const video = root.querySelector('video');
  const clips = [...root.querySelectorAll<HTMLElement>('[data-clip]')].map(toClip);
  if (!video || clips.length === 0) return null;
  return { video, clips, find: (part) => [...root.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)] };
}

/** The section of the page that holds a clip's transcript. */
export function chapterOf(clipId: string): HTMLElement | null {
  return document.getElementById(`video-${clipId}`);
}

function toClip({ dataset }: HTMLElement): Clip {
  return {
    id: dataset.clip ?? '',
    title: dataset.title ?? '',
    src: dataset.src ?? '',
    hosted: toHosted(dataset),
    audio: dataset.audio ?? null,
    captions: dataset.captions ?? null,
    poster: dataset.poster ?? null,
    isOverview: 'overview' in dataset,
  };
}

function toHosted({ host, hostName, embed, watch }: DOMStringMap): HostedSource | null {
  if (host === undefined || hostName === undefined || embed === undefined || watch === undefined) return null;
  return { host: host as VideoHost, hostName, embed, watch };
}
