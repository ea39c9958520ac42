import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { request } from '../../shared/http/request.js';
import type { InterviewQuestion } from '../../../api/contract/questions.js';
import type { PublishingState } from '../../../api/contract/publishing.js';
import { PREPARATION_REFRESH_MS } from '../../../api/contract/screen-numbers.js';
import { isBeingPrepared } from '../../../api/contract/preparation.js';
import type { WordVersion, WordVersionSummary } from '../../../api/contract/showcase-words.js';
import type { ShowcaseVideo, ShowcaseVideoPage, StaffUserOption } from '../../../api/contract/showcase.js';

/** Of every page of both lists, whatever is searched for. */
export const VIDEO_PAGES_KEY = ['/api/admin/showcase-videos/page'];

export type VideoListName = 'waiting' | 'approved';

/** One of the two lists, page after page; searched by the server, which has all of it. */
export function useVideoPages(list: VideoListName, q: string) {
  return useInfiniteQuery({
    queryKey: [...VIDEO_PAGES_KEY, list, q],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ list, q, offset: String(pageParam) });
      return request<ShowcaseVideoPage>('GET', `${VIDEO_PAGES_KEY[0]}?${query}`, undefined, { signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ found }, pages) => {
      const loaded = pages.reduce((sum, { videos }) => sum + videos.length, 0);
      return loaded < found ? loaded : undefined;
    },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ videos }) => videos.some(isInTheMaking)) ? PREPARATION_REFRESH_MS : false,
    // The list stays while the next search is under way.
    placeholderData: keepPreviousData,
  });
}

/** Something more comes of it without anyone's doing. */
function isInTheMaking({ preparation, draft }: ShowcaseVideo): boolean {
  return (preparation !== null && isBeingPrepared(preparation)) || draft?.state === 'waiting';
}

const versionsKey = (videoId: string) => [`/api/admin/showcase-videos/${videoId}/versions`];

/** All versions of a video's words, newest first; read anew whenever somebody asks, for others add to them. */
export function useWordVersions(videoId: string) {
  return useQuery<WordVersionSummary[]>({ queryKey: versionsKey(videoId), staleTime: 0 });
}

/** A version never changes. None is read of number 0. */
export function useWordVersion(videoId: string, number: number) {
  return useQuery<WordVersion>({ queryKey: [`${versionsKey(videoId)[0]}/${number}`], enabled: number > 0 });
}

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
