import { useQuery } from '@tanstack/react-query';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import type { PublishingState } from '../../api/contract/publishing.js';
import type { ShowcaseVideo, StaffUserOption } from '../../api/contract/showcase.js';

/** Keys are the paths that are read. */
export const WAITING_VIDEOS_KEY = ['/api/admin/showcase-videos'];
export const APPROVED_VIDEOS_KEY = ['/api/admin/showcase-videos/approved'];

export const PUBLISHING_KEY = ['/api/admin/publishing'];
/** Only while something is wrong: the state of a failure changes without anyone's doing. */
const FAILURE_REFRESH_MS = 5_000;

export function usePublishingState() {
  return useQuery<PublishingState>({
    queryKey: PUBLISHING_KEY,
    refetchInterval: ({ state }) => (state.data?.failure ? FAILURE_REFRESH_MS : false),
  });
}

/** People whom a video can be uploaded for. */
export function useStaffUsers() {
  return useQuery<StaffUserOption[]>({ queryKey: ['/api/admin/users'] });
}

export function useStaffQuestions() {
  return useQuery<InterviewQuestion[]>({ queryKey: ['/api/admin/questions'] });
}

export function useWaitingVideos() {
  return useQuery<ShowcaseVideo[]>({ queryKey: WAITING_VIDEOS_KEY });
}

export function useApprovedVideos() {
  return useQuery<ShowcaseVideo[]>({ queryKey: APPROVED_VIDEOS_KEY });
}
