import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminUser, PhotoCount, PhotoSender } from '../../api/contract/admin-participants.js';

/** Keys are the paths that are read. */
export const ALL_USERS_KEY = ['/api/admin/all-users'];
export const PHOTO_SUMMARY_KEY = ['/api/admin/photo-summary'];
export const SENDERS_KEY = ['/api/admin/senders'];
export const AUDIT_KEY = ['/api/admin/audit'] as const;

/** Of every version of a person's name. */
export function namesPath(userId: string): string {
  return `/api/admin/users/${userId}/names`;
}

const DASHBOARD_KEYS = [ALL_USERS_KEY, PHOTO_SUMMARY_KEY, SENDERS_KEY, AUDIT_KEY];

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

function isDashboardKey(queryKey: readonly unknown[]): boolean {
  return DASHBOARD_KEYS.some(([path]) => path === queryKey[0]);
}
