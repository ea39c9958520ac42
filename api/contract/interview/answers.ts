import type { FromHelper } from '../people/helpers.js';
import type { VideoPreparation } from '../media/preparation.js';
import type { RecordedFacts, RecordingProof } from '../media/recording-proof.js';

/** A recording of the signed-in participant to a question. */
export interface StoredRecording extends FromHelper {
  id: string;
  questionId: number;
  title: string;
  /** Address of the recording, only for the participant it belongs to. */
  videoUrl: string;
  /** Of what `videoUrl` plays: what every device does, once that has been made; until then the recording. */
  mimeType: string;
  posterUrl: string | null;
  /** Null while it is not known. */
  durationSeconds: number | null;
  preparation: VideoPreparation;
  /** Of its pieces, the worst. */
  proof: RecordingProof;
  /** Bytes of the stored recording. */
  fileSize: number;
  /** Lower-case hex SHA-256 of the stored recording. */
  sha256: string;
  createdAt: string;
  /** It is the answer; otherwise an earlier recording, which stays until Submit. */
  isChosen: boolean;
  /** What it consists of, in the order in which it is told: one recording, unless others were added to it. */
  pieces: AnswerPiece[];
  /** Whether `videoUrl` plays all pieces; until then they are played one after the other. */
  isJoined: boolean;
}

/** One of the recordings that together are an answer. */
export interface AnswerPiece {
  id: string;
  /** Address of the recording, only for the participant it belongs to. */
  videoUrl: string;
  mimeType: string;
  /** Null while it is not known. */
  durationSeconds: number | null;
  preparation: VideoPreparation;
  proof: RecordingProof;
  fileSize: number;
  /** Lower-case hex SHA-256 of the recording as it came. */
  sha256: string;
  createdAt: string;
}

/** A piece of an answer that is not joined, to be played and taken along by itself. */
export interface SinglePiece extends Pick<
  AnswerPiece,
  'id' | 'videoUrl' | 'durationSeconds' | 'fileSize' | 'createdAt'
> {
  /** The recording as it came, as a download. */
  originalUrl: string;
}

/** PUT /api/videos/{id}/pieces: the ids of all pieces, in their new order. */
export interface OrderPiecesRequest {
  pieceIds: string[];
}

/**
 * One recorded answer of the signed-in participant: GET /api/videos (list), GET /api/videos/{id}. POST
 * /api/videos/choose/{id} makes an earlier recording the answer (200), DELETE /api/videos/{id} removes an earlier one (204);
 * 409 `submitted` once the story is handed in, 409 `recording_chosen` for what is the answer.
 */
export interface AnswerVideo extends StoredRecording {
  /** The other recordings to the question, the newest first. */
  earlierRecordings: StoredRecording[];
}

/**
 * POST /api/videos/upload-cloud. The recording is either `videoData` (a base64 data URL)
 * or the `uploadId` of a finished upload session.
 */
export interface SaveAnswerRequest extends Omit<RecordedFacts, 'seconds'> {
  questionId: number;
  title: string;
  videoData?: string;
  uploadId?: string;
  mimeType?: string;
  /** m:ss or mm:ss, as the recorder's timer showed it; a hint only. */
  duration?: string;
  fileSize?: number;
  /**
   * The answer that the sender knows of, null: none. Where another one has been stored meanwhile, that stays the answer, and
   * the recording is kept as an earlier one. Left out, the recording becomes the answer.
   */
  insteadOf?: string | null;
  /** It goes on from the answer that the question has; without one it becomes the answer. */
  isAddition?: boolean;
  /** See `seconds` of RecordedFacts. */
  recordedSeconds?: number;
  /**
   * The answer comes when the whole recording was decoded and found to be what was recorded, or after 3 seconds, when its
   * `proof` is still `checking`. Left out, nobody waits for that, and it is looked at afterwards.
   */
  asksProof?: boolean;
  /** Its sender was told that it is not whole, and wants what plays of it to be kept. */
  keepsFlawed?: boolean;
}

/**
 * 201 of POST /api/videos/upload-cloud. 409 `submitted` once the story is handed in, 409 `recordings_full` with as many
 * recordings to the question as are kept. 422 `recording_flawed` when it was decoded and is not what was recorded,
 * `recording_unplayable` when nothing of it can be: what was sent stays where it is.
 */
export type SaveAnswerResponse = AnswerVideo;

export const ANSWERS_PATH = '/api/videos';
/** POST. */
export const SAVE_ANSWER_PATH = `${ANSWERS_PATH}/upload-cloud`;

export function answerStreamPath(answerId: string): string {
  return `${ANSWERS_PATH}/stream/${answerId}`;
}

export function answerPiecePath(pieceId: string): string {
  return `${ANSWERS_PATH}/piece/${pieceId}`;
}

/** Path below which the pieces of an answer are ordered and removed. */
export function answerPiecesPath(answerId: string): string {
  return `${ANSWERS_PATH}/${answerId}/pieces`;
}

/** Path of a picture of one answer, once there is one. */
export function answerPosterPath(answerId: string): string {
  return `${ANSWERS_PATH}/poster/${answerId}`;
}

/** Path that makes an earlier recording the answer. */
export function chooseAnswerPath(id: string): string {
  return `${ANSWERS_PATH}/choose/${id}`;
}
