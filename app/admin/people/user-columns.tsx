import { TRACKED_STEPS } from '../../../api/contract/interview/steps.js';
import { Button } from '../../shared/ui/button.js';
import {
  ALL_USERS_MESSAGES,
  ASK_ANEW_MESSAGES,
  CORRECT_MESSAGES,
  DELETE_MESSAGES,
  FIELD_MESSAGES as MESSAGES,
} from '../common/admin.messages.js';
import type { Person } from '../common/people.js';
import { EMAIL_FIELD, NAME_FIELD, photosField, stepField, timeField } from './person-fields.js';
import type { SortField } from '../common/people-view.js';
import type { Column, Field } from '../../shared/ui/table/field.js';
import { DoneButton } from './done-button.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { useSetPhotosNeeded } from '../common/people-requests.js';

interface UserActions {
  onViewPhotos: (person: Person) => void;
  onCorrect: (person: Person) => void;
  onNotDone: (person: Person) => void;
  onNotDoneFailed: (written: string | null) => void;
  onAskAnew: (person: Person, index: number) => void;
  onDelete: (person: Person, index: number) => void;
}

const STEP_COLUMNS = TRACKED_STEPS.map(({ column, field }) => [stepField(column, field)]);

const NAME_WITH_MARK: Field<Person, SortField> = {
  ...NAME_FIELD,
  cell: (person, context) => (
    <>
      {NAME_FIELD.cell(person, context)}
      {person.done && <span className="ml-2 font-normal text-good">{MESSAGES.isDone}</span>}
    </>
  ),
};

const PHOTOS_NEEDED: Field<Person, SortField> = {
  heading: MESSAGES.photosNeeded,
  cell: (person, { describedBy }) => <PhotosNeededSwitch person={person} describedBy={describedBy} />,
};

export function userColumns(actions: UserActions): Column<Person, SortField>[] {
  const { onViewPhotos, onCorrect, onNotDone, onNotDoneFailed, onAskAnew, onDelete } = actions;
  return [
    [NAME_WITH_MARK, EMAIL_FIELD],
    [timeField(MESSAGES.registered, 'createdAt')],
    ...STEP_COLUMNS,
    [timeField(MESSAGES.mediaUpload, 'mediaUploadCompletedAt')],
    [PHOTOS_NEEDED],
    [
      photosField(onViewPhotos),
      {
        heading: MESSAGES.actions,
        isAction: true,
        cell: (person, { describedBy, index }) => (
          <span className="inline-grid justify-items-start">
            <span className="inline-flex flex-wrap items-center gap-x-1 xl:flex-nowrap">
              <RowAction describedBy={describedBy} onClick={() => onCorrect(person)}>
                {CORRECT_MESSAGES.correct}
              </RowAction>
              {person.done && (
                <DoneButton
                  person={person}
                  describedBy={describedBy}
                  onDone={() => onNotDone(person)}
                  onFailed={onNotDoneFailed}
                />
              )}
              <RowAction describedBy={describedBy} onClick={() => onDelete(person, index)}>
                {DELETE_MESSAGES.delete}
              </RowAction>
            </span>
            {person.guardianDecides && (
              <RowAction
                className="text-left xl:max-w-36"
                describedBy={describedBy}
                onClick={() => onAskAnew(person, index)}
              >
                {ASK_ANEW_MESSAGES.ask}
              </RowAction>
            )}
          </span>
        ),
      },
    ],
  ];
}

interface RowActionProps {
  className?: string;
  describedBy: string;
  onClick: () => void;
  children: string;
}

function RowAction({ className = '', describedBy, onClick, children }: RowActionProps) {
  return (
    <Button
      variant="quiet"
      size="compact"
      className={`px-2 ${className}`}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface PhotosNeededSwitchProps {
  person: Person;
  describedBy: string;
}

/** Whether the interview asks this person for photos. Shows the new state at once, and the old one if it is refused. */
function PhotosNeededSwitch({ person, describedBy }: PhotosNeededSwitchProps) {
  const { mutate, isPending, variables } = useSetPhotosNeeded();
  const isNeeded = isPending ? variables.photosNeeded : person.photosNeeded;
  const change = (photosNeeded: boolean) => {
    if (isPending) return;
    mutate({ userId: person.id, photosNeeded }, { onError: tellRefused });
  };
  return (
    <label className="inline-flex min-h-11 items-center gap-2 compact:min-h-8 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        role="switch"
        aria-label={MESSAGES.photosNeeded}
        aria-describedby={describedBy}
        checked={isNeeded}
        aria-checked={isNeeded}
        aria-busy={isPending || undefined}
        className="h-6 w-10 flex-none appearance-none rounded-full border border-edge bg-ground p-[3px] before:block before:size-4 before:rounded-full before:bg-edge checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
        onChange={(event) => change(event.target.checked)}
      />
      <span aria-hidden>{isNeeded ? MESSAGES.yes : MESSAGES.no}</span>
    </label>
  );
}

function tellRefused(error: unknown): void {
  tellFailure(error, ALL_USERS_MESSAGES.changeFailed, ALL_USERS_MESSAGES.changeFailedHint);
}
