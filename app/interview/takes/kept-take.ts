import type { TakeOrigin } from '../recorder/take.js';

/** What this browser knows of a take that it keeps until the server has it. */
export interface KeptTake {
  participantId: string;
  questionId: number;
  id: string;
  origin: TakeOrigin;
  filename: string;
  mimeType: string;
  recordedAt: Date;
  /** When its owner last had the interview open in this browser, to the day; absent until the second day. */
  seenAt?: Date;
  /** Up to the last piece; null of a chosen file. */
  durationSeconds: number | null;
  pieces: number;
  bytes: number;
  /** False while it is recorded, or copied, and for ever when that was cut short. */
  isWhole: boolean;
  /** The upload session under which an earlier try began to save it. */
  uploadId: string | undefined;
}
