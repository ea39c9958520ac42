import type { Failure } from './player-state.js';

/** Finds out: a video element reports a missing file and an unknown format alike. */
export async function explainFailure(source: string, userName: string): Promise<Failure> {
  if (await isReachable(source)) return 'not-playable';
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
