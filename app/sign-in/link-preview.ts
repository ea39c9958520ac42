import { queryOptions } from '@tanstack/react-query';
import type { SignInLinkPreview, SignInLinkRequest, SignInLinkResponse } from '../../api/contract/resume.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import { SIGN_IN_MESSAGES } from './sign-in.messages.js';

/** Looks at a mailed link, which goes on working. */
export function linkPreview(token: string) {
  const body: SignInLinkRequest = { token };
  return queryOptions({
    queryKey: ['sign-in link', token],
    queryFn: () => request<SignInLinkPreview>('POST', '/api/auth/link/preview', body),
    // A link that does not work is not looked at again by whatever shows it next.
    retryOnMount: false,
  });
}

/** Uses a mailed link up where its person is signed in already: it proves the e-mail, and nothing else changes. */
export function linkUse(token: string) {
  const body: SignInLinkRequest = { token };
  return queryOptions({
    queryKey: ['use of sign-in link', token],
    queryFn: async () => {
      await request<SignInLinkResponse>('POST', '/api/auth/link', body);
      toast(SIGN_IN_MESSAGES.proven);
      return true;
    },
  });
}
