import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import type { StoryOverviewItem, StoryVideo } from '../../../api/contract/stories/stories.js';

interface AnswerToQuestion {
  question: InterviewQuestion;
  /** An answer to it and whose it is; null while nobody has answered. */
  answer: { user: StoryOverviewItem['user']; video: StoryVideo } | null;
}

/** An answer to each question, in the order in which they are asked: by another person each, where there are enough. */
export function answerToEach(questions: InterviewQuestion[], items: StoryOverviewItem[]): AnswerToQuestion[] {
  return questions
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((question) => {
      const from = (question.id - 1) % items.length;
      for (const { user, videos } of [...items.slice(from), ...items.slice(0, from)]) {
        const video = videos.find(({ questionId }) => questionId === question.id);
        if (video) return { question, answer: { user, video } };
      }
      return { question, answer: null };
    });
}
