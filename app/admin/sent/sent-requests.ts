import { useQuery } from '@tanstack/react-query';
import {
  ADMIN_PHOTO_RETRIES,
  ADMIN_PHOTO_RETRY_MAX_DELAY_MS,
  ADMIN_PHOTO_TIMEOUT_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { isAway, NetworkFailure, isTransient, HttpError } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import {
  type AdminPhoto,
  type AdminPhotoData,
  adminPhotoDataPath,
} from '../../../api/contract/staff/admin-participants.js';
import { type AdminAnswer, userAnswersPath, userWordsPath } from '../../../api/contract/staff/admin-answers.js';
import { type StoryWishes, wishesPath } from '../../../api/contract/stories/my-story.js';
import type { WrittenAnswer } from '../../../api/contract/interview/written-answers.js';
import { anySignal } from '../../../api/contract/common/older-browsers.js';
import { PHOTO_MESSAGES as MESSAGES } from '../common/admin.messages.js';

/** Reads a path, and gives up after `timeoutMs`: with the NetworkFailure `timeout`, which is worth another try. */
export async function readInTime<T>(path: string, signal: AbortSignal, timeoutMs = ADMIN_PHOTO_TIMEOUT_MS): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await request<T>('GET', path, undefined, { signal: anySignal([signal, timeout]) });
  } catch (cause) {
    if (timeout.aborted && !signal.aborted) throw new NetworkFailure('timeout', { cause });
    throw cause;
  }
}

/**
 * How often and when photos are asked for again, for a query: three times, later each time, after a server that failed (500),
 * too, but not after a refusal; one that is away is waited for. Nothing is kept in memory once it is off the screen.
 */
export const SENT_QUERY_OPTIONS = {
  retry: (failures: number, error: Error) => isAway(error) || (failures < ADMIN_PHOTO_RETRIES && !isRefusal(error)),
  retryDelay: (attempt: number) => Math.min(1_000 * 2 ** attempt, ADMIN_PHOTO_RETRY_MAX_DELAY_MS),
  gcTime: 0,
};

function isRefusal(error: Error): boolean {
  return !isTransient(error) && !(error instanceof HttpError && error.status >= 500);
}

/** The picture itself, or where the video is: among others a small one, read only when `refetch` asks for it. */
export function usePhotoData(photoId: string, where: 'alone' | 'in a grid') {
  const path = adminPhotoDataPath(photoId, where === 'alone' ? 'large' : 'thumbnail');
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminPhotoData>(path, signal),
    enabled: where === 'alone',
    ...SENT_QUERY_OPTIONS,
  });
}

/** The photos and videos of one person or sender, read each time that they are opened. */
export function useUserPhotos(photosPath: string) {
  return useQuery({
    queryKey: [photosPath],
    queryFn: ({ signal }) => readInTime<AdminPhoto[]>(photosPath, signal),
    ...SENT_QUERY_OPTIONS,
  });
}

/** What a person answered in words, read once their recordings are there: to see both is one look. */
export function useUserWords(userId: string, isDue: boolean) {
  const path = userWordsPath(userId);
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<WrittenAnswer[]>(path, signal),
    enabled: isDue,
    ...SENT_QUERY_OPTIONS,
  });
}

/** The recorded answers of a person, read each time that they are opened. */
export function useUserAnswers(userId: string) {
  const path = userAnswersPath(userId);
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<AdminAnswer[]>(path, signal),
    ...SENT_QUERY_OPTIONS,
  });
}

/** What a person wishes for their story, read each time that it is opened. */
export function useUserWishes(userId: string) {
  const path = wishesPath(userId);
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => readInTime<{ wishes: StoryWishes | null }>(path, signal),
    ...SENT_QUERY_OPTIONS,
  });
}

/** What is written in place of photos that are not there yet, after so many failures. */
export function photosPending(failures: number): string {
  return failures > 0 && failures <= ADMIN_PHOTO_RETRIES ? MESSAGES.retrying(failures) : MESSAGES.loading;
}

/** What is written in place of photos that could not be listed. */
export function photosFailure(error: unknown): string {
  return MESSAGES.failed(reasonOf(error));
}

/** What is said of one picture that could not be loaded: the server's sentence when only a download is left. */
export function loadFailure(error: unknown): string {
  const isFinal = error instanceof HttpError && error.code === 'not_displayable';
  return (isFinal && error.serverMessage) || MESSAGES.loadFailedHint;
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return MESSAGES.refused(error.status, error.body);
  if (error instanceof NetworkFailure && error.reason === 'timeout') return MESSAGES.unanswered;
  return MESSAGES.unreachable;
}
