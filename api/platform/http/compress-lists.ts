import compression from 'compression';
import type { RequestHandler } from 'express';

/** Long lists shrink to about a tenth: thousands of people are otherwise megabytes. Files are sent as they are, in parts. */
export const compressLists = compression({
  filter: (_request, response) => String(response.getHeader('Content-Type')).startsWith('application/json'),
});

/** As above, where the answer without a query comes compressed already, under an ETag of its own. */
export const compressAnswers: RequestHandler = (request, response, next) => {
  if (request.query['q'] === undefined) next();
  else compressLists(request, response, next);
};
