import {
  type QueryClient,
  type QueryKey,
  useIsFetching,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  adminPhotoPath,
  type AdminUser,
  ALL_USERS_PATH,
  askAnewPath,
  type ChangeUserRequest,
  type DeleteUploadsResponse,
  deleteUserPath,
  type DeleteUserResponse,
  markUserDonePath,
  PHOTO_SUMMARY_PATH,
  type PhotoCount,
  type PhotoSender,
  SENDERS_PATH,
  userPath,
} from '../../../api/contract/staff/admin-participants.js';
import type { NightlyLook } from '../../../api/contract/staff/nightly-look.js';
import type { HealthReport } from '../../../api/contract/staff/staff.js';
import { URGENT_PATH } from '../../../api/contract/staff/urgent.js';
import { isAway } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';

/** Keys are the paths that are read. */
const ALL_USERS_KEY = [ALL_USERS_PATH];
const PHOTO_SUMMARY_KEY = [PHOTO_SUMMARY_PATH];
const SENDERS_KEY = [SENDERS_PATH];
const HEALTH_KEY = ['/api/health'];
const NIGHTLY_LOOK_KEY = ['/api/admin/nightly-look'];
export const AUDIT_KEY = ['/api/admin/audit'] as const;

export const ELSEWHERE_KEY = ['/api/admin/elsewhere'] as const;
export const KEEPING_KEY = ['/api/admin/keeping'] as const;
export const PRODUCERS_KEY = ['/api/admin/producers'] as const;

/** What shows what others of the team do. */
export const CHANGING_KEYS = [
  ALL_USERS_KEY,
  PHOTO_SUMMARY_KEY,
  SENDERS_KEY,
  ELSEWHERE_KEY,
  KEEPING_KEY,
  PRODUCERS_KEY,
  AUDIT_KEY,
  [URGENT_PATH],
];
const DASHBOARD_KEYS = [...CHANGING_KEYS, HEALTH_KEY, NIGHTLY_LOOK_KEY];

/** Everyone, newest first. */
export function useAllUsers() {
  return useQuery<AdminUser[]>({ queryKey: ALL_USERS_KEY });
}

/** How many photos people have, by their e-mail. */
export function usePhotoSummary() {
  return useQuery<PhotoCount[]>({ queryKey: PHOTO_SUMMARY_KEY });
}

/** Who sent something under an e-mail that nobody registered. */
export function useSenders() {
  return useQuery<PhotoSender[]>({ queryKey: SENDERS_KEY });
}

/** How the server does, while it does well. */
export function useHealth() {
  return useQuery<HealthReport>({ queryKey: HEALTH_KEY });
}

/** What the last night has found. */
export function useNightlyLook() {
  return useQuery<NightlyLook>({ queryKey: NIGHTLY_LOOK_KEY });
}

/** Reads everything on the dashboard again; what is there stays until the new data are. */
export function useRefreshDashboard() {
  const queryClient = useQueryClient();
  const isRefreshing = useIsFetching({ predicate: ({ queryKey }) => isDashboardKey(queryKey) }) > 0;
  const refresh = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDashboardKey(queryKey) });
  return { refresh, isRefreshing };
}

/** Reads the staff actions again, once something recorded has happened. */
export function useRefreshAudit() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: AUDIT_KEY });
}

/** A change after which a list is read again, also where it failed: somebody else may have been faster. */
export function useListChange<Input>(queryKey: QueryKey, change: (input: Input) => Promise<unknown>) {
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

function isDashboardKey(queryKey: readonly unknown[]): boolean {
  return DASHBOARD_KEYS.some(([path]) => path === queryKey[0]);
}

export function useMarkDone() {
  return useUserChange(({ userId, done }: { userId: string; done: boolean }) =>
    request<AdminUser>('PATCH', markUserDonePath(userId), { done }),
  );
}

/** What was said of a parent or guardian counts no more, and the person is asked anew. */
export function useAskAnew() {
  return useUserChange((userId: string) => request<AdminUser>('POST', askAnewPath(userId)));
}

/** Corrects a person's data; what was sent publicly is counted by e-mail. */
export function useCorrectUser() {
  const queryClient = useQueryClient();
  const { mutateAsync, ...rest } = useUserChange(({ userId, ...change }: UserChange) =>
    request<AdminUser>('PATCH', userPath(userId), change),
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
    request<AdminUser>('PATCH', userPath(userId), change),
  );
}

/**
 * Deletes a person with all data. Users and photo counts are read again before it counts as settled; after a failure
 * too: the person may be gone although public pages could not be removed yet.
 */
export function useDeleteUser() {
  return useDeletion((userId) => request<DeleteUserResponse>('DELETE', deleteUserPath(userId)));
}

/** Deletes what came under an e-mail that nobody registered. Somebody may have meanwhile: the users are read again, too. */
export function useDeleteUploads() {
  return useDeletion((photosPath) => request<DeleteUploadsResponse>('DELETE', photosPath));
}

/** Deletes one public upload; the list in which it was is read again. */
export function useDeleteUpload(photosPath: string) {
  return useDeletion((photoId) => request<DeleteUploadsResponse>('DELETE', adminPhotoPath(photoId)), [photosPath]);
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
 * A change whose response is the user as they are now: the list takes that over and need not be read again. It is after
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
