import { RELEASE_LIMIT_MAX_MS } from '../../../../contract/common/limits.js';
import type { ReleaseRequest, ReleaseTerms } from '../../../../contract/videos/releases.js';
import { AppError } from '../../../../platform/http/app-error.js';

/** What a yes is limited to. @throws AppError 400 `uses_missing`, `dates_wrong` */
export function requireTerms(request: Pick<ReleaseRequest, keyof ReleaseTerms>, now = Date.now()): ReleaseTerms {
  const { uses = [], linkOnly = false, publicFrom = null, publicUntil = null } = request;
  if (uses.length === 0) {
    throw new AppError(400, 'uses_missing', 'Please say what your yes is for.');
  }
  const [from, until] = [msOf(publicFrom), msOf(publicUntil)];
  if ([from, until].some((time) => time !== null && time > now + RELEASE_LIMIT_MAX_MS)) {
    throw wrongDates('This day is too far away.');
  }
  if (until !== null && until <= now) throw wrongDates('The last day must not be over already.');
  if (until !== null && from !== null && until <= from) {
    throw wrongDates('The last day must not come before the first.');
  }
  // As the database reads every zone.
  return { uses: [...new Set(uses)], linkOnly, publicFrom: isoOf(from), publicUntil: isoOf(until) };
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function wrongDates(message: string): AppError {
  return new AppError(400, 'dates_wrong', message);
}
