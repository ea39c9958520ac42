import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { NAME_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { StaffSession } from '../../api/contract/staff/staff.js';
import { Button } from '../shared/ui/button.js';
import { TextField } from '../shared/ui/text-field.js';
import { toast } from '../shared/ui/toast-store.js';
import { GATE_MESSAGES, type GateTexts } from './gate.messages.js';
import { keepProducerName, readProducerName } from '../shared/drafts/producer-name.js';
import { toRefusal } from './failures.js';
import { useSignIn } from './staff-session.js';
interface PasswordFormProps {
  texts: GateTexts;
  onGranted: (session: StaffSession) => void;
}

/** Asks for the staff password. A refusal shows the page's toast and stays written at the field. */
export function PasswordForm({ texts, onGranted }: PasswordFormProps) {
  const [name, setName] = useState(readProducerName);
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending, error } = useSignIn();

  useEffect(() => input.current?.focus(), []);

  const signIn = async () => {
    try {
      const session = await mutateAsync({ password, name: name.trim() });
      keepProducerName(name.trim());
      toast(texts.granted);
      onGranted(session);
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
        label={GATE_MESSAGES.name}
        hint={GATE_MESSAGES.nameHint}
        autoComplete="name"
        maxLength={NAME_MAX_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
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

interface ShowPasswordButtonProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

function ShowPasswordButton({ isShown, onChange }: ShowPasswordButtonProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button variant="quiet" className="-mt-3 -ml-4 justify-self-start px-4" onClick={() => onChange(!isShown)}>
      <Icon size={20} aria-hidden />
      {isShown ? GATE_MESSAGES.hide : GATE_MESSAGES.show}
    </Button>
  );
}
