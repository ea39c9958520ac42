import type { VideoHost } from '../../api/contract/media/hosted-video.js';
import type { ShortForm } from '../../api/contract/transcripts/short-forms.js';

/** Where a video that is no file here is played. */
export interface HostedSource {
  host: VideoHost;
  /** For people. */
  hostName: string;
  /** Of the host's player, for a frame. */
  embed: string;
  /** Of its page at the host. */
  watch: string;
}

/** One video of the story page. */
export interface Clip {
  id: string;
  title: string;
  /** Empty of a video that stands at a host, and of one that is being prepared. */
  src: string;
  hosted: HostedSource | null;
  /** Its sound alone, its captions and its picture, as far as there are any. */
  audio: string | null;
  captions: string | null;
  poster: string | null;
  /** The overview introduces a story and is no part of the full interview. */
  isOverview: boolean;
}

/** A video that stands at a host. */
export type HostedClip = Clip & { hosted: HostedSource };

/** `starting` was asked for, `stalled` waits for data in the middle. */
type Playback = 'idle' | 'starting' | 'playing' | 'stalled' | 'paused' | 'failed';

/**
 * Why a video does not play; `gone` when the story goes on without it, `withdrawn` when it has no videos any more,
 * `host-silent` when its host does not answer.
 */
export type Failure = 'not-loaded' | 'not-playable' | 'gone' | 'withdrawn' | 'host-silent';

/** So long the full interview rests where a part of it cannot be shown. */
export const SKIP_AFTER_MS = 4_000;

/** A short form of the story: its videos, in place of all answers. */
export interface ShortPlaylist {
  minutes: ShortForm;
  clipIds: string[];
}

export interface PlayerState {
  clipId: string;
  /** `interview` goes on to the next answer when one ends. */
  mode: 'single' | 'interview';
  playback: Playback;
  /** Unless the whole story is chosen. */
  short?: ShortPlaylist;
  /** Why, when it has failed. */
  failure?: Failure;
}

export type PlayerEvent =
  | { type: 'select'; clipId: string }
  | { type: 'play'; clipId: string }
  | { type: 'start-interview' }
  | { type: 'stop-interview' }
  | { type: 'retry' }
  /** What is chosen of the story; an interview under way ends. */
  | { type: 'shorten'; short?: ShortPlaylist }
  /** What cannot be played is left out of the full interview. */
  | { type: 'skip' }
  /** A host's player has answered: it can be pressed, should the browser want that. Whether it plays is not known. */
  | { type: 'shown' }
  /** What the video element tells, or the host's player. */
  | { type: 'started' | 'paused' | 'stalled' | 'ended' }
  | { type: 'failed'; failure: Failure };

/** The next state of the player. An event that names a clip which the story does not have changes nothing. */
export function reducePlayer(clips: Clip[], state: PlayerState, event: PlayerEvent): PlayerState {
  const { short } = state;
  switch (event.type) {
    case 'select':
      return change(clips, state, event.clipId, 'idle');
    case 'play':
      return change(clips, state, event.clipId, 'starting');
    case 'start-interview': {
      const first = answers(clips, short)[0];
      return first ? { clipId: first.id, mode: 'interview', playback: 'starting', short } : state;
    }
    case 'stop-interview':
      return { clipId: state.clipId, mode: 'single', playback: 'paused', short };
    case 'retry':
      return { clipId: state.clipId, mode: state.mode, playback: 'starting', short };
    case 'shorten':
      return shorten(clips, state, event.short);
    case 'shown':
      return state.playback === 'starting' ? { ...state, playback: 'idle' } : state;
    case 'started':
      return { clipId: state.clipId, mode: state.mode, playback: 'playing', short };
    case 'paused':
      return isUnderWay(state) ? { ...state, playback: 'paused' } : state;
    case 'stalled':
      return isUnderWay(state) ? { ...state, playback: 'stalled' } : state;
    case 'failed':
      return { ...state, playback: 'failed', failure: event.failure };
    case 'ended':
      return advance(clips, state);
    case 'skip':
      return skip(clips, state);
  }
}

/** The answers of the story that can be watched, in the order of the full interview; of a short form, whatever it has. */
export function answers(clips: Clip[], short?: ShortPlaylist): Clip[] {
  return clips.filter((clip) => !isBeingPrepared(clip) && (short ? short.clipIds.includes(clip.id) : !clip.isOverview));
}

/** Nothing of it can be played yet. */
export function isBeingPrepared({ src, hosted }: Clip): boolean {
  return src === '' && hosted === null;
}

/** Playing, and not only about to. */
function isUnderWay({ playback }: PlayerState): boolean {
  return playback === 'playing' || playback === 'stalled';
}

function change(clips: Clip[], state: PlayerState, clipId: string, playback: Playback): PlayerState {
  const clip = clips.find(({ id }) => id === clipId);
  if (!clip) return state;
  const { short } = state;
  if (isBeingPrepared(clip)) return { clipId, mode: 'single', playback: 'idle', short };
  // Choosing an answer to watch during the full interview goes on from there.
  const goesOn = state.mode === 'interview' && playback === 'starting' && answers(clips, short).includes(clip);
  return { clipId, mode: goesOn ? 'interview' : 'single', playback, short };
}

/** A video that stands still and has nothing of the short form gives its place to the first one that has. */
function shorten(clips: Clip[], state: PlayerState, short?: ShortPlaylist): PlayerState {
  const list = answers(clips, short);
  const isIn = short === undefined || list.some(({ id }) => id === state.clipId);
  if (state.playback === 'idle' && !isIn && list[0]) return { ...state, clipId: list[0].id, short };
  return state.mode === 'interview'
    ? { clipId: state.clipId, mode: 'single', playback: 'paused', short }
    : { ...state, short };
}

/** The answer after this one. */
export function nextAnswer(clips: Clip[], clipId: string, short?: ShortPlaylist): Clip | undefined {
  const list = answers(clips, short);
  return list[list.findIndex(({ id }) => id === clipId) + 1];
}

/** With nothing to go on to, the failure stays on the screen. */
function skip(clips: Clip[], state: PlayerState): PlayerState {
  if (state.mode !== 'interview' || state.playback !== 'failed') return state;
  return nextAnswer(clips, state.clipId, state.short) ? advance(clips, state) : { ...state, mode: 'single' };
}

function advance(clips: Clip[], state: PlayerState): PlayerState {
  const { short } = state;
  const next = nextAnswer(clips, state.clipId, short);
  return state.mode === 'interview' && next
    ? { clipId: next.id, mode: 'interview', playback: 'starting', short }
    : { clipId: state.clipId, mode: 'single', playback: 'idle', short };
}

type PlayerListener = (state: PlayerState, previous: PlayerState) => void;

/** Holds the player's state and tells its listeners of each change, framework-free. */
export function createPlayerStore(clips: Clip[], initial: PlayerState) {
  const listeners: PlayerListener[] = [];
  let state = initial;
  return {
    read: (): PlayerState => state,
    send(event: PlayerEvent): void {
      const previous = state;
      state = reducePlayer(clips, previous, event);
      if (state !== previous) for (const listener of listeners) listener(state, previous);
    },
    subscribe: (listener: PlayerListener) => void listeners.push(listener),
  };
}

export type PlayerStore = ReturnType<typeof createPlayerStore>;
