import { Button } from '../shared/ui/button.js';
import { DELETE_UPLOADS_MESSAGES, FIELD_MESSAGES } from './admin.messages.js';
import { photosField } from './person-fields.js';
import type { PhotoOwner } from './person.js';
import type { SortField } from './sort-people.js';
import type { Column } from '../shared/ui/table/field.js';

export type UnregisteredRow = PhotoOwner & { id: string };

interface UploadActions {
  onViewPhotos: (owner: PhotoOwner) => void;
  onDelete: (owner: PhotoOwner, index: number) => void;
}

export function unregisteredColumns({ onViewPhotos, onDelete }: UploadActions): Column<UnregisteredRow, SortField>[] {
  return [
    [{ heading: FIELD_MESSAGES.email, cell: ({ email }) => <span className="wrap-anywhere">{email}</span> }],
    [photosField<UnregisteredRow>(onViewPhotos)],
    [
      {
        heading: FIELD_MESSAGES.actions,
        isAction: true,
        cell: (owner, { describedBy, index }) => (
          <Button
            variant="quiet"
            size="compact"
            className="px-2 pointer-coarse:min-h-12"
            aria-describedby={describedBy}
            onClick={() => onDelete(owner, index)}
          >
            {DELETE_UPLOADS_MESSAGES.delete}
          </Button>
        ),
      },
    ],
  ];
}
