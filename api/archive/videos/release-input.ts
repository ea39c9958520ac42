import { RELEASE_LIMIT_MAX_MS } from '../../contract/limits.js';
import type { ReleaseRequest, ReleaseTerms } from '../../contract/releases.js';
import { AppError } from '../../platform/http/app-error.js';

/** What a yes is limited to. @throws AppError 400 `uses_missing`, `dates_wrong` */
export function requireTerms(request: Pick<ReleaseRequest, keyof ReleaseTerms>, now = Date.now()): ReleaseTerms {
  const { uses = [], linkOnly = false, publicFrom = null, publicUntil = null } = request;
  if (uses.length === 0) {
    throw new AppError(400, 'uses_missing', 'Please say what your yes is for.');
  }
  const [from, until] = [publicFrom, publicUntil].map((time) => time && Date.parse(time));
  if ([from, until].some((time) => typeof time === 'number' && time > now + RELEASE_LIMIT_MAX_MS)) {
    throw wrongDates('This day is too far away.');
  }
  if (typeof until === 'number' && until <= now) throw wrongDates('The last day must not be over already.');
  if (typeof until === 'number' && typeof from === 'number' && until <= from) {
    throw wrongDates('The last day must not come before the first.');
  }
  return { uses: [...new Set(uses)], linkOnly, publicFrom, publicUntil };
}

function wrongDates(message: string): AppError {
  return new AppError(400, 'dates_wrong', message);
}
