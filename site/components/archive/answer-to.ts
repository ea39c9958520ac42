import type { StoryOverviewItem } from '../../../api/contract/stories.js';
import { storyPath, videoAnchor } from '../../../api/contract/story-slug.js';

interface Answer {
  questionId: number;
  firstName: string;
  /** Of just this answer on its story's page. */
  address: string;
}

/** The first of these people who has answered a question: another one for each question, where there are enough. */
export function answerTo(questionId: number, items: readonly StoryOverviewItem[]): Answer | null {
  const from = items.length === 0 ? 0 : (questionId - 1) % items.length;
  for (const { user, videos } of [...items.slice(from), ...items.slice(0, from)]) {
    const video = videos.find((answer) => answer.questionId === questionId);
    if (video) {
      return { questionId, firstName: user.firstName, address: storyPath(user.userName) + videoAnchor(video.id) };
    }
  }
  return null;
}
