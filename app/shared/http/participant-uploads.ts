import type { UploadRoutes } from './upload-file.js';

/** Upload sessions of the signed-in participant: recordings and photos. */
export const PARTICIPANT_UPLOADS: UploadRoutes = {
  start: '/api/uploads/start',
  chunk: '/api/uploads/chunk',
  process: (uploadId) => `/api/uploads/process/${uploadId}`,
  status: (uploadId) => `/api/uploads/${uploadId}`,
};
