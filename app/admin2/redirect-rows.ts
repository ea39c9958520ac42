import type { Redirect } from '../../api/contract/redirects.js';

export interface RedirectRow {
  redirect: Redirect;
  /** People are led to it: it is the newest of its question. */
  isInUse: boolean;
}

/** Rows of the list as it is read: by question, in each the newest first. */
export function toRedirectRows(redirects: readonly Redirect[]): RedirectRow[] {
  return redirects.map((redirect, index) => ({
    redirect,
    isInUse: redirects[index - 1]?.question !== redirect.question,
  }));
}
