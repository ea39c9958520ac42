import { keepPreviousData, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../shared/http/request.js';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import type { AskForReleaseRequest, PaperReleaseRequest } from '../../../api/contract/videos/releases.js';
import type { PublishingState } from '../../../api/contract/staff/publishing.js';
import { PREPARATION_REFRESH_MS } from '../../../api/contract/common/screen-numbers.js';
import { isBeingPrepared } from '../../../api/contract/media/preparation.js';
import type { WordVersion, WordVersionSummary } from '../../../api/contract/videos/showcase-words.js';
import {
  type ChooseSentenceRequest,
  type DeleteShowcaseVideoRequest,
  type EditShowcaseVideoRequest,
  type SavedShowcaseVideo,
  SHOWCASE_VIDEOS_PATH,
  type ShowcaseVideo,
  type ShowcaseVideoPage,
  showcaseVideoPath,
  type StaffUserOption,
} from '../../../api/contract/videos/showcase.js';
import { isAway, isPublishedLater } from '../../shared/http/http-error.js';
import { noteSaved, seenVersion, versionOf } from './seen-videos.js';
import { linkVideo, uploadVideo, type UploadVideoRequest } from './upload-video.js';

/** Of every page of both lists, whatever is searched for. */
export const VIDEO_PAGES_KEY = [`${SHOWCASE_VIDEOS_PATH}/page`];

export type VideoListName = 'waiting' | 'approved';

interface VideoPageQuery {
  list: VideoListName;
  q: string;
  offset: number;
  size: number;
}

/** A page of one of the two lists; searched by the server, which has all of it. */
export function useVideoPage(query: VideoPageQuery) {
  return useQuery({
    queryKey: [...VIDEO_PAGES_KEY, query],
    queryFn: ({ signal }) => readPage({ ...query }, signal),
    refetchInterval: ({ state }) => (state.data?.videos.some(isInTheMaking) ? PREPARATION_REFRESH_MS : false),
    // The list stays while the next search is under way.
    placeholderData: keepPreviousData,
  });
}

/** Everything of a person that waits, read when it is asked for. */
export function useWaitingVideosOf(userId: string) {
  return useQuery({
    queryKey: ['waiting videos of', userId],
    queryFn: async ({ signal }) => {
      const videos: ShowcaseVideo[] = [];
      for (let left = 1; left > 0;) {
        const page = await readPage({ list: 'waiting', userId, offset: videos.length }, signal);
        videos.push(...page.videos);
        left = page.videos.length === 0 ? 0 : page.found - videos.length;
      }
      return videos;
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

function readPage(query: Record<string, string | number>, signal: AbortSignal): Promise<ShowcaseVideoPage> {
  const asTexts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return request('GET', `${VIDEO_PAGES_KEY[0]}?${new URLSearchParams(asTexts)}`, undefined, { signal });
}

/** Something more comes of it without anyone's doing. */
function isInTheMaking({ preparation, draft }: ShowcaseVideo): boolean {
  return (preparation !== null && isBeingPrepared(preparation)) || draft?.state === 'waiting';
}

const versionsKey = (videoId: string) => [`${showcaseVideoPath(videoId)}/versions`];

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

/** As it is now, whoever has changed it meanwhile. */
export function readVideo(videoId: string): Promise<ShowcaseVideo> {
  return request('GET', showcaseVideoPath(videoId));
}

const APPROVAL_KEY = ['approval'];

/** Puts a waiting video on the public site, and settles once the page is live. */
export function useApproveVideo() {
  return useVideoChange(approveVideo, APPROVAL_KEY);
}

/** The lists may show it as approved before its page is live. */
export function useIsBeingApproved(videoId: string): boolean {
  return useIsMutating({ mutationKey: APPROVAL_KEY, predicate: ({ state }) => state.variables === videoId }) > 0;
}

function approveVideo(videoId: string): Promise<ShowcaseVideo> {
  return request('PUT', `${showcaseVideoPath(videoId)}/approve`, seenVersion(videoId));
}

/** Several approvals one after another, each as if it were alone; the lists are read again after the last one. */
export function useApproveVideos() {
  return useVideoChange((approveEach: (approve: typeof approveVideo) => Promise<void>) => approveEach(approveVideo));
}

interface Restoring {
  videoId: string;
  number: number;
  textsVersion: string;
}

/** Makes the words of an earlier version the newest. */
export function useRestoreWords() {
  return useVideoChange(async ({ videoId, number, textsVersion }: Restoring) => {
    const path = `${showcaseVideoPath(videoId)}/versions/${number}/restore`;
    const restored = await orAsSaved(videoId, request<ShowcaseVideo>('POST', path, { textsVersion }));
    noteSaved(restored, { textsVersion });
    return restored;
  });
}

/** Takes a video off the public site, and settles once it is gone there. */
export function useUnapproveVideo() {
  return useVideoChange((videoId: string) => request<ShowcaseVideo>('PUT', `${showcaseVideoPath(videoId)}/unapprove`));
}

/** Mails its person, who is asked whether it may be published as it is; not where somebody else has asked meanwhile. */
export function useAskForRelease() {
  return useVideoChange(({ id, release: { asked } }: Pick<ShowcaseVideo, 'id' | 'release'>) => {
    const body: AskForReleaseRequest = { asked };
    return request<ShowcaseVideo>('POST', `${showcaseVideoPath(id)}/release-request`, body);
  });
}

interface PaperRecord {
  videoId: string;
  scan: File;
  paper: Omit<PaperReleaseRequest, 'scan'>;
}

/** What its person has signed on paper, with the scan of it. */
export function useRecordPaper() {
  return useVideoChange(async ({ videoId, scan, paper }: PaperRecord) => {
    const body: PaperReleaseRequest = { ...paper, scan: await toDataUrl(scan) };
    return request<ShowcaseVideo>('POST', `${showcaseVideoPath(videoId)}/paper-release`, body);
  });
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}

/** Of the video as it is given here: it stays where it is another one by now. */
export function useDeleteVideo() {
  return useVideoChange((video: ShowcaseVideo) => {
    const seen: DeleteShowcaseVideoRequest = { ...versionOf(video), isApproved: video.isApproved };
    return request<void>('DELETE', showcaseVideoPath(video.id), seen);
  });
}

interface VideoEdit {
  videoId: string;
  changes: EditShowcaseVideoRequest;
}

export function useEditVideo() {
  return useVideoChange(async ({ videoId, changes }: VideoEdit) => {
    const saved = await orAsSaved(videoId, request<SavedShowcaseVideo>('PATCH', showcaseVideoPath(videoId), changes));
    noteSaved(saved, changes);
    return saved;
  });
}

interface SentenceChoice {
  videoId: string;
  /** Null: the one that is found by its words. */
  sentence: string | null;
}

export function useChooseSentence() {
  return useVideoChange(({ videoId, sentence }: SentenceChoice) => {
    const body: ChooseSentenceRequest = { sentence };
    return orAsSaved(videoId, request<ShowcaseVideo>('PUT', `${showcaseVideoPath(videoId)}/sentence`, body));
  });
}

export function useRejectDraft() {
  return useVideoChange((videoId: string) => request<void>('DELETE', `${showcaseVideoPath(videoId)}/draft`));
}

export function useRetryDraft() {
  return useVideoChange((videoId: string) => request<void>('POST', `${showcaseVideoPath(videoId)}/draft`));
}

export function usePrepareAgain() {
  return useVideoChange((videoId: string) => request<void>('POST', `${showcaseVideoPath(videoId)}/preparation`));
}

interface VideoUpload extends UploadVideoRequest {
  /** Told as soon as the server has the video: it has it whatever becomes of reading the lists again. */
  onUploaded: () => void;
}

export function useUploadVideo() {
  return useVideoChange(async ({ onUploaded, ...upload }: VideoUpload) => {
    const video = await uploadVideo(upload);
    onUploaded();
    return video;
  });
}

/** A file, or the address of a video at Vimeo or YouTube. */
interface NewVideo extends Omit<UploadVideoRequest, 'file'> {
  source: File | string;
}

export function useNewVideo() {
  return useVideoChange(({ source, fields, onProgress, signal }: NewVideo) =>
    typeof source === 'string'
      ? linkVideo({ ...fields, videoUrl: source }, signal)
      : uploadVideo({ file: source, fields, onProgress, signal }),
  );
}

/** As a change has left it. */
export interface ChangedVideo extends SavedShowcaseVideo {
  /** The public pages follow later. */
  isBehind: boolean;
}

/** A change that the public pages could not follow yet is made all the same: the video is read as it is now. */
async function orAsSaved(videoId: string, sending: Promise<SavedShowcaseVideo>): Promise<ChangedVideo> {
  try {
    return { ...(await sending), isBehind: false };
  } catch (error) {
    if (!isPublishedLater(error)) throw error;
    const saved = await readVideo(videoId).catch(() => {
      throw error;
    });
    return { ...saved, isBehind: true };
  }
}

/**
 * Both lists are read again before the change counts as settled; after a failure too, which may have changed something.
 * While the server is away that is told at once: the lists wait for themselves.
 */
function useVideoChange<Input, Output>(change: (input: Input) => Promise<Output>, mutationKey?: string[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: change,
    onSettled: async (_video, error) => {
      const keys = [VIDEO_PAGES_KEY, PUBLISHING_KEY];
      const reading = Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      if (!isAway(error)) await reading;
    },
  });
}
