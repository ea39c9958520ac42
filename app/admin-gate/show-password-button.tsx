import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';

interface ShowPasswordButtonProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

export function ShowPasswordButton({ isShown, onChange }: ShowPasswordButtonProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button variant="quiet" className="-mt-3 -ml-5 justify-self-start" onClick={() => onChange(!isShown)}>
      <Icon size={20} aria-hidden />
      {isShown ? GATE_MESSAGES.hide : GATE_MESSAGES.show}
    </Button>
  );
}
