import {
  type InterviewQuestion,
  STORY_OVERVIEW_QUESTION_ID,
  STORY_OVERVIEW_TITLE,
} from '../../../api/contract/interview/questions.js';
import type { StaffUserOption } from '../../../api/contract/videos/showcase.js';
import { fullName } from '../../shared/text/format.js';
import { useStaffQuestions, useStaffUsers } from './video-requests.js';
import { LOCALE } from '../../../api/contract/common/language.js';

/** One choice of a select. */
export interface Option<T> {
  value: T;
  label: string;
}

const byName = new Intl.Collator(LOCALE, { sensitivity: 'base' });

/** Everybody, sorted by full name; the e-mail tells people of one name apart. */
export function userOptions(users: readonly StaffUserOption[]): Option<string>[] {
  return users
    .map((user) => ({ ...user, name: fullName(user) }))
    .toSorted((a, b) => byName.compare(a.name, b.name) || byName.compare(a.email, b.email))
    .map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
}

/** The story overview, then the questions in their order. */
export function questionOptions(questions: readonly InterviewQuestion[]): Option<number>[] {
  return [
    { value: STORY_OVERVIEW_QUESTION_ID, label: STORY_OVERVIEW_TITLE },
    ...questions.toSorted((a, b) => a.sequence - b.sequence).map(({ id, title }) => ({ value: id, label: title })),
  ];
}

/** What both upload forms offer to choose from; empty until it is loaded. */
export interface UploadOptions {
  users: Option<string>[];
  questions: Option<number>[];
  isLoaded: boolean;
}

export function useUploadOptions() {
  const users = useStaffUsers();
  const questions = useStaffQuestions();
  const options: UploadOptions = {
    users: userOptions(users.data ?? []),
    questions: questionOptions(questions.data ?? []),
    isLoaded: users.isSuccess && questions.isSuccess,
  };
  return {
    options,
    hasFailed: users.isError || questions.isError,
    retry: () => Promise.all([users.refetch(), questions.refetch()]),
  };
}
