import type { AddRedirectRequest, Redirect } from '../../api/contract/interview/redirects.js';
import { TRACKED_STEPS } from '../../api/contract/interview/steps.js';

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

/** What was typed, over what is saved now: what nobody typed is as it is saved. */
export function mergeRedirect(
  { words, base }: { words: RedirectFields; base: RedirectFields },
  saved: RedirectFields,
): RedirectFields {
  const typed = Object.entries(words).filter(([field, text]) => text !== base[field as keyof RedirectFields]);
  return { ...saved, ...Object.fromEntries(typed) };
}

/** The fields in which `given` is another one than `redirect`; null where there are none. */
export function toRedirectChanges(given: AddRedirectRequest, redirect: Redirect): Partial<AddRedirectRequest> | null {
  const changed = Object.entries(given).filter(([field, value]) => value !== redirect[field as keyof Redirect]);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** The redirect as it was read, to be compared before anything is written. */
export function asRead({ question, redirectUrl, description }: Redirect): AddRedirectRequest {
  return { question, redirectUrl, description };
}

/** What was typed, without the white space around it. */
export function toRedirectRequest({ question, redirectUrl, description }: RedirectFields): AddRedirectRequest {
  return { question: Number(question), redirectUrl: redirectUrl.trim(), description: description.trim() };
}

/** The name of the form draft of a redirect that is being changed. */
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

/** "0 Introduction": a question as staff choose it, by its number and its name. */
export function questionLabel(question: number): string {
  return [question, TRACKED_STEPS[question]?.label].filter((part) => part !== undefined).join(' ');
}

export const QUESTION_LABELS = TRACKED_STEPS.map(({ number }) => ({ number, label: questionLabel(number) }));

export interface ListedRedirect {
  redirect: Redirect;
  /** People are led to it: it is the newest of its question. */
  isInUse: boolean;
}

/** Rows of the list as it is read: by question, in each the newest first. */
export function toRedirectRows(redirects: readonly Redirect[]): ListedRedirect[] {
  return redirects.map((redirect, index) => ({
    redirect,
    isInUse: redirects[index - 1]?.question !== redirect.question,
  }));
}
