import type { UserStory } from '../../api/contract/stories/stories.js';
import { userStoryPath } from '../../api/contract/stories/story-slug.js';
import { findPlaybackFailure } from '../shared/http/playback-failure.js';
import type { Failure } from './player-state.js';

/**
 * @param clipId of the video that the source is of
 * @param code of the error of the video element, where it has told one
 */
export async function explainFailure(
  source: string,
  { userName, clipId }: { userName: string; clipId: string },
  code?: number,
): Promise<Failure> {
  const failure = await findPlaybackFailure(source, code);
  return (failure === 'not-loaded' && (await findWithdrawal(userName, clipId))) || failure;
}

/** Only the API knows: on a plain file server every address of it is missing. */
async function findWithdrawal(userName: string, clipId: string): Promise<'withdrawn' | 'gone' | null> {
  try {
    const answer = await fetch(userStoryPath(userName));
    const body = (await answer.json()) as Partial<UserStory> & { code?: unknown };
    if (answer.status === 404) return body.code === 'story_not_found' ? 'withdrawn' : null;
    if (!answer.ok || !body.videos) return null;
    return [...body.videos, body.overviewVideo].some((video) => video?.id === clipId) ? null : 'gone';
  } catch {
    return null;
  }
}
