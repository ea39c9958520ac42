import { tellFailure } from '../admin-gate/tell-failure.js';
import { ALL_USERS_MESSAGES, FIELD_MESSAGES } from './admin.messages.js';
import { useSetPhotosNeeded } from './participant-mutations.js';
import type { Person } from './person.js';

interface PhotosNeededSwitchProps {
  person: Person;
  describedBy: string;
}

/** Whether the interview asks this person for photos. Shows the new state at once, and the old one if it is refused. */
export function PhotosNeededSwitch({ person, describedBy }: PhotosNeededSwitchProps) {
  const { mutate, isPending, variables } = useSetPhotosNeeded();
  const isNeeded = isPending ? variables.photosNeeded : person.photosNeeded;
  const change = (photosNeeded: boolean) => {
    if (isPending) return;
    mutate({ userId: person.id, photosNeeded }, { onError: tellRefused });
  };
  return (
    <label className="inline-flex min-h-10 items-center gap-2 pointer-coarse:min-h-12">
      <input
        type="checkbox"
        role="switch"
        aria-label={FIELD_MESSAGES.photosNeeded}
        aria-describedby={describedBy}
        checked={isNeeded}
        aria-checked={isNeeded}
        className="h-6 w-10 flex-none appearance-none rounded-full border border-edge bg-ground p-[3px] before:block before:size-4 before:rounded-full before:bg-edge checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
        onChange={(event) => change(event.target.checked)}
      />
      <span aria-hidden>{isNeeded ? FIELD_MESSAGES.yes : FIELD_MESSAGES.no}</span>
    </label>
  );
}

function tellRefused(error: unknown): void {
  tellFailure(error, ALL_USERS_MESSAGES.changeFailed, ALL_USERS_MESSAGES.changeFailedHint);
}
