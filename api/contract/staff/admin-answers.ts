import type { SinglePiece } from '../interview/answers.js';
import type { FromHelper } from '../people/helpers.js';
import type { VideoPreparation } from '../media/preparation.js';

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
  /** Of all its pieces. Null while it is not known. */
  durationSeconds: number | null;
  /** Bytes of the recording as it came. */
  fileSize: number;
  preparation: VideoPreparation;
  createdAt: string;
  /** In the order in which they are told; left out where `videoUrl` plays them all. */
  pieces?: SinglePiece[];
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

/** Below which are the stream and the original of one piece. */
export function adminPiecePath(answerId: string, pieceId: string): string {
  return `${adminAnswerPath(answerId)}/pieces/${pieceId}`;
}
