import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { STATUS_MESSAGES } from '../recorder/recorder.messages.js';
import { useStorageEnd } from '../local-drafts/storage-end.js';
import type { WordsInProgress } from './words-in-progress.js';
import { WRITTEN_MESSAGES as TEXT } from './written.messages.js';

interface WordsBesideStoryProps {
  words: WordsInProgress;
  questions: InterviewQuestion[];
  mayReopen: boolean;
}

/** Names, once the story is handed in, what was written and is no part of it. */
export function WordsBesideStory({ words, questions, mayReopen }: WordsBesideStoryProps) {
  const unsentIds = new Set(words.unsent.map(({ questionId }) => questionId));
  const numbers = questions.flatMap(({ id }, index) => (unsentIds.has(id) ? [index + 1] : []));
  const storageEnd = useStorageEnd(numbers.length > 0);
  const keptHere = [TEXT.keptHere, storageEnd && STATUS_MESSAGES.mayBeDeleted(storageEnd)].filter(Boolean).join(' ');
  return (
    <div aria-live="polite" className="text-sm not-empty:my-2">
      {numbers.length > 0 && (
        <p className="rounded-control border border-warn px-3 py-2">
          {TEXT.besideStory(numbers, mayReopen)} {words.isLostByLeaving ? TEXT.onlyOnThisPage : keptHere}
        </p>
      )}
    </div>
  );
}
