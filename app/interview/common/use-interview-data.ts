import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ANSWERS_PATH, answerStreamPath, type AnswerVideo } from '../../../api/contract/interview/answers.js';
import { type Helpers, HELPERS_PATH } from '../../../api/contract/people/helpers.js';
import { PREFETCHED_ANSWERS, PREPARATION_REFRESH_MS } from '../../../api/contract/common/screen-numbers.js';
import { CURRENT_USER_PATH, type CurrentUser } from '../../../api/contract/people/participants.js';
import { isBeingPrepared } from '../../../api/contract/media/preparation.js';
import { type InterviewQuestion, QUESTIONS_PATH } from '../../../api/contract/interview/questions.js';
import { WRITTEN_ANSWERS_PATH, type WrittenAnswer } from '../../../api/contract/interview/written-answers.js';
import { HttpError } from '../../shared/http/http-error.js';
import { FOLLOWING, readPath } from '../../shared/http/query-client.js';
import { readOwn } from '../../shared/http/session-owner.js';
import { type InterviewStep, nextOpenStep } from './interview-steps.js';
import { type HelpedWords, helpedWordsOf } from '../written/helped-words.js';

/** Whether the story is handed in, as it is followed. */
export const STATUS_KEY = [CURRENT_USER_PATH, 'status'];

export type InterviewData =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'ready';
      user: CurrentUser;
      questions: InterviewQuestion[];
      answers: AnswerVideo[];
      written: WrittenAnswer[];
      helped: HelpedWords[];
    };

/** The written status of an answer changes without anyone's doing until nothing more is made of it. */
function whileBeingPrepared({ state: { data } }: { state: { data?: AnswerVideo[] } }): number {
  const isChanging = data?.some(({ preparation, proof }) => isBeingPrepared(preparation) || proof.state === 'checking');
  return isChanging ? PREPARATION_REFRESH_MS : FOLLOWING.refetchInterval;
}

/** Loads who is here, the questions in their order and the stored answers. */
export function useInterviewData(): InterviewData {
  return useQueries({
    combine: combineLoaded,
    queries: [
      { queryKey: [CURRENT_USER_PATH], queryFn: readOwn<CurrentUser | null>(readPath<CurrentUser>({ on401: 'null' })) },
      { queryKey: [QUESTIONS_PATH], queryFn: readPath<InterviewQuestion[]>({ on401: 'throw' }) },
      {
        queryKey: [ANSWERS_PATH],
        // A session that ends while this is refreshed must not take the screen, and a recording, away.
        queryFn: readPath<AnswerVideo[]>({ on401: 'throw' }),
        ...FOLLOWING,
        refetchInterval: whileBeingPrepared,
      },
      { queryKey: [WRITTEN_ANSWERS_PATH], queryFn: readPath<WrittenAnswer[]>({ on401: 'throw' }), ...FOLLOWING },
      { queryKey: [HELPERS_PATH], queryFn: readPath<Helpers>({ on401: 'throw' }), ...FOLLOWING },
    ],
  });
}

type Loaded<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>;

/** What was loaded once stays, also when it cannot be loaded again. */
export function combineLoaded([user, questions, answers, written, helpers]: [
  Loaded<CurrentUser | null>,
  Loaded<InterviewQuestion[]>,
  Loaded<AnswerVideo[]>,
  Loaded<WrittenAnswer[]>,
  Loaded<Helpers>,
]): InterviewData {
  if (user.data === null) return { status: 'signed-out' };
  if (user.data && questions.data && answers.data && written.data && helpers.data) {
    const inOrder = questions.data.toSorted((a, b) => a.sequence - b.sequence);
    const helped = helpedWordsOf(helpers.data);
    const data = { user: user.data, questions: inOrder, answers: answers.data, written: written.data };
    return { status: 'ready', ...data, helped };
  }
  const failed = [user, questions, answers, written, helpers].filter(({ isError }) => isError);
  if (failed.length === 0) return { status: 'loading' };
  return { status: 'failed', retry: () => failed.forEach((query) => void query.refetch()) };
}

export interface StoryStatus {
  isSubmitted: boolean;
  isDeleted: boolean;
  /** See CurrentUser. */
  openSince: string;
  photosNeeded: boolean;
  /** See CurrentUser. */
  withdrawnAt: string | undefined;
}

/** Whether the story was handed in, withdrawn or deleted, here or elsewhere, and what it needs. A session that only ends meanwhile changes nothing. */
export function useStatus(user: CurrentUser): StoryStatus {
  const { data, error } = useQuery({
    queryKey: STATUS_KEY,
    queryFn: readOwn(readPath<CurrentUser>({ on401: 'throw' })),
    ...FOLLOWING,
    initialData: user,
  });
  const isDeleted = error instanceof HttpError && error.code === 'story_deleted';
  const { status, openSince, photosNeeded, withdrawnAt } = data;
  return { isSubmitted: status === 'submitted', isDeleted, openSince, photosNeeded, withdrawnAt };
}

/** The questions that are answered, by a recording or in words, also in those of whoever helps. */
export function answeredBy(answers: AnswerVideo[], written: WrittenAnswer[], helped: HelpedWords[]): Set<number> {
  const told = written.filter(({ text }) => text !== '');
  return new Set([...answers, ...told, ...helped].map(({ questionId }) => questionId));
}

/** Asks the server again which questions are answered, and finds the step that is open. */
export function useFreshOpenStep(questions: InterviewQuestion[]): () => Promise<InterviewStep> {
  const queryClient = useQueryClient();
  return async () => {
    const paths = [ANSWERS_PATH, WRITTEN_ANSWERS_PATH, HELPERS_PATH];
    await Promise.all(paths.map((path) => queryClient.refetchQueries({ queryKey: [path] })));
    const answers = queryClient.getQueryData<AnswerVideo[]>([ANSWERS_PATH]) ?? [];
    const written = queryClient.getQueryData<WrittenAnswer[]>([WRITTEN_ANSWERS_PATH]) ?? [];
    const helpers = queryClient.getQueryData<Helpers>([HELPERS_PATH]);
    const helped = helpers ? helpedWordsOf(helpers) : [];
    return nextOpenStep({ questions, answeredIds: answeredBy(answers, written, helped) });
  };
}

/** Fetches the beginnings of the first answered videos once, ahead of time, so that going back shows them at once. */
export function useAnswerPrefetch(answers: AnswerVideo[]): void {
  const [first] = useState(() => answers.slice(0, PREFETCHED_ANSWERS));
  useEffect(() => {
    const videos = first.map((answer) => {
      const video = document.createElement('video');
      video.preload = 'metadata';
      video.src = answerStreamPath(answer.id);
      return video;
    });
    return () => videos.forEach((video) => video.removeAttribute('src'));
  }, [first]);
}
