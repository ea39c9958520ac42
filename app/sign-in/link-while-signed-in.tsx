import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../shared/ui/dialog.js';
import { linkPreview, linkUse } from './link-preview.js';
import { signInTokenOf } from './sign-in-fragment.js';
import { SIGN_IN_MESSAGES } from './sign-in.messages.js';
import { SignIn } from './sign-in.js';
import { useFragment } from './use-fragment.js';

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
  const { isFetched, data } = useQuery(linkPreview(token));
  const isOwnProof = data?.isSignedIn === true && !data.isEmailProven;
  // Whoever is signed in here need not press anything: programs that look at mails are not.
  useQuery({ ...linkUse(token), enabled: isOwnProof });
  return (
    <Dialog
      open={isFetched && !data?.isSignedIn}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={SIGN_IN_MESSAGES.title}
    >
      <SignIn token={token} signedInAs={email} onGiveUp={onClose} />
    </Dialog>
  );
}
