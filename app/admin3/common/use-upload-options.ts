import { useStaffQuestions, useStaffUsers } from './showcase-queries.js';
import { type Option, questionOptions, userOptions } from './upload-options.js';

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
