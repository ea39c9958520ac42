import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PREPARATION_REFRESH_MS } from '../../api/contract/screen-numbers.js';
import { isBeingPrepared, type VideoPreparation } from '../../api/contract/preparation.js';
import { request } from '../shared/http/request.js';

/** How far a video is, read again for as long as something is being made of it. */
export function usePreparation(path: string, known: VideoPreparation): VideoPreparation {
  const { data } = useQuery<VideoPreparation>({
    queryKey: [path],
    initialData: known,
    refetchInterval: ({ state }) => (state.data && isBeingPrepared(state.data) ? PREPARATION_REFRESH_MS : false),
    gcTime: 0,
  });
  return data;
}

/** Asks for the preparation once more. */
export function usePrepareAgain(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>('POST', path),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  });
}
