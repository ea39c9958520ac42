import { useQuery } from '@tanstack/react-query';
import { type AdminAnswer, userAnswersPath } from '../../api/contract/admin-answers.js';
import { PHOTO_QUERY_OPTIONS, readInTime } from './photo-requests.js';

/** The recorded answers of a person, read each time that they are looked at. */
export function useUserAnswers(userId: string) {
  const path = userAnswersPath(userId);
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminAnswer[]>(path, signal),
    ...PHOTO_QUERY_OPTIONS,
  });
}
