import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { STORY_OVERVIEW_TITLE } from '../../../api/contract/interview/questions.js';
import type { StoryVideo, UserStory } from '../../../api/contract/stories/stories.js';

/** One question of the interview and the video or the words that answers it, or null when there is none. */
export interface Chapter {
  question: InterviewQuestion;
  video: StoryVideo | null;
}

/** One video or written chapter of a story, under the title it is listed by. */
export interface StoryPart {
  video: StoryVideo;
  title: string;
  isOverview: boolean;
}

/** The chapters of a story in the order of the questions. */
export function storyChapters({ questions, videos }: UserStory): Chapter[] {
  return questions
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((question) => ({ question, video: videos.find(({ questionId }) => questionId === question.id) ?? null }));
}

/** Everything that was told: the overview first, then the answers in order. */
export function storyParts(story: UserStory): StoryPart[] {
  const overview = story.overviewVideo
    ? [{ video: story.overviewVideo, title: STORY_OVERVIEW_TITLE, isOverview: true }]
    : [];
  const answers = storyChapters(story).flatMap(({ question, video }) =>
    video ? [{ video, title: question.title, isOverview: false }] : [],
  );
  return [...overview, ...answers];
}

/** The same, as far as it can be played. */
export function storyClips(story: UserStory): StoryPart[] {
  return storyParts(story).filter(({ video }) => !video.isWritten);
}

/** In the place of a video of which nothing may be public yet. */
export const BEING_PREPARED = 'This video is being prepared.';

/**
 * Folds the chapters, except for those who only read. They stand open in the HTML, so that the whole story can be read (and
 * printed, and found) where no script runs; where one will, styles hide what it is about to fold, so that nothing moves.
 */
export const FOLD_SCRIPT =
  "for (const chapter of document.querySelectorAll('details.chapter:not([data-overview])')) chapter.open = document.documentElement.dataset.length === 'words'; document.documentElement.dataset.folded = ''";
