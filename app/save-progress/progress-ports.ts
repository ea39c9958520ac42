import type { NextRedirect } from '../../api/contract/redirects.js';
import type { SaveProgressRequest, SaveProgressResponse } from '../../api/contract/save-progress.js';
import { isAway } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { DEFAULT_RETRY_DELAYS_MS, withRetries } from '../shared/http/with-retries.js';
import type { ProgressPorts } from './save-progress-store.js';

/** The API and the browser. */
export const PROGRESS_PORTS: ProgressPorts = {
  async save(email, { number: questionNumber, wireField: field }) {
    const body: SaveProgressRequest = { email, field, questionNumber };
    await request<SaveProgressResponse>('POST', '/api/save-progress', body);
  },
  async findRedirect(question) {
    try {
      const read = () => request<NextRedirect>('GET', `/api/redirect/${question}`);
      return (await withRetries(read, { delaysMs: DEFAULT_RETRY_DELAYS_MS, isTransient: isAway })).redirectUrl;
    } catch {
      // What was to be saved is saved: without a redirect the page offers to go on by oneself.
      return null;
    }
  },
  goTo: (address) => location.assign(address),
  reportInvalid: (kind) => console.error(`Progress was not saved: the address is not complete (${kind}).`),
};
