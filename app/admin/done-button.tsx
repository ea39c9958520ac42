import { Check } from 'lucide-react';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { Button } from '../shared/ui/button.js';
import { READY_MESSAGES as MESSAGES } from './admin.messages.js';
import { useMarkDone } from './participant-mutations.js';
import type { Person } from './person.js';

interface DoneButtonProps {
  person: Person;
  describedBy: string;
  onDone: () => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

/** Takes a person out of what is left to process. */
export function DoneButton({ person, describedBy, onDone, onFailed }: DoneButtonProps) {
  const { mutateAsync, isPending } = useMarkDone();
  const markDone = async () => {
    try {
      await mutateAsync({ userId: person.id, done: true });
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };
  return (
    <Button
      variant="outline"
      size="compact"
      className="pointer-coarse:min-h-12"
      aria-describedby={describedBy}
      pending={isPending}
      pendingLabel={MESSAGES.marking}
      onClick={() => void markDone()}
    >
      <Check size={18} aria-hidden />
      {MESSAGES.done}
    </Button>
  );
}
