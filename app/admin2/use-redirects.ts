import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AddRedirectRequest,
  type ChangeRedirectRequest,
  type Redirect,
  REDIRECTS_PATH,
} from '../../api/contract/interview/redirects.js';
import { isAway } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';

export const REDIRECTS_KEY = [REDIRECTS_PATH];

/** By question, in each the newest first. */
export function useRedirects() {
  return useQuery<Redirect[]>({ queryKey: REDIRECTS_KEY });
}

export function useAddRedirect() {
  return useRedirectChange((redirect: AddRedirectRequest) => request<Redirect>('POST', REDIRECTS_PATH, redirect));
}

export function useChangeRedirect(id: string) {
  return useRedirectChange((redirect: ChangeRedirectRequest) =>
    request<Redirect>('PUT', `${REDIRECTS_PATH}/${id}`, redirect),
  );
}

export function useDeleteRedirect() {
  return useRedirectChange((id: string) => request<void>('DELETE', `${REDIRECTS_PATH}/${id}`));
}

/**
 * The list is read again before the change counts as settled; after a failure too, which may have changed something.
 * While the server is away that is told at once: the list waits for itself.
 */
function useRedirectChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async (_redirect, error) => {
      const reading = queryClient.invalidateQueries({ queryKey: REDIRECTS_KEY });
      if (!isAway(error)) await reading;
    },
  });
}
