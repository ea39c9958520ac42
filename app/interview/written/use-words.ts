import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CurrentUser } from '../../../api/contract/people/participants.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { WRITTEN_ANSWERS_PATH, type WrittenAnswer } from '../../../api/contract/interview/written-answers.js';
import { WordsInProgress } from './words-in-progress.js';

/** What this person writes, as long as the interview is open. */
export function useWords(
  user: CurrentUser,
  questions: InterviewQuestion[],
  written: WrittenAnswer[],
  isWithdrawn: boolean,
): WordsInProgress {
  const queryClient = useQueryClient();
  const [words] = useState(() => {
    const onServer = (all: WrittenAnswer[]) => {
      // What was asked before is answered with what was so before.
      void queryClient.cancelQueries({ queryKey: [WRITTEN_ANSWERS_PATH] });
      queryClient.setQueryData([WRITTEN_ANSWERS_PATH], all);
    };
    const ids = questions.map(({ id }) => id);
    return new WordsInProgress({ participantId: user.id, keptUnder: user.keptUnder, onServer }, written, ids);
  });
  useSyncExternalStore(words.subscribe, words.version);
  // Before anything is sent.
  useEffect(() => {
    if (isWithdrawn) words.withhold();
  }, [words, isWithdrawn]);
  useEffect(() => words.start(), [words]);
  useEffect(() => words.follow(written), [words, written]);
  return words;
}
