import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { StaffSession } from '../../api/contract/staff/staff.js';
import { INVALID_EMAIL } from '../../api/contract/common/wordings.js';
import { looksLikeEmail } from '../shared/text/email.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { failureText } from './failures.js';
import { GATE_MESSAGES, GATE_TEXTS, type StaffPage } from './gate.messages.js';
import { passkeyFailure } from './passkeys.js';
import { useMailedLink, usePasskeySignIn } from './staff-session.js';

const PASSKEY_TEXTS = { givenUp: GATE_MESSAGES.passkeyGivenUp, otherwise: GATE_MESSAGES.passkeyFailed };

interface AccountFormProps {
  page: StaffPage;
  onGranted: (session: StaffSession) => void;
}

/** Signs in producers who have accounts: by a link that is mailed to them, or by a passkey. */
export function AccountForm({ page, onGranted }: AccountFormProps) {
  const signIn = usePasskeySignIn();
  return (
    <>
      {/* Whoever has no passkey at hand does as they were told: then nothing is amiss any more. */}
      <MailedLink page={page} onSend={signIn.reset} />
      {browserSupportsWebAuthn() && <PasskeySignIn page={page} signIn={signIn} onGranted={onGranted} />}
    </>
  );
}

/** The page behind it comes back by itself, once the link is used in this browser. */
function MailedLink({ page, onSend }: { page: StaffPage; onSend: () => void }) {
  const [email, setEmail] = useState('');
  const [isSlip, setSlip] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, data, reset } = useMailedLink();

  useEffect(() => input.current?.focus(), []);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = looksLikeEmail(email);
    setSlip(!isWhole);
    onSend();
    if (isWhole) mutate({ email: email.trim(), page });
    else input.current?.focus();
  };
  const failure = error ? failureText(error, GATE_MESSAGES.unreachable) : undefined;
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <TextField
        ref={input}
        label={GATE_MESSAGES.email}
        type="email"
        autoComplete="email"
        required
        value={email}
        error={isSlip ? INVALID_EMAIL : failure}
        onChange={(event) => {
          setEmail(event.target.value);
          setSlip(false);
          reset();
        }}
      />
      <Button type="submit" pending={isPending} pendingLabel={GATE_MESSAGES.mailing}>
        {GATE_MESSAGES.mailLink}
      </Button>
      <StatusLine tone="good">{data && `${data.message} ${GATE_MESSAGES.opensByItself}`}</StatusLine>
    </form>
  );
}

interface PasskeySignInProps extends AccountFormProps {
  signIn: ReturnType<typeof usePasskeySignIn>;
}

function PasskeySignIn({ page, signIn, onGranted }: PasskeySignInProps) {
  const { mutateAsync, isPending, error } = signIn;
  const answer = async () => {
    let session: StaffSession;
    try {
      session = await mutateAsync();
    } catch {
      // Is written below the button.
      return;
    }
    toast(GATE_TEXTS[page].granted);
    onGranted(session);
  };
  return (
    <div className="grid gap-5 border-t border-line pt-6">
      <Button
        variant="outline"
        pending={isPending}
        pendingLabel={GATE_MESSAGES.usingPasskey}
        onClick={() => void answer()}
      >
        <KeyRound size={20} strokeWidth={1.75} aria-hidden />
        {GATE_MESSAGES.byPasskey}
      </Button>
      <StatusLine tone="danger">{error && passkeyFailure(error, PASSKEY_TEXTS)}</StatusLine>
    </div>
  );
}
