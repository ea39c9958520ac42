import { queryOptions } from '@tanstack/react-query';
import {
  SIGN_IN_FRAGMENT,
  type SignInLinkPreview,
  type SignInLinkRequest,
  type SignInLinkResponse,
} from '../../api/contract/people/sign-in.js';
import { HttpError, isDeadLink } from '../shared/http/http-error.js';
import { linkPreview } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import { SIGN_IN_MESSAGES } from './sign-in.messages.js';

const LINK_PATH = '/api/auth/link';

export function signInLinkPreview(token: string) {
  return queryOptions({
    ...linkPreview<SignInLinkPreview>(`${LINK_PATH}/preview`, token),
    // A link that does not work is not looked at again by whatever shows it next.
    retryOnMount: false,
  });
}

/** Uses a mailed link up: this browser is signed in. */
export function openLink(token: string): Promise<SignInLinkResponse> {
  return request<SignInLinkResponse>('POST', LINK_PATH, { token } satisfies SignInLinkRequest);
}

/**
 * Uses a mailed link up where its person is signed in already: it proves the e-mail, and nothing else changes. One that was
 * asked for on another page leads back there.
 */
export function linkUse(token: string) {
  return queryOptions({
    queryKey: ['use of sign-in link', token],
    queryFn: async () => {
      const { nextUrl } = await openLink(token);
      if (nextUrl === location.pathname) toast(SIGN_IN_MESSAGES.proven);
      else location.assign(nextUrl);
      return true;
    },
  });
}

/** The token of a mailed link, from the fragment (with its `#`) of the address to which it leads. */
export function signInTokenOf(fragment: string): string | null {
  return fragment.startsWith(SIGN_IN_FRAGMENT) ? fragment.slice(SIGN_IN_FRAGMENT.length) : null;
}

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
  if (isDeadLink(error)) return { state: 'expired' };
  if (error) return { state: 'failed', message: error instanceof HttpError ? error.serverMessage : null };
  return preview ? { state: 'ready', maskedEmail: preview.maskedEmail } : { state: 'checking' };
}
