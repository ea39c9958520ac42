import { readContactEmail } from '../shared/text/contact-email.js';
import { type InterviewStep, stepOfNumber } from '../../api/contract/steps.js';

/** What an external form tells when it sends someone back: who they are, and which step they have done. */
export type ProgressParams =
  | { kind: 'valid'; email: string; step: InterviewStep }
  | { kind: 'missing' }
  /** There is a question, but not one of ours. */
  | { kind: 'unknown-question' };

/**
 * @param search the query of the address, with or without its question mark
 * @param state of the history's present entry, where the page keeps the e-mail that it has taken out of its address
 */
export function readProgressParams(search: string, state: unknown = null): ProgressParams {
  const query = new URLSearchParams(search);
  const email = readContactEmail(query, state);
  const question = query.get('question')?.trim();
  if (!question) return { kind: 'missing' };
  const step = stepOfNumber(question);
  if (!step) return { kind: 'unknown-question' };
  return email ? { kind: 'valid', email, step } : { kind: 'missing' };
}
