import type { Request, RequestHandler } from 'express';
import type { ErrorBody } from '../../contract/common/errors.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const TRUSTED_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Refuses requests that change something and come from another site's page (cross-site request forgery). A browser that
 * does not tell Sec-Fetch-Site names the page's origin, which is the site's own, with its scheme, or another.
 * A request with neither comes from no browser and passes.
 */
export function refuseOtherSites(publicUrl: string): RequestHandler {
  const isOwn = (request: Request) => {
    const fetchSite = request.get('sec-fetch-site');
    if (fetchSite !== undefined) return TRUSTED_FETCH_SITES.has(fetchSite);
    const origin = request.get('origin');
    return origin === undefined || origin === publicUrl;
  };
  return (request, response, next) => {
    if (SAFE_METHODS.has(request.method) || isOwn(request)) return next();
    const body: ErrorBody = { message: 'Requests from another site are refused.', code: 'other_site' };
    return response.status(403).json(body);
  };
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
