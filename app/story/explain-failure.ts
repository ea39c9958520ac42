import type { Failure } from './player-state.js';

/** Of a `MediaError`: the connection was lost while the file was read, so the file is one that can be played. */
const LOST_CONNECTION = 2;

/**
 * Finds out: a video element reports a missing file and an unknown format alike.
 * @param code of its error, where it has told one
 */
export async function explainFailure(source: string, userName: string, code?: number): Promise<Failure> {
  // The connection may be back by now.
  if (code !== LOST_CONNECTION && (await isReachable(source))) return 'not-playable';
  return (await isWithdrawn(userName)) ? 'withdrawn' : 'not-loaded';
}

async function isReachable(source: string): Promise<boolean> {
  try {
    return (await fetch(source, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}

/** Only the API knows: on a plain file server every address of it is missing. */
async function isWithdrawn(userName: string): Promise<boolean> {
  try {
    const answer = await fetch(`/api/user-story/${encodeURIComponent(userName)}`);
    if (answer.status !== 404) return false;
    const { code } = (await answer.json()) as { code?: unknown };
    return code === 'story_not_found';
  } catch {
    return false;
  }
}
