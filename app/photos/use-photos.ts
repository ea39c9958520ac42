import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type AddPhotoRequest,
  type AddPhotoResponse,
  KNOWN_PHOTOS_PATH,
  type KnownPhoto,
  type Photo,
  PHOTOS_PATH,
} from '../../api/contract/people/photos.js';
import type { ProcessUploadResponse } from '../../api/contract/media/uploads.js';
import { HttpError } from '../shared/http/http-error.js';
import { type KeptFiles, useChosenFiles } from '../shared/chosen-files/use-chosen-files.js';
import { FOLLOWING } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { UploadError } from '../shared/http/upload-error.js';
import { PARTICIPANT_UPLOADS, uploadFile } from '../shared/http/upload-file.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import { type ChosenPhoto, isAcceptablePicture, type PhotoQueueEvent, reducePhotoQueue } from './photo-queue.js';
import { PHOTO_TOASTS } from './photos.messages.js';

export interface Photos {
  /** Undefined until they are loaded. */
  saved: Photo[] | undefined;
  hasLoadFailed: boolean;
  /** The last change was refused because nobody is signed in any more. */
  isSignedOut: boolean;
  queue: ChosenPhoto[];
  /** What this browser keeps of the queue. */
  kept: KeptFiles;
  choose: (files: File[]) => void;
  describe: (id: string, description: string) => void;
  leaveOut: (id: string) => void;
  /** Stores one chosen picture. Returns why that failed and it stays in the queue; null when it is stored. */
  add: (photo: ChosenPhoto) => Promise<string | null>;
  /**
   * Stores all chosen pictures, one after the other. Returns why the first that failed did, which `tellsFailure` leaves to
   * the caller to tell; null when none has.
   */
  addAll: (options?: { tellsFailure: boolean }) => Promise<string | null>;
  remove: (id: string) => Promise<void>;
  /** Whether there is none, neither chosen nor stored: also in another tab, on another device or by an earlier page. */
  areNone: () => Promise<boolean>;
  /** Asks the server again which photos are stored. */
  refresh: () => Promise<Photo[] | undefined>;
}

interface PhotosOptions {
  needed: boolean;
  /** As of local drafts. */
  keptUnder: readonly [string, ...string[]];
  /** Those that an earlier page has left may be added here. */
  mayReturn: boolean;
  /** Those may be read now. */
  mayRead: boolean;
}

/**
 * The photos of the signed-in participant: stored ones, which are loaded once they are `needed`, and those chosen but
 * not stored yet, also on an earlier page.
 */
export function usePhotos({ needed, keptUnder, mayReturn, mayRead }: PhotosOptions): Photos {
  const queryClient = useQueryClient();
  const { data: saved, isError: hasLoadFailed } = useQuery<Photo[]>({
    queryKey: [PHOTOS_PATH],
    enabled: needed,
    // Not by the clock: the list brings every picture along.
    refetchOnWindowFocus: 'always',
  });
  useFollowed(needed, saved);
  const [queue, setQueue] = useState<ChosenPhoto[]>([]);
  /** As it is now, for what goes on longer than the picture on the screen. */
  const current = useRef(queue);
  const dispatch = (event: PhotoQueueEvent) => {
    current.current = reducePhotoQueue(current.current, event);
    setQueue(current.current);
  };
  const kept = useChosenFiles({
    form: 'photos',
    inHand: queue,
    owner: keptUnder[0],
    owners: mayReturn ? keptUnder : null,
    mayRead,
    onFound: (photos) => dispatch({ type: 'returned', photos }),
  });
  const [isSignedOut, setIsSignedOut] = useState(false);
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: [PHOTOS_PATH] });
    return queryClient.getQueryData<Photo[]>([PHOTOS_PATH]);
  };
  const removal = useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `${PHOTOS_PATH}/${id}`),
    onSuccess: refresh,
    onError: (error) => toast({ ...understand(PHOTO_TOASTS.removeFailed, error), variant: 'destructive' }),
  });

  const understand = (failed: { title: string; description: string }, error: unknown) => {
    const isOut = statusOf(error) === 401;
    setIsSignedOut(isOut);
    return { ...failed, description: isOut ? PHOTO_TOASTS.signedOut : (serverWords(error) ?? failed.description) };
  };

  const choose = (files: File[]) => {
    const good = files.filter(isAcceptablePicture);
    if (good.length < files.length) toast({ ...PHOTO_TOASTS.invalid, variant: 'destructive' });
    dispatch({ type: 'chosen', photos: good.map((file) => ({ id: crypto.randomUUID(), file })) });
  };

  const add = async (
    { id, file, description }: ChosenPhoto,
    { hasFailedBefore = false, tellsFailure = true } = {},
  ): Promise<string | null> => {
    const report = (percent: number) => dispatch({ type: 'sending', id, percent });
    report(0);
    try {
      const photo = await addPhoto(file, description, report);
      queryClient.setQueryData<Photo[]>([PHOTOS_PATH], (photos = []) => [
        // The same picture twice is one.
        ...photos.filter(({ id: known }) => known !== photo.id),
        photo,
      ]);
      dispatch({ type: 'gone', id });
      setIsSignedOut(false);
      // The failure would go out of sight.
      if (!hasFailedBefore) toast(PHOTO_TOASTS.added);
      await refresh();
      return null;
    } catch (error) {
      const failure = understand(PHOTO_TOASTS.uploadFailed, error);
      if (tellsFailure) toast({ ...failure, variant: 'destructive' });
      dispatch({ type: 'failed', id, reason: failure.description });
      return failure.description;
    }
  };

  const addAll = async ({ tellsFailure } = { tellsFailure: true }) => {
    await kept.whenFound();
    let reason: string | null = null;
    const tried = new Set<string>();
    // What is described, left out or chosen meanwhile counts as it is when its turn comes.
    const next = () => current.current.find(({ id }) => !tried.has(id));
    for (let photo = next(); photo; photo = next()) {
      tried.add(photo.id);
      // One after the other: a phone's line is not made faster by sharing it.
      const failed = await add(photo, { hasFailedBefore: reason !== null, tellsFailure });
      reason ??= failed;
    }
    return reason;
  };

  const areNone = async () => {
    if (current.current.length > 0 || saved?.length !== 0) return false;
    await kept.whenFound();
    return current.current.length === 0 && (await refresh())?.length === 0;
  };

  return {
    saved,
    hasLoadFailed,
    isSignedOut,
    queue,
    kept,
    choose,
    describe: (id, description) => dispatch({ type: 'described', id, description }),
    leaveOut: (id) => dispatch({ type: 'gone', id }),
    add: (photo) => {
      toastStore.dismissFailure();
      return add(photo);
    },
    addAll,
    areNone,
    refresh,
    remove: (id) => removal.mutateAsync(id).catch(() => undefined),
  };
}

/** Reads the photos again once others are stored than those that are shown, as another page or a helper has done. */
function useFollowed(needed: boolean, saved: Photo[] | undefined): void {
  const queryClient = useQueryClient();
  const { data: known, dataUpdatedAt } = useQuery<KnownPhoto[]>({
    queryKey: [KNOWN_PHOTOS_PATH],
    enabled: needed,
    ...FOLLOWING,
  });
  /** Of each state once: a photo whose picture is lost is known, and not in the list. */
  const readFor = useRef<string | null>(null);
  const isLoaded = saved !== undefined;
  const follow = useEffectEvent(() => {
    if (!known || !saved) return;
    const words = wordsOf(known);
    const isShown = words === wordsOf(saved);
    const isRead = words === readFor.current;
    readFor.current = isShown ? null : words;
    if (isShown || isRead) return;
    queryClient.invalidateQueries({ queryKey: [PHOTOS_PATH] }, { throwOnError: true }).catch(() => {
      if (readFor.current === words) readFor.current = null;
    });
  });
  useEffect(() => {
    if (dataUpdatedAt > 0 && isLoaded) follow();
  }, [dataUpdatedAt, isLoaded]);
}

function wordsOf(photos: KnownPhoto[]): string {
  return JSON.stringify(photos.map(({ id, description }) => [id, description]));
}

function statusOf(error: unknown): number | null {
  return error instanceof UploadError || error instanceof HttpError ? error.status : null;
}

function serverWords(error: unknown): string | null {
  return error instanceof UploadError || error instanceof HttpError ? error.serverMessage : null;
}

/** Uploads one picture and keeps it with its description. Throws UploadError, HttpError or NetworkFailure. */
async function addPhoto(
  file: File,
  description: string,
  onProgress: (percent: number) => void,
): Promise<AddPhotoResponse> {
  const add = async () => {
    const { name, type: mimeType, size } = file;
    const options = { filename: name, mimeType, onProgress };
    const { uploadId } = await uploadFile<ProcessUploadResponse>(PARTICIPANT_UPLOADS, file, options);
    const body: AddPhotoRequest = { uploadId, originalName: name, description, mimeType, fileSize: size };
    return request<AddPhotoResponse>('POST', PHOTOS_PATH, body);
  };
  try {
    return await add();
  } catch (error) {
    // Lost between the upload and its end: the picture is still here.
    if (error instanceof HttpError && error.status === 410) return add();
    throw error;
  }
}
