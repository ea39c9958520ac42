import type { VideoHost } from '../../api/contract/media/hosted-video.js';

/** What a host's player tells of itself. */
export type HostEvent =
  | { type: 'ready' }
  | { type: 'started' | 'paused' | 'stalled' | 'ended' | 'failed' }
  | { type: 'time'; seconds: number };

/** What can be said to a host's player, each as a message for its frame. */
interface HostLanguage {
  /** Said until the player answers. */
  hello: unknown;
  /** Asks for the events that are read. */
  listen: unknown[];
  play: unknown;
  pause: unknown;
  seek: (seconds: number) => unknown;
  /** Empty when the message says nothing that matters here. */
  read: (message: Record<string, unknown>) => HostEvent[];
}

/** `method` and `value`, as Vimeo's own player.js speaks to the player; it answers with `event` and `data`. */
const vimeo = (method: string, value?: unknown) => ({ method, ...(value !== undefined && { value }) });
/** JSON, as YouTube's own iframe_api speaks to the player; it answers with `event` and `info`. */
const youtube = (func: string, ...args: unknown[]) =>
  JSON.stringify({ event: 'command', func, args, id: 1, channel: 'widget' });

const VIMEO_EVENTS: Record<string, HostEvent> = {
  ready: { type: 'ready' },
  playing: { type: 'started' },
  pause: { type: 'paused' },
  bufferstart: { type: 'stalled' },
  ended: { type: 'ended' },
};
const YOUTUBE_STATES: Record<number, HostEvent> = {
  0: { type: 'ended' },
  1: { type: 'started' },
  2: { type: 'paused' },
  3: { type: 'stalled' },
};

export const HOST_LANGUAGES: Record<VideoHost, HostLanguage> = {
  vimeo: {
    hello: vimeo('ping'),
    listen: ['playing', 'pause', 'bufferstart', 'ended', 'timeupdate', 'error'].map((event) =>
      vimeo('addEventListener', event),
    ),
    play: vimeo('play'),
    pause: vimeo('pause'),
    seek: (seconds) => vimeo('setCurrentTime', seconds),
    read({ event, method, data }) {
      if (method === 'ping') return [{ type: 'ready' }];
      if (event === 'timeupdate') return toTime((data as { seconds?: unknown } | undefined)?.seconds);
      // An error with a method is a request that was refused, such as to play before a press in the frame.
      if (event === 'error') return (data as { method?: unknown } | undefined)?.method ? [] : [{ type: 'failed' }];
      return typeof event === 'string' && Object.hasOwn(VIMEO_EVENTS, event) ? [VIMEO_EVENTS[event]!] : [];
    },
  },
  youtube: {
    hello: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
    listen: [youtube('addEventListener', 'onStateChange'), youtube('addEventListener', 'onError')],
    play: youtube('playVideo'),
    pause: youtube('pauseVideo'),
    seek: (seconds) => youtube('seekTo', seconds, true),
    read({ event, info }) {
      if (event === 'onReady') return [{ type: 'ready' }];
      if (event === 'onError') return [{ type: 'failed' }];
      if (event === 'onStateChange') return toState(info);
      const told = info as { currentTime?: unknown; playerState?: unknown } | null | undefined;
      // What plays by itself may have begun before it was asked to tell of changes.
      if (event === 'initialDelivery') return [{ type: 'ready' }, ...toState(told?.playerState)];
      return event === 'infoDelivery' ? [...toTime(told?.currentTime), ...toState(told?.playerState)] : [];
    },
  },
};

/** What a message from a host's frame says; nothing of anything else that may arrive. */
export function readHostMessage(host: VideoHost, data: unknown): HostEvent[] {
  const message = typeof data === 'string' ? parse(data) : data;
  if (typeof message !== 'object' || message === null) return [];
  return HOST_LANGUAGES[host].read(message as Record<string, unknown>);
}

/** Address of the player that plays at once, from a moment: only a press of play ever loads it. */
export function playAddress(host: VideoHost, embed: string, { seconds, pageOrigin }: PlayFrom): string {
  const url = new URL(embed);
  url.searchParams.set('autoplay', '1');
  url.searchParams.set('playsinline', '1');
  if (host === 'vimeo') {
    url.hash = `t=${seconds}s`;
    return url.href;
  }
  // Without its origin the page is told nothing; and what is shown afterwards is of the same channel.
  for (const [name, value] of [
    ['enablejsapi', '1'],
    ['origin', pageOrigin],
    ['rel', '0'],
    ['start', String(seconds)],
  ] as const)
    url.searchParams.set(name, value);
  return url.href;
}

interface PlayFrom {
  /** Whole ones. */
  seconds: number;
  pageOrigin: string;
}

function toTime(seconds: unknown): HostEvent[] {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? [{ type: 'time', seconds }] : [];
}

function toState(state: unknown): HostEvent[] {
  const event = typeof state === 'number' ? YOUTUBE_STATES[state] : undefined;
  return event ? [event] : [];
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
