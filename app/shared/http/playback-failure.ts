/** Why a media element does not play: its file was not to be had, or is of a kind that this device does not know. */
export type PlaybackFailure = 'not-loaded' | 'not-playable';

/** Of a `MediaError`: the connection was lost while the file was read, so the file is one that can be played. */
const LOST_CONNECTION = 2;

/**
 * Finds out: a media element reports a missing file and an unknown format alike.
 * @param code of its error, where it has told one
 */
export async function findPlaybackFailure(source: string, code?: number): Promise<PlaybackFailure> {
  // The connection may be back by now.
  if (code === LOST_CONNECTION) return 'not-loaded';
  return (await isReachable(source)) ? 'not-playable' : 'not-loaded';
}

async function isReachable(source: string): Promise<boolean> {
  try {
    return (await fetch(source, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
