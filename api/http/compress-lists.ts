import compression from 'compression';

/** Long lists shrink to about a tenth: thousands of people are otherwise megabytes. Files are sent as they are, in parts. */
export const compressLists = compression({
  filter: (_request, response) => String(response.getHeader('Content-Type')).startsWith('application/json'),
});
