import type { PagePayload } from '../../api/contract/pages.js';

type PageName = PagePayload['page'];

/**
 * The payload of the page that is rendered. Throws when the publisher sent another page's payload to this
 * address, so that a mistake is an error and not an empty page.
 */
export function payloadOf<Name extends PageName>(locals: App.Locals, page: Name): Extract<PagePayload, { page: Name }> {
  const { payload } = locals;
  if (payload.page !== page) throw new Error(`This page is made from a payload "${page}", not "${payload.page}".`);
  return payload as Extract<PagePayload, { page: Name }>;
}
