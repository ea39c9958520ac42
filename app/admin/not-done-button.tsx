import { tellFailure } from '../admin-gate/tell-failure.js';
import { Button } from '../shared/ui/button.js';
import { ALL_USERS_MESSAGES as MESSAGES, READY_MESSAGES } from './admin.messages.js';
import { useMarkDone } from './participant-mutations.js';
import type { Person } from './person.js';

interface NotDoneButtonProps {
  person: Person;
  describedBy: string;
  onDone: () => void;
  onFailed: (written: string | null) => void;
}

/** Takes Done back: the person waits for the team again. */
export function NotDoneButton({ person, describedBy, onDone, onFailed }: NotDoneButtonProps) {
  const { mutateAsync, isPending } = useMarkDone();
  const takeBack = async () => {
    try {
      await mutateAsync({ userId: person.id, done: false });
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.notDoneFailed, READY_MESSAGES.failedHint));
    }
  };
  return (
    <Button
      variant="quiet"
      size="compact"
      className="px-2 whitespace-nowrap pointer-coarse:min-h-12"
      aria-describedby={describedBy}
      pending={isPending}
      pendingLabel={READY_MESSAGES.marking}
      onClick={() => void takeBack()}
    >
      {MESSAGES.notDone}
    </Button>
  );
}
