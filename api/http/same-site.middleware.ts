import type { Request, RequestHandler } from 'express';
import type { ErrorBody } from '../contract/errors.js';

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
