import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AdminUser,
  ChangeUserRequest,
  DeleteUploadsResponse,
  DeleteUserResponse,
} from '../../api/contract/admin-participants.js';
import { isAway } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { ALL_USERS_KEY, AUDIT_KEY, PHOTO_SUMMARY_KEY, SENDERS_KEY } from './participant-queries.js';

export function useMarkDone() {
  return useUserChange(({ userId, done }: { userId: string; done: boolean }) =>
    request<AdminUser>('PATCH', `/api/admin/mark-user-done/${userId}`, { done }),
  );
}

/** Corrects a person's data; what was sent publicly is counted by e-mail. */
export function useCorrectUser() {
  const queryClient = useQueryClient();
  const { mutateAsync, ...rest } = useUserChange(({ userId, ...change }: UserChange) =>
    request<AdminUser>('PATCH', `/api/admin/users/${userId}`, change),
  );
  return {
    ...rest,
    mutateAsync: async (change: UserChange) => {
      const user = await mutateAsync(change);
      for (const queryKey of [PHOTO_SUMMARY_KEY, SENDERS_KEY]) void queryClient.invalidateQueries({ queryKey });
      return user;
    },
  };
}

interface UserChange extends ChangeUserRequest {
  userId: string;
}

interface PhotosNeededChange {
  userId: string;
  photosNeeded: boolean;
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
  return useDeletion((userId) => request<DeleteUserResponse>('DELETE', `/api/admin/delete-user/${userId}`));
}

/** Deletes what came under an e-mail that nobody registered. Somebody may have meanwhile: the users are read again, too. */
export function useDeleteUploads() {
  return useDeletion((photosPath) => request<DeleteUploadsResponse>('DELETE', photosPath));
}

/** Deletes one public upload; the list in which it was is read again. */
export function useDeleteUpload(photosPath: string) {
  return useDeletion(
    (photoId) => request<DeleteUploadsResponse>('DELETE', `/api/admin/photo/${photoId}`),
    [photosPath],
  );
}

function useDeletion(remove: (subject: string) => Promise<unknown>, ...alsoChanged: QueryKey[]) {
  const changed = [ALL_USERS_KEY, PHOTO_SUMMARY_KEY, SENDERS_KEY, ...alsoChanged];
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSettled: async (_deleted, error) => {
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
      const reading = Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      // While the server is away that is told at once: the lists wait for themselves.
      if (!isAway(error)) await reading;
    },
  });
}

/**
 * A change that is answered with the user as they are now: the list takes that over and need not be read again. It is after
 * a failure: somebody else may have deleted that person.
 */
function useUserChange<Input>(change: (input: Input) => Promise<AdminUser>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (user) => {
      replaceUser(queryClient, user);
      void queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ALL_USERS_KEY }),
  });
}

function replaceUser(queryClient: QueryClient, changed: AdminUser): void {
  queryClient.setQueryData<AdminUser[]>(ALL_USERS_KEY, (users) =>
    users?.map((user) => (user.id === changed.id ? changed : user)),
  );
}
