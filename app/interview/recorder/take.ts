/** One finished recording, or a chosen file, that the server does not have yet. */
export interface Take {
  blob: Blob;
  origin: TakeOrigin;
  /** As the recorder named it, with codecs; of a chosen file as the browser did. */
  mimeType: string;
  /** Name for the upload and for a download. */
  filename: string;
  /** Null when only the file itself knows. */
  durationSeconds: number | null;
  recordedAt: Date;
  /** The upload session that an earlier try to save it left behind. */
  uploadId?: string;
  copy: TakeCopy;
}

/** What is known of a take when its first piece is there. */
export type BegunTake = Pick<Take, 'origin' | 'mimeType' | 'filename' | 'recordedAt'>;

export type TakeOrigin = 'recorded' | 'chosen';

/** Why a recording ended though nobody pressed Stop. */
export type Interruption = 'source-lost' | 'recorder-failed' | 'page-hidden' | 'size-limit';

/**
 * The copy of a take that this browser keeps until the server has it. Nothing here throws or holds the recording up: a
 * browser that cannot keep a copy says so elsewhere.
 */
export interface TakeCopy {
  /** The next piece, and how long the take is with it. */
  add: (piece: Blob, durationSeconds: number | null) => void;
  /** No piece follows. */
  finish: () => void;
  /** The upload session under which it is being saved; undefined when the next try needs a new one. */
  noteUpload: (uploadId: string | undefined) => void;
  /** The server has the take, or nobody wants it. */
  remove: () => void;
}
