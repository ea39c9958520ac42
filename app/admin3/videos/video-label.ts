import { STORY_OVERVIEW_TITLE } from '../../../api/contract/questions.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { isStoryOverview } from '../../../api/contract/questions.js';
import { storyPath, videoAnchor } from '../../../api/contract/story-slug.js';

/** What the video tells: its question, or the whole story. */
export function questionTitle({ questionId, question }: Pick<ShowcaseVideo, 'questionId' | 'question'>): string {
  return isStoryOverview(questionId) ? STORY_OVERVIEW_TITLE : (question?.title ?? STORY_OVERVIEW_TITLE);
}

/** Where staff find the captions of a timed transcript. */
export function captionsPath({ id }: Pick<ShowcaseVideo, 'id'>): string {
  return `/api/admin/showcase-videos/${id}/captions`;
}

/** Where an approved video is on the public site. */
export function livePath({ id, user }: Pick<ShowcaseVideo, 'id' | 'user'>): string {
  return storyPath(user.userName) + videoAnchor(id);
}
