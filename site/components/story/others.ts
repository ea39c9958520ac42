import type { Voice } from '../../../api/contract/voices.js';

/** A glance under a chapter, not a list. */
const OTHERS_SHOWN = 4;

interface Other {
  userName: string;
  firstName: string;
  videoId: string;
}

/** Those of the other people who have answered a question, in the order in which they are met. */
export function othersOn(questionId: number, voices: readonly Voice[]): Other[] {
  return voices
    .flatMap(({ userName, firstName, answers }) => {
      const answer = answers.find((given) => given.questionId === questionId);
      return answer ? [{ userName, firstName, videoId: answer.videoId }] : [];
    })
    .slice(0, OTHERS_SHOWN);
}
