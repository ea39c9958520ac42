import { userStoryPath } from '../../api/contract/story-slug.js';
import { findPlaybackFailure } from '../shared/http/playback-failure.js';
import type { Failure } from './player-state.js';

/** @param code of the error of the video element, where it has told one */
export async function explainFailure(source: string, userName: string, code?: number): Promise<Failure> {
  const failure = await findPlaybackFailure(source, code);
  return failure === 'not-loaded' && (await isWithdrawn(userName)) ? 'withdrawn' : failure;
}

/** Only the API knows: on a plain file server every address of it is missing. */
async function isWithdrawn(userName: string): Promise<boolean> {
  try {
    const answer = await fetch(userStoryPath(userName));
    if (answer.status !== 404) return false;
    const { code } = (await answer.json()) as { code?: unknown };
    return code === 'story_not_found';
  } catch {
    return false;
  }
}
