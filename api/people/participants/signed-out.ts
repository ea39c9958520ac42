import { AppError } from '../../platform/http/app-error.js';

/** The refusal of a request that needs a signed-in participant. */
export function signedOut(): AppError {
  return new AppError(401, 'signed_out', 'Unauthorized');
}
