import { counted } from '../../../api/contract/common/grammar.js';
import { STORY_VOICES } from '../../../api/contract/common/limits.js';
import type { Voice } from '../../../api/contract/stories/voices.js';

/** A glance under a chapter, not a list. */
const OTHERS_SHOWN = 4;

interface Other {
  userName: string;
  firstName: string;
  videoId: string;
}

interface Others {
  shown: Other[];
  /** How many there are; null where the page does not know of everybody. */
  count: number | null;
}

/** Those of the other people who have answered a question, in the order in which they are met. */
export function othersOn(questionId: number, voices: readonly Voice[]): Others {
  const others = voices.flatMap(({ userName, firstName, answers }) => {
    const answer = answers.find((given) => given.questionId === questionId);
    return answer ? [{ userName, firstName, videoId: answer.videoId }] : [];
  });
  const knowsEverybody = voices.length < STORY_VOICES;
  return { shown: others.slice(0, OTHERS_SHOWN), count: knowsEverybody ? others.length : null };
}

/** "4 others", and without a number where nobody has counted. */
export function othersInWords(count: number | null): string {
  if (count === null) return 'Others';
  return counted(count, { one: 'other', other: 'others' });
}
