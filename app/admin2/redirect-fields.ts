import type { AddRedirectRequest, Redirect } from '../../api/contract/redirects.js';

/** What the form holds; a select's value is text. */
export interface RedirectFields {
  question: string;
  redirectUrl: string;
  description: string;
}

export const EMPTY_FIELDS: RedirectFields = { question: '0', redirectUrl: '', description: '' };

/** A redirect as the form shows it. */
export function toRedirectFields({ question, redirectUrl, description }: Redirect): RedirectFields {
  return { question: String(question), redirectUrl, description };
}

/** What was typed, without the white space around it. */
export function toRedirectRequest({ question, redirectUrl, description }: RedirectFields): AddRedirectRequest {
  return { question: Number(question), redirectUrl: redirectUrl.trim(), description: description.trim() };
}

/** The name of the local draft of a redirect that is being changed. */
export function redirectDraft({ id }: Redirect): string {
  return `redirect:${id}`;
}

/** Whether there is anything in the form that somebody has written. */
export function hasWords({ redirectUrl, description }: RedirectFields): boolean {
  return isFilledIn(redirectUrl) || isFilledIn(description);
}

/** A field of spaces is empty. */
export function isFilledIn(text: string): boolean {
  return text.trim() !== '';
}
