import type { NextFunction, Request, Response } from 'express';
import type { ErrorBody } from '../contract/errors.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const TRUSTED_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Refuses requests that change something and come from another site's page (cross-site request forgery).
 * A request with neither Sec-Fetch-Site nor Origin comes from no browser and passes.
 */
export function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  if (SAFE_METHODS.has(request.method) || isSameSite(request)) {
    next();
    return;
  }
  const body: ErrorBody = { message: 'Requests from another site are refused.', code: 'other_site' };
  response.status(403).json(body);
}

function isSameSite(request: Request): boolean {
  const fetchSite = request.get('sec-fetch-site');
  if (fetchSite !== undefined) return TRUSTED_FETCH_SITES.has(fetchSite);
  const origin = request.get('origin');
  return origin === undefined || URL.parse(origin)?.host === request.get('host');
}

/**
 * Whether a GET comes from our own pages or is a journey of the person: an address typed, a bookmark, a link on a page of
 * this site. Another site's link or picture is neither. A browser too old to say where it comes from passes.
 */
export function isOwnJourney(request: Request): boolean {
  const fetchSite = request.get('sec-fetch-site');
  if (fetchSite === 'same-site') return request.get('sec-fetch-mode') === 'navigate';
  return fetchSite === undefined || TRUSTED_FETCH_SITES.has(fetchSite);
}
