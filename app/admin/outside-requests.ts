import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddPlaceRequest, Elsewhere, PlacesOfStory, SettleRemovalRequest } from '../../api/contract/elsewhere.js';
import type { Keeping } from '../../api/contract/keeping.js';
import { request } from '../shared/http/request.js';
import { AUDIT_KEY, ELSEWHERE_KEY, KEEPING_KEY } from './people-requests.js';

const [ELSEWHERE_PATH] = ELSEWHERE_KEY;
const [KEEPING_PATH] = KEEPING_KEY;

/** Places where stories stand, and what has to be removed there. */
export function useElsewhere() {
  return useQuery<Elsewhere>({ queryKey: ELSEWHERE_KEY });
}

/** @param userId null: nobody is chosen */
export function usePlacesOfStory(userId: string | null) {
  return useQuery<PlacesOfStory>({ queryKey: [`${ELSEWHERE_PATH}/stories/${userId}`], enabled: userId !== null });
}

export function useAddPlace() {
  return useOutsideChange(ELSEWHERE_KEY, (place: AddPlaceRequest) =>
    request<void>('POST', `${ELSEWHERE_PATH}/places`, place),
  );
}

export function useRemovePlace() {
  return useOutsideChange(ELSEWHERE_KEY, (id: string) => request<void>('DELETE', `${ELSEWHERE_PATH}/places/${id}`));
}

export function useSettleRemoval() {
  return useOutsideChange(ELSEWHERE_KEY, ({ id, ...said }: SettleRemovalRequest & { id: string }) =>
    request<void>('POST', `${ELSEWHERE_PATH}/removals/${id}`, said),
  );
}

/** What is past its time. */
export function useKeeping() {
  return useQuery<Keeping>({ queryKey: KEEPING_KEY });
}

export function useKeepLonger() {
  return useOutsideChange(KEEPING_KEY, (id: string) => request<void>('POST', `${KEEPING_PATH}/${id}/keep`));
}

export function useAllowRemovals() {
  return useOutsideChange(KEEPING_KEY, () => request<void>('POST', `${KEEPING_PATH}/allow`));
}

/** A change after which a list is read again, also where it failed: somebody else may have been faster. */
function useOutsideChange<Input>(queryKey: QueryKey, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith(String(queryKey[0])),
      });
    },
  });
}
