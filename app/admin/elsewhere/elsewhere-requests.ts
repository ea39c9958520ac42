import { useQuery } from '@tanstack/react-query';
import type {
  AddPlaceRequest,
  Elsewhere,
  PlacesOfStory,
  SettleRemovalRequest,
} from '../../../api/contract/staff/elsewhere.js';
import { request } from '../../shared/http/request.js';
import { ELSEWHERE_KEY, useListChange } from '../common/people-requests.js';

const [ELSEWHERE_PATH] = ELSEWHERE_KEY;

/** Places where stories stand, and what has to be removed there. */
export function useElsewhere() {
  return useQuery<Elsewhere>({ queryKey: ELSEWHERE_KEY });
}

/**
 * Is read again whenever the places are: its key begins with theirs.
 * @param userId null: nobody is chosen
 */
export function usePlacesOfStory(userId: string | null) {
  return useQuery({
    queryKey: [...ELSEWHERE_KEY, 'stories', userId],
    queryFn: ({ signal }) =>
      request<PlacesOfStory>('GET', `${ELSEWHERE_PATH}/stories/${userId}`, undefined, { signal }),
    enabled: userId !== null,
  });
}

export function useAddPlace() {
  return useListChange(ELSEWHERE_KEY, (place: AddPlaceRequest) =>
    request<void>('POST', `${ELSEWHERE_PATH}/places`, place),
  );
}

export function useRemovePlace() {
  return useListChange(ELSEWHERE_KEY, (id: string) => request<void>('DELETE', `${ELSEWHERE_PATH}/places/${id}`));
}

export function useSettleRemoval() {
  return useListChange(ELSEWHERE_KEY, ({ id, ...said }: SettleRemovalRequest & { id: string }) =>
    request<void>('POST', `${ELSEWHERE_PATH}/removals/${id}`, said),
  );
}
