import { AppError } from '../../platform/http/app-error.js';

export function noSuchVideo(): AppError {
  return new AppError(404, 'showcase_video_not_found', 'This video does not exist.');
}
