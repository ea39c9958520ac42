import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import type { GateTexts } from './gate-texts.js';
import { toRefusal } from './refusal.js';
import { ShowPasswordButton } from './show-password-button.js';
import { useSignIn } from './use-staff-session.js';

interface PasswordFormProps {
  texts: GateTexts;
  onGranted?: () => void;
}

/** Asks for the staff password. A refusal shows the page's toast and stays written at the field. */
export function PasswordForm({ texts, onGranted }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending, error } = useSignIn();

  useEffect(() => input.current?.focus(), []);

  const signIn = async () => {
    try {
      await mutateAsync({ password });
      toast(texts.granted);
      onGranted?.();
    } catch (failure) {
      if (toRefusal(failure, texts).isRefused) toast({ ...texts.wrongPassword, variant: 'destructive' });
      input.current?.select();
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void signIn();
  };

  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      <TextField
        ref={input}
        label={GATE_MESSAGES.password}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        value={password}
        error={error ? toRefusal(error, texts).written : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      {texts.canShowPassword && <ShowPasswordButton isShown={isShown} onChange={setIsShown} />}
      <Button type="submit" pending={isPending} pendingLabel={GATE_MESSAGES.signingIn}>
        {GATE_MESSAGES.signIn}
      </Button>
    </form>
  );
}
