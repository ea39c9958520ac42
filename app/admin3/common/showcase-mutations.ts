import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditShowcaseVideoRequest, SavedShowcaseVideo, ShowcaseVideo } from '../../../api/contract/showcase.js';
import { isAway } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { PUBLISHING_KEY, VIDEO_PAGES_KEY } from './showcase-queries.js';
import { lookedAt, noteLookedAt } from './looked-at.js';
import { linkVideo, uploadVideo, type UploadVideoRequest } from './upload-video.js';

const pathOf = (videoId: string) => `/api/admin/showcase-videos/${videoId}`;

/** Puts a waiting video on the public site; answered once the page is live. */
export function useApproveVideo() {
  return useVideoChange((videoId: string) =>
    request<ShowcaseVideo>('PUT', `${pathOf(videoId)}/approve`, lookedAt(videoId)),
  );
}

interface Restoring {
  videoId: string;
  number: number;
  textsVersion: string;
}

/** Makes the words of an earlier version the newest. */
export function useRestoreWords() {
  return useVideoChange(async ({ videoId, number, textsVersion }: Restoring) => {
    const path = `${pathOf(videoId)}/versions/${number}/restore`;
    return noted(await request<ShowcaseVideo>('POST', path, { textsVersion }));
  });
}

/** Takes a video off the public site; answered once it is gone there. */
export function useUnapproveVideo() {
  return useVideoChange((videoId: string) => request<ShowcaseVideo>('PUT', `${pathOf(videoId)}/unapprove`));
}

export function useDeleteVideo() {
  return useVideoChange((videoId: string) => request<void>('DELETE', pathOf(videoId)));
}

export interface VideoEdit {
  videoId: string;
  changes: EditShowcaseVideoRequest;
}

export function useEditVideo() {
  return useVideoChange(async ({ videoId, changes }: VideoEdit) =>
    noted(await request<SavedShowcaseVideo>('PATCH', pathOf(videoId), changes)),
  );
}

export function useRejectDraft() {
  return useVideoChange((videoId: string) => request<void>('DELETE', `${pathOf(videoId)}/draft`));
}

export function useRetryDraft() {
  return useVideoChange((videoId: string) => request<void>('POST', `${pathOf(videoId)}/draft`));
}

export function usePrepareAgain() {
  return useVideoChange((videoId: string) => request<void>('POST', `${pathOf(videoId)}/preparation`));
}

export function useUploadVideo() {
  return useVideoChange(uploadVideo);
}

/** A file, or the address of a video at Vimeo or YouTube. */
export interface NewVideo extends Omit<UploadVideoRequest, 'file'> {
  source: File | string;
}

export function useNewVideo() {
  return useVideoChange(({ source, fields, onProgress, signal }: NewVideo) =>
    typeof source === 'string'
      ? linkVideo({ ...fields, videoUrl: source }, signal)
      : uploadVideo({ file: source, fields, onProgress, signal }),
  );
}

/** Whoever has made it what it is has looked at it. */
function noted<T extends ShowcaseVideo>(video: T): T {
  noteLookedAt(video);
  return video;
}

/**
 * Both lists are read again before the change counts as settled; after a failure too, which may have changed something.
 * While the server is away that is told at once: the lists wait for themselves.
 */
function useVideoChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async (_video, error) => {
      const keys = [VIDEO_PAGES_KEY, PUBLISHING_KEY];
      const reading = Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      if (!isAway(error)) await reading;
    },
  });
}
