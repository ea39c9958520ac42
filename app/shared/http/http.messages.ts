/** Why an upload failed, by its stage. */
export const UPLOAD_FAILURES = {
  startFailed: 'Failed to start upload session',
  chunkFailed: (index: number, totalChunks: number) => `Failed to upload chunk ${index + 1}/${totalChunks}`,
  processFailed: 'Failed to process upload',
  network: 'Network error during upload',
  timeout: 'Upload timeout - file may be too large or connection too slow',
  failedWithStatus: (status: number) => `Upload failed with status ${status}`,
};
