import { useQuery } from '@tanstack/react-query';
import type { AdminPhoto } from '../../../api/contract/admin-participants.js';
import { PHOTO_QUERY_OPTIONS, readInTime } from './photo-requests.js';

/** The photos and videos under one e-mail, read each time that they are looked at. */
export function useUserPhotos(email: string) {
  const path = userPhotosPath(email);
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminPhoto[]>(path, signal),
    ...PHOTO_QUERY_OPTIONS,
  });
}

/** Where the photos under one e-mail are read, and what came under it publicly is deleted. */
export function userPhotosPath(email: string): string {
  return `/api/admin/user-photos/${encodeURIComponent(email)}`;
}
