/** In a row; then it is not the sounds that fail, but what leads to them. */
const FAILURES_MAX = 3;

/** A list of sounds, of which one is current. */
export interface Playlist {
  count: number;
  index: number;
  state: 'waiting' | 'playing' | 'paused' | 'ended' | 'failed';
  /** Sounds in a row that could not be played. */
  failures: number;
}

export type PlaylistEvent =
  | { type: 'play' | 'pause' | 'next' | 'previous' | 'ended' | 'failed' | 'sounding' }
  | { type: 'choose'; index: number };

/** Nothing plays before it is asked to; then one goes on to the next, past those that cannot be played. */
export function reducePlaylist(list: Playlist, event: PlaylistEvent): Playlist {
  const { index, count } = list;
  switch (event.type) {
    case 'play':
      return { ...list, index: list.state === 'ended' ? 0 : index, state: 'playing' };
    case 'pause':
      return list.state === 'playing' ? { ...list, state: 'paused' } : list;
    case 'sounding':
      return { ...list, failures: 0 };
    case 'choose':
      return { ...list, index: event.index, state: 'playing', failures: 0 };
    case 'next':
      return { ...goOn(list), index: Math.min(index + 1, count - 1), failures: 0 };
    case 'previous':
      return { ...goOn(list), index: Math.max(index - 1, 0), failures: 0 };
    case 'ended':
      return index + 1 < count ? { ...list, index: index + 1 } : { ...list, state: 'ended' };
    case 'failed': {
      // Of what nobody hears it is told when it is to be played.
      if (list.state !== 'playing') return list;
      const failures = list.failures + 1;
      const isLast = index + 1 === count;
      // Play goes on with the first of those that failed.
      if (failures >= Math.min(count, isLast ? 2 : FAILURES_MAX))
        return { ...list, index: index + 1 - failures, state: 'failed', failures: 0 };
      return isLast ? { ...list, state: 'ended', failures } : { ...list, index: index + 1, failures };
    }
  }
}

/** Whoever goes elsewhere in a list that is over wants to hear what is there. */
function goOn(list: Playlist): Playlist {
  return list.state === 'ended' || list.state === 'failed' ? { ...list, state: 'paused' } : list;
}
