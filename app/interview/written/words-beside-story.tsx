import type { InterviewQuestion } from '../../../api/contract/questions.js';
import type { WordsInProgress } from './words-in-progress.js';
import { WRITTEN_MESSAGES as TEXT } from './written.messages.js';

interface WordsBesideStoryProps {
  words: WordsInProgress;
  questions: InterviewQuestion[];
}

/** Names, once the story is handed in, what was written and is no part of it. */
export function WordsBesideStory({ words, questions }: WordsBesideStoryProps) {
  const unsentIds = new Set(words.unsent.map(({ questionId }) => questionId));
  const numbers = questions.flatMap(({ id }, index) => (unsentIds.has(id) ? [index + 1] : []));
  return (
    <div aria-live="polite" className="text-sm not-empty:my-2">
      {numbers.length > 0 && (
        <p className="rounded-control border border-warn px-3 py-2">
          {TEXT.besideStory(numbers)} {words.isLostByLeaving ? TEXT.onlyOnThisPage : TEXT.keptHere}
        </p>
      )}
    </div>
  );
}
