import { INTERVIEW_STEPS } from '../../api/contract/steps.js';
import { Button } from '../shared/ui/button.js';
import { CORRECT_MESSAGES, DELETE_MESSAGES, FIELD_MESSAGES as MESSAGES } from './admin.messages.js';
import type { Person } from './person.js';
import { EMAIL_FIELD, NAME_FIELD, photosField, timeField } from './person-fields.js';
import type { SortField } from './sort-people.js';
import type { Column, Field } from '../shared/ui/table/field.js';
import { NotDoneButton } from './not-done-button.js';
import { PhotosNeededSwitch } from './photos-needed-switch.js';

interface UserActions {
  onViewPhotos: (person: Person) => void;
  onCorrect: (person: Person) => void;
  onNotDone: (person: Person) => void;
  onNotDoneFailed: (written: string | null) => void;
  onDelete: (person: Person, index: number) => void;
}

const STEP_COLUMNS = INTERVIEW_STEPS.map(({ column, field }) => [timeField(column, field)]);

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

/** The columns of 'All Users' (SPEC 2). */
export function userColumns(actions: UserActions): Column<Person, SortField>[] {
  const { onViewPhotos, onCorrect, onNotDone, onNotDoneFailed, onDelete } = actions;
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
          <span className="inline-flex flex-wrap items-center gap-x-1">
            <Button
              variant="quiet"
              size="compact"
              className="px-2 pointer-coarse:min-h-12"
              aria-describedby={describedBy}
              onClick={() => onCorrect(person)}
            >
              {CORRECT_MESSAGES.correct}
            </Button>
            {person.done && (
              <NotDoneButton
                person={person}
                describedBy={describedBy}
                onDone={() => onNotDone(person)}
                onFailed={onNotDoneFailed}
              />
            )}
            <Button
              variant="quiet"
              size="compact"
              className="px-2 pointer-coarse:min-h-12"
              aria-describedby={describedBy}
              onClick={() => onDelete(person, index)}
            >
              {DELETE_MESSAGES.delete}
            </Button>
          </span>
        ),
      },
    ],
  ];
}
