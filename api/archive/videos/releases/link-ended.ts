import { AppError } from '../../../platform/http/app-error.js';
import type { ReleaseLink } from './release-links.repository.js';

/** The refusal of a link that leads nowhere, or nowhere any more. */
export function linkEnded(link: ReleaseLink | null): AppError {
  if (link?.answeredAt) {
    const message = 'You have answered already. Thank you. On My story you can change your answer at any time.';
    return new AppError(410, 'link_answered', message);
  }
  const message = 'This link does not work any more. On My story you find it, and can answer there.';
  return new AppError(410, 'link_expired', message);
}
