import { useQuery } from '@tanstack/react-query';
import type { AdminPhoto } from '../../api/contract/admin-participants.js';
import { PHOTO_QUERY_OPTIONS, readInTime } from './photo-requests.js';

/** The photos and videos of one person or sender, read each time that they are looked at. */
export function useUserPhotos(photosPath: string) {
  return useQuery({
    queryKey: [photosPath],
    queryFn: ({ signal }) => readInTime<AdminPhoto[]>(photosPath, signal),
    ...PHOTO_QUERY_OPTIONS,
  });
}
