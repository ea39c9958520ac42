import { useMutation, useQuery } from '@tanstack/react-query';
import type { SignInLinkRequest, SignInLinkResponse } from '../../api/contract/resume.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { linkPreview } from './link-preview.js';
import { SIGN_IN_MESSAGES as messages } from './sign-in.messages.js';
import { signInView } from './signing-in.js';

interface SignInProps {
  token: string;
  /** E-mail of whoever is signed in here; null when nobody is. */
  signedInAs?: string | null;
  /** The link does not work, and the person goes another way: asks for a new one, or stays signed in. */
  onGiveUp: () => void;
}

/** What a mailed link leads to: it says for whom the link is, and only a press of the button signs in. */
export function SignIn({ token, signedInAs = null, onGiveUp }: SignInProps) {
  const preview = useQuery(linkPreview(token));
  const signIn = useMutation({
    mutationFn: () => request<SignInLinkResponse>('POST', '/api/auth/link', { token } satisfies SignInLinkRequest),
    onSuccess: ({ nextUrl }) => location.assign(nextUrl),
  });
  const tryAgain = () => (signIn.isError ? signIn.mutate() : void preview.refetch());

  // While something is tried again, its last failure is no longer news.
  const error = (preview.isFetching ? null : preview.error) ?? signIn.error;
  const view = signInView(preview.data, error);
  return (
    <div className="grid gap-5">
      <StatusLine tone={view.state === 'failed' ? 'danger' : 'muted'}>
        {view.state === 'checking' && messages.checking}
        {view.state === 'expired' && messages.expired}
        {view.state === 'failed' && (view.message ?? messages.unreachable)}
        {view.state === 'ready' && (
          <>
            {messages.belongsTo} <strong className="font-semibold text-text">{view.maskedEmail}</strong>
          </>
        )}
      </StatusLine>
      {view.state === 'ready' && (
        <>
          <Button
            pending={signIn.isPending || signIn.isSuccess}
            pendingLabel={messages.pending}
            onClick={() => signIn.mutate()}
          >
            {messages.submit}
          </Button>
          <p className="text-sm text-muted">{signedInAs === null ? messages.hint : messages.switchHint(signedInAs)}</p>
        </>
      )}
      {view.state === 'expired' && (
        <>
          {signedInAs !== null && <p className="text-muted">{messages.goOn(signedInAs)}</p>}
          <Button onClick={onGiveUp}>{signedInAs === null ? messages.askAgain : messages.stay}</Button>
        </>
      )}
      {view.state === 'failed' && <Button onClick={tryAgain}>{messages.tryAgain}</Button>}
    </div>
  );
}
