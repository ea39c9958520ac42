import { useQuery } from '@tanstack/react-query';
import type { AdminPhotoData } from '../../api/contract/admin-participants.js';
import { PHOTO_QUERY_OPTIONS, readInTime } from './photo-requests.js';

/** The picture itself, or where the video is: among others a small one, read only when `refetch` asks for it. */
export function usePhotoData(photoId: string, where: 'alone' | 'in a grid') {
  const path = `/api/admin/photo/${photoId}/data?size=${where === 'alone' ? 'large' : 'thumbnail'}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminPhotoData>(path, signal),
    enabled: where === 'alone',
    ...PHOTO_QUERY_OPTIONS,
  });
}
