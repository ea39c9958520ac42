import { FIELD_MESSAGES as MESSAGES } from './admin.messages.js';
import type { Person } from './person.js';
import { EMAIL_FIELD, NAME_FIELD, photosField, textField, timeField } from './person-fields.js';
import type { SortField } from './sort-people.js';
import type { Column } from '../shared/ui/table/field.js';
import { DoneButton } from './done-button.js';

interface ReadyActions {
  onViewPhotos: (person: Person) => void;
  onDone: (person: Person, index: number) => void;
  onFailed: (written: string | null) => void;
}

/** The columns of 'Ready for processing' (SPEC 2). */
export function readyColumns({ onViewPhotos, onDone, onFailed }: ReadyActions): Column<Person, SortField>[] {
  return [
    [NAME_FIELD],
    [EMAIL_FIELD],
    [{ ...timeField(MESSAGES.mediaUploadCompleted, 'mediaUploadCompletedAt'), isWide: true }],
    [photosField(onViewPhotos)],
    [textField(MESSAGES.tag, ({ tag }) => (tag ? MESSAGES.yes : MESSAGES.no))],
    [textField(MESSAGES.instagram, ({ instagram }) => instagram)],
    [textField(MESSAGES.tiktok, ({ tiktok }) => tiktok)],
    [
      {
        heading: MESSAGES.actions,
        isAction: true,
        cell: (person, { describedBy, index }) => (
          <DoneButton
            person={person}
            describedBy={describedBy}
            onDone={() => onDone(person, index)}
            onFailed={onFailed}
          />
        ),
      },
    ],
  ];
}
