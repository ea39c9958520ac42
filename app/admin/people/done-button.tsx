import { Check } from 'lucide-react';
import { tellFailure } from '../../admin-gate/failures.js';
import { Button } from '../../shared/ui/button.js';
import { ALL_USERS_MESSAGES, READY_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { useMarkDone } from '../common/people-requests.js';
import type { Person } from '../common/people.js';

interface DoneButtonProps {
  person: Person;
  describedBy: string;
  onDone: () => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

/** Done for whoever waits for the team; for whoever is done the way back, and they wait again. */
export function DoneButton({ person, describedBy, onDone, onFailed }: DoneButtonProps) {
  const { mutateAsync, isPending } = useMarkDone();
  const failed = person.done ? ALL_USERS_MESSAGES.notDoneFailed : MESSAGES.failed;
  const change = async () => {
    try {
      await mutateAsync({ userId: person.id, done: !person.done });
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, failed, MESSAGES.failedHint));
    }
  };
  return (
    <Button
      variant={person.done ? 'quiet' : 'outline'}
      size="compact"
      className={person.done ? 'px-2 whitespace-nowrap' : ''}
      aria-describedby={describedBy}
      pending={isPending}
      pendingLabel={MESSAGES.marking}
      onClick={() => void change()}
    >
      {!person.done && <Check size={18} aria-hidden />}
      {person.done ? ALL_USERS_MESSAGES.notDone : MESSAGES.done}
    </Button>
  );
}
