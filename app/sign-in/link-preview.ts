import { queryOptions } from '@tanstack/react-query';
import type { SignInLinkPreview, SignInLinkRequest } from '../../api/contract/resume.js';
import { request } from '../shared/http/request.js';

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
