import type { VideoPreparation } from './preparation.js';

/** One recorded answer of the signed-in participant: GET /api/videos (list), GET /api/videos/{id}. */
export interface AnswerVideo {
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
  /** Bytes of the stored recording. */
  fileSize: number;
  /** Lower-case hex SHA-256 of the stored recording. */
  sha256: string;
  createdAt: string;
}

/**
 * POST /api/videos/upload-cloud. The recording is either `videoData` (a base64 data URL)
 * or the `uploadId` of a finished upload session.
 */
export interface SaveAnswerRequest {
  questionId: number;
  title: string;
  videoData?: string;
  uploadId?: string;
  mimeType?: string;
  /** m:ss or mm:ss, as the recorder's timer showed it; a hint only. */
  duration?: string;
  fileSize?: number;
}

/** 201 of POST /api/videos/upload-cloud. */
export type SaveAnswerResponse = AnswerVideo;

/** Path of the recording of one answer. */
export function answerStreamPath(answerId: string): string {
  return `/api/videos/stream/${answerId}`;
}

/** Path of a picture of one answer, once there is one. */
export function answerPosterPath(answerId: string): string {
  return `/api/videos/poster/${answerId}`;
}
