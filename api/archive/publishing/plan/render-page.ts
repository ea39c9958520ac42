import type { PageLocals, PageRenderer } from '../../../contract/pages.js';
import { completePolicy, withPolicy } from './security-policy.js';

/** A page as it is published. */
export interface RenderedPage {
  html: string;
  /** Content security policy for the header. */
  policy: string;
}

/** The 404 page is rendered like any other, and answers so. */
const EXPECTED_STATUS = new Set([200, 404]);

/** @throws Error when the renderer fails, so that nothing broken is ever published */
export async function renderPage(renderer: PageRenderer, address: string, locals: PageLocals): Promise<RenderedPage> {
  const response = await renderer.render(address, locals);
  const expected = locals.payload.page === 'not-found' ? EXPECTED_STATUS.has(response.status) : response.status === 200;
  if (!expected) throw new Error(`The page ${address} could not be rendered: status ${response.status}.`);
  const isHttps = locals.settings.publicUrl.startsWith('https:');
  const policy = completePolicy(response.headers.get('content-security-policy'), isHttps);
  return { html: withPolicy(await response.text(), policy), policy: policy.header };
}
