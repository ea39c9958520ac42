import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  markUrgentPath,
  type MarkUrgentRequest,
  URGENT_PATH,
  type UrgentAnswer,
  urgentPath,
  type UrgentStep,
} from '../../api/contract/urgent.js';
import { request } from '../shared/http/request.js';
import { AUDIT_KEY } from './people-requests.js';

const URGENT_KEY = [URGENT_PATH];

/** Who needs somebody today, the longest waiting first. */
export function useUrgent() {
  return useQuery<UrgentAnswer[]>({ queryKey: URGENT_KEY });
}

/** Says of what a person answered to a question that they need somebody today. */
export function useMarkUrgent() {
  return useUrgentChange(({ userId, questionId }: MarkUrgentRequest & { userId: string }) =>
    request<UrgentAnswer[]>('POST', markUrgentPath(userId), { questionId } satisfies MarkUrgentRequest),
  );
}

export function useUrgentStep() {
  return useUrgentChange(({ id, step }: { id: string; step: UrgentStep }) =>
    request<UrgentAnswer[]>('POST', urgentPath(id, step)),
  );
}

/** Every change returns the list; after a failure it is read again: somebody else may have been faster. */
function useUrgentChange<Input>(change: (input: Input) => Promise<UrgentAnswer[]>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queryClient.setQueryData<UrgentAnswer[]>(URGENT_KEY, list);
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: URGENT_KEY }),
  });
}
