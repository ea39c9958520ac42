import { useMutation, useQuery } from '@tanstack/react-query';
import type { SignInLinkPreview, SignInLinkRequest, SignInLinkResponse } from '../../api/contract/resume.js';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { SIGN_IN_MESSAGES as messages } from './landing.messages.js';
import { signInView } from './signing-in.js';

interface SignInProps {
  token: string;
  onAskAgain: () => void;
}

/** What a mailed link leads to: it says for whom the link is, and only a press of the button signs in. */
export function SignIn({ token, onAskAgain }: SignInProps) {
  const body: SignInLinkRequest = { token };
  const preview = useQuery({
    queryKey: ['sign-in link', token],
    queryFn: () => request<SignInLinkPreview>('POST', '/api/auth/link/preview', body),
  });
  const signIn = useMutation({
    mutationFn: () => request<SignInLinkResponse>('POST', '/api/auth/link', body),
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
          <p className="text-sm text-muted">{messages.hint}</p>
        </>
      )}
      {view.state === 'expired' && <Button onClick={onAskAgain}>{messages.askAgain}</Button>}
      {view.state === 'failed' && <Button onClick={tryAgain}>{messages.tryAgain}</Button>}
    </div>
  );
}
