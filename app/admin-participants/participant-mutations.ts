import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUser, ChangeUserRequest, DeleteUserResponse } from '../../api/contract/admin-participants.js';
import { request } from '../shared/http/request.js';
import { ALL_USERS_KEY, AUDIT_KEY, PHOTO_SUMMARY_KEY } from './participant-queries.js';

export function useMarkDone() {
  return useUserChange((userId: string) => request<AdminUser>('PATCH', `/api/admin/mark-user-done/${userId}`));
}

export interface PhotosNeededChange extends ChangeUserRequest {
  userId: string;
}

/** Decides whether the interview asks a person for photos. */
export function useSetPhotosNeeded() {
  return useUserChange(({ userId, ...change }: PhotosNeededChange) =>
    request<AdminUser>('PATCH', `/api/admin/users/${userId}`, change),
  );
}

/**
 * Deletes a person with all data. Users and photo counts are read again before it counts as settled; after a failure
 * too: the person may be gone although public pages could not be removed yet.
 */
export function useDeleteUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => request<DeleteUserResponse>('DELETE', `/api/admin/delete-user/${userId}`),
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
      await Promise.all(
        [ALL_USERS_KEY, PHOTO_SUMMARY_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** A change that is answered with the user as they are now: the list takes that over and need not be read again. */
function useUserChange<Input>(change: (input: Input) => Promise<AdminUser>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (user) => {
      replaceUser(queryClient, user);
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
    },
  });
}

function replaceUser(queryClient: QueryClient, changed: AdminUser): void {
  queryClient.setQueryData<AdminUser[]>(ALL_USERS_KEY, (users) =>
    users?.map((user) => (user.id === changed.id ? changed : user)),
  );
}
