/**
 * POST /api/recording-drafts: a recording that begins, and is sent while it goes on. 201 with the id of an upload session
 * without a size: its chunks go to /api/uploads/chunk one after the other, each of any size up to that of a chunk;
 * POST /api/uploads/process/{uploadId} with what it has come to ends it, DELETE /api/uploads/{uploadId} removes it.
 */
export interface BeginRecordingDraftRequest {
  questionId: number;
  filename: string;
  mimeType: string;
  isAddition?: boolean;
  /** See SaveAnswerRequest: the answer that was known when it began to be recorded. */
  insteadOf?: string | null;
}

/** GET /api/recording-drafts: what the server keeps of recordings that were not saved, only for whoever recorded them. */
export interface RecordingDraft {
  uploadId: string;
  questionId: number;
  filename: string;
  mimeType: string;
  isAddition: boolean;
  /** As it was told; absent where it was not. */
  insteadOf?: string | null;
  /** Address of what has come, which may be shorter than what was recorded. */
  videoUrl: string;
  bytes: number;
  /** As far as it has come; null where the recorder did not tell. */
  durationSeconds: number | null;
  recordedAt: string;
  /** Then it is removed, unless something more has come. */
  keptUntil: string;
  /** Something came just now: it is being recorded somewhere. */
  isGrowing: boolean;
  /** Nobody has ended it, and something came not long ago: it may be paused where it is recorded. */
  mayGoOn: boolean;
  /** What process needs to be told. */
  totalChunks: number;
}

export const RECORDING_DRAFTS_PATH = '/api/recording-drafts';

export function recordingDraftPath(uploadId: string): string {
  return `${RECORDING_DRAFTS_PATH}/${uploadId}/stream`;
}
