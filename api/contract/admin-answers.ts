import type { FromHelper } from './helping.js';
import type { VideoPreparation } from './preparation.js';

/** GET /api/admin/user-answers/{userId}: a person's recorded answers, in the order of the questions. */
export interface AdminAnswer extends FromHelper {
  id: string;
  questionId: number;
  title: string;
  /** Of what every device plays, once that has been made; until then of the recording as it came. */
  videoUrl: string;
  posterUrl: string | null;
  /** The recording as it came, as a download. */
  originalUrl: string;
  /** Null while it is not known. */
  durationSeconds: number | null;
  /** Bytes of the recording as it came. */
  fileSize: number;
  preparation: VideoPreparation;
  createdAt: string;
}

export function userAnswersPath(userId: string): string {
  return `/api/admin/user-answers/${userId}`;
}

/** What a person answered in words, in the order of the questions: GET (list of WrittenAnswer). What was taken back is not listed. */
export function userWordsPath(userId: string): string {
  return `${userAnswersPath(userId)}/written`;
}

/** Where one answer is read by staff, below which are its stream, poster, original and preparation. */
export function adminAnswerPath(answerId: string): string {
  return `/api/admin/answer/${answerId}`;
}
