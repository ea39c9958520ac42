import { writtenDuration } from '../../contract/grammar.js';
import { AppError } from '../../platform/http/app-error.js';

/** The refusal of a mailed link that was used, or is older than it may be. */
export function linkExpired(maxAgeMs: number): AppError {
  const age = writtenDuration(maxAgeMs);
  const message = `This link does not work any more. Links work once, within ${age}. Please ask for a new one.`;
  return new AppError(410, 'link_expired', message);
}
