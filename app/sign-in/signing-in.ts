import type { SignInLinkPreview } from '../../api/contract/resume.js';
import { HttpError } from '../shared/http/http-error.js';

/** What is known of a mailed link. */
export type SignInView =
  | { state: 'checking' }
  | { state: 'ready'; maskedEmail: string }
  /** Used, too old, or not one of ours. */
  | { state: 'expired' }
  /** The link may still work; `message` is what the server said, if it did. */
  | { state: 'failed'; message: string | null };

/** @param error of looking at the link or of signing in with it */
export function signInView(preview: SignInLinkPreview | undefined, error: Error | null): SignInView {
  if (error instanceof HttpError && GONE.has(error.status)) return { state: 'expired' };
  if (error) return { state: 'failed', message: error instanceof HttpError ? error.serverMessage : null };
  return preview ? { state: 'ready', maskedEmail: preview.maskedEmail } : { state: 'checking' };
}

/** 400: the link was cut off on its way, which asking for a new one mends, too. */
const GONE = new Set([400, 410]);
