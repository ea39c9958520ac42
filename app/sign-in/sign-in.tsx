import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../shared/ui/button.js';
import { Dialog } from '../shared/ui/dialog.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useFragment } from '../shared/ui/use-fragment.js';
import { useLeaving } from '../shared/ui/use-leaving.js';
import { signInLinkPreview, linkUse, openLink, signInTokenOf, signInView } from './sign-in-link.js';
import { SIGN_IN_MESSAGES as TEXT } from './sign-in.messages.js';

interface SignInProps {
  token: string;
  /** E-mail of whoever is signed in here; null when nobody is. */
  signedInAs?: string | null;
  /** The link does not work, and the person goes another way: asks for a new one, or stays signed in. */
  onGiveUp: () => void;
}

/** What a mailed link leads to: it says for whom the link is, and only a press of the button signs in. */
export function SignIn({ token, signedInAs = null, onGiveUp }: SignInProps) {
  const preview = useQuery(signInLinkPreview(token));
  const { isLeaving, leaveFor } = useLeaving();
  const signIn = useMutation({
    mutationFn: () => openLink(token),
    onSuccess: ({ nextUrl }) => leaveFor(nextUrl),
  });
  const tryAgain = () => (signIn.isError ? signIn.mutate() : void preview.refetch());

  // While something is tried again, its last failure is no longer news.
  const error = (preview.isFetching ? null : preview.error) ?? signIn.error;
  const view = signInView(preview.data, error);
  return (
    <div className="grid gap-5">
      <StatusLine tone={view.state === 'failed' ? 'danger' : 'muted'}>
        {view.state === 'checking' && TEXT.checking}
        {view.state === 'expired' && TEXT.expired}
        {view.state === 'failed' && (view.message ?? TEXT.unreachable)}
        {view.state === 'ready' && (
          <>
            {TEXT.belongsTo} <strong className="font-semibold text-text">{view.maskedEmail}</strong>
          </>
        )}
      </StatusLine>
      {view.state === 'ready' && (
        <>
          <Button pending={signIn.isPending || isLeaving} pendingLabel={TEXT.pending} onClick={() => signIn.mutate()}>
            {TEXT.submit}
          </Button>
          <p className="text-sm text-muted">{signedInAs === null ? TEXT.hint : TEXT.switchHint(signedInAs)}</p>
        </>
      )}
      {view.state === 'expired' && (
        <>
          {signedInAs !== null && <p className="text-muted">{TEXT.goOn(signedInAs)}</p>}
          <Button onClick={onGiveUp}>{signedInAs === null ? TEXT.askAgain : TEXT.stay}</Button>
        </>
      )}
      {view.state === 'failed' && <Button onClick={tryAgain}>{TEXT.tryAgain}</Button>}
    </div>
  );
}

/** A mailed link that is opened where somebody is signed in. Nothing is asked of the person whose link it is. */
export function LinkWhileSignedIn({ email }: { email: string }) {
  const [token, setToken] = useState<string | null>(null);
  useFragment((fragment) => {
    const found = signInTokenOf(fragment);
    if (found !== null) setToken(found);
    return found !== null;
  });
  return token !== null && <LinkOfSomebody key={token} token={token} email={email} onClose={() => setToken(null)} />;
}

function LinkOfSomebody({ token, email, onClose }: { token: string; email: string; onClose: () => void }) {
  const { isFetched, data } = useQuery(signInLinkPreview(token));
  const isOwnProof = data?.isSignedIn === true && !data.isEmailProven;
  // Whoever is signed in here need not press anything: programs that look at mails are not.
  useQuery({ ...linkUse(token), enabled: isOwnProof });
  return (
    <Dialog open={isFetched && !data?.isSignedIn} onOpenChange={(isOpen) => !isOpen && onClose()} title={TEXT.title}>
      <SignIn token={token} signedInAs={email} onGiveUp={onClose} />
    </Dialog>
  );
}
