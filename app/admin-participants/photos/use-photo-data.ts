import { useQuery } from '@tanstack/react-query';
import type { AdminPhotoData } from '../../../api/contract/admin-participants.js';
import { PHOTO_QUERY_OPTIONS, readInTime } from './photo-requests.js';

/**
 * The picture itself, or where the video is.
 * @param when `on demand`: read only when `refetch` asks for it
 */
export function usePhotoData(photoId: string, when: 'at once' | 'on demand') {
  const path = `/api/admin/photo/${photoId}/data`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminPhotoData>(path, signal),
    enabled: when === 'at once',
    ...PHOTO_QUERY_OPTIONS,
  });
}
