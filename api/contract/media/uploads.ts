export const UPLOADS_PATH = '/api/uploads';
/** GET: 204 while there is room for a recording, else 507. */
export const UPLOAD_ROOM_PATH = `${UPLOADS_PATH}/room`;

/** What an upload in chunks asks for, below the address of participants, of helpers or of everybody. */
export function uploadPaths(base: string) {
  return {
    start: `${base}/start`,
    chunk: `${base}/chunk`,
    process: (uploadId: string) => `${base}/process/${uploadId}`,
    status: (uploadId: string) => `${base}/${uploadId}`,
  };
}

/** POST /api/uploads/start (participants). Numbers may arrive as strings. */
export interface StartUploadRequest {
  filename: string;
  totalSize: number;
  totalChunks: number;
  mimeType: string;
}

/** 201. */
export interface StartUploadResponse {
  uploadId: string;
}

/** The type of a chunk that is sent as it is, without a form around it. */
export const RAW_CHUNK_TYPE = 'application/octet-stream';

/** What such a request says of its chunk; the number counts from 0. */
export const CHUNK_HEADERS = {
  uploadId: 'Upload-Id',
  chunkIndex: 'Chunk-Index',
  /** Of a recording that goes on, with this chunk, in milliseconds; may be left out. */
  recordedMs: 'Recorded-Ms',
} as const;

/** Answer to one chunk: `complete` for this chunk, `readyForProcessing` when every chunk has arrived. */
export interface ChunkResponse {
  complete: boolean;
  readyForProcessing: boolean;
}

/** GET …/{uploadId}: what has arrived, for going on after a cut. `receivedChunks` is ascending. */
export interface UploadStatusResponse {
  uploadId: string;
  totalChunks: number;
  totalSize: number;
  receivedChunks: number[];
  readyForProcessing: boolean;
  /** Nobody knows yet how much will come: both totals say what has. */
  isOpen?: true;
}

/** Body of the same for an upload that was begun without a size: what it has come to. Left out of the others. */
export interface CloseUploadRequest {
  totalSize?: number;
  totalChunks?: number;
}

/** POST /api/uploads/process/{uploadId} (participants): the file is whole and can be named as `uploadId`. `sha256` is lower-case hex. */
export interface ProcessUploadResponse {
  uploadId: string;
  fileSize: number;
  sha256: string;
}
