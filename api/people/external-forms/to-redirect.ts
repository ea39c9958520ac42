import type { Redirect as RedirectOnTheWire } from '../../contract/redirects.js';
import type { Redirect } from './redirect.entity.js';

export function toRedirect(redirect: Omit<Redirect, 'createdAt'>): RedirectOnTheWire {
  const { id, questionNumber: question, redirectUrl, description } = redirect;
  return { id, question, redirectUrl, description };
}
