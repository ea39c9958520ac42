import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  markPhotoUrgentPath,
  markUrgentPath,
  type MarkUrgentRequest,
  URGENT_PATH,
  type UrgentAnswer,
  urgentPath,
  type UrgentStep,
} from '../../../api/contract/staff/urgent.js';
import { isAway } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { AUDIT_KEY } from '../common/people-requests.js';

const URGENT_KEY = [URGENT_PATH];

/** Who needs somebody today, the longest waiting first. */
export function useUrgent() {
  return useQuery<UrgentAnswer[]>({ queryKey: URGENT_KEY });
}

/** What a person answered to a question, or a photo or a video that was sent. */
export type UrgentSubject = { userId: string; questionId: number } | { photoId: string };

/** Says of it that its person needs somebody today. */
export function useMarkUrgent() {
  return useUrgentChange((what: UrgentSubject) =>
    'photoId' in what
      ? request<UrgentAnswer[]>('POST', markPhotoUrgentPath(what.photoId))
      : request<UrgentAnswer[]>('POST', markUrgentPath(what.userId), {
          questionId: what.questionId,
        } satisfies MarkUrgentRequest),
  );
}

export function useUrgentStep() {
  return useUrgentChange(({ id, step }: { id: string; step: UrgentStep }) =>
    request<UrgentAnswer[]>('POST', urgentPath(id, step)),
  );
}

/**
 * Every change returns the list; after a failure it is read again before that is told: somebody else may have been faster.
 * While the server is away that is told at once.
 */
function useUrgentChange<Input>(change: (input: Input) => Promise<UrgentAnswer[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queryClient.setQueryData<UrgentAnswer[]>(URGENT_KEY, list);
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
    },
    onError: async (error) => {
      const reading = queryClient.invalidateQueries({ queryKey: URGENT_KEY });
      if (!isAway(error)) await reading;
    },
  });
}
