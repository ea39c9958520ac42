import { useState } from 'react';
import {
  DELETE_UPLOADS_MESSAGES,
  FIELD_MESSAGES,
  UNREGISTERED_MESSAGES as MESSAGES,
} from '../common/admin.messages.js';
import { TABLE_MESSAGES } from '../../shared/ui/table/table.messages.js';
import { DeleteDialog } from '../common/delete-dialog.js';
import { useDeleteUploads } from '../common/people-requests.js';
import type { PhotoOwner } from '../common/people.js';
import { PagedRows } from '../../shared/ui/table/paged-rows.js';
import { ListSection, useListSection } from '../../shared/ui/table/list-section.js';
import { Button } from '../../shared/ui/button.js';
import { photosField } from './person-fields.js';
import type { SortField } from '../common/people-view.js';
import type { Column } from '../../shared/ui/table/field.js';

interface UnregisteredSectionProps {
  owners: readonly PhotoOwner[];
  onViewPhotos: (owner: PhotoOwner) => void;
}

/** What came through the public page and belongs to no user: nothing that was sent stays unseen, or has to stay. */
export function UnregisteredSection({ owners, onViewPhotos }: UnregisteredSectionProps) {
  const [page, setPage] = useState(0);
  const [leaving, setLeaving] = useState<{ owner: PhotoOwner; index: number } | null>(null);
  const deletion = useDeleteUploads();
  const { section, list, focusAt, tellDone, tellFailed } = useListSection();
  // Once everything is deleted, what was done stays written.
  if (owners.length === 0 && leaving === null && !section.written) return null;

  return (
    <ListSection
      {...section}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(owners.length, owners.length)}
      isEmpty={owners.length === 0}
    >
      <p className="-mt-2 mb-4 text-muted">{MESSAGES.emptyHint}</p>
      <PagedRows
        labelledBy={section.headingId}
        heading={MESSAGES.heading}
        columns={unregisteredColumns({ onViewPhotos, onDelete: (owner, index) => setLeaving({ owner, index }) })}
        rows={owners.map((owner) => ({ ...owner, id: owner.email }))}
        page={page}
        onPage={setPage}
        listRef={list}
        focusAt={focusAt}
      />
      {leaving && (
        <DeleteDialog
          texts={DELETE_UPLOADS_MESSAGES}
          description={DELETE_UPLOADS_MESSAGES.hint(leaving.owner.email)}
          deletion={deletion}
          subject={leaving.owner.photosPath}
          onClose={() => setLeaving(null)}
          onDone={() => tellDone(DELETE_UPLOADS_MESSAGES.deleted(leaving.owner.email), leaving.index)}
          onFailed={tellFailed}
        />
      )}
    </ListSection>
  );
}

type UnregisteredRow = PhotoOwner & { id: string };

interface UploadActions {
  onViewPhotos: (owner: PhotoOwner) => void;
  onDelete: (owner: PhotoOwner, index: number) => void;
}

function unregisteredColumns({ onViewPhotos, onDelete }: UploadActions): Column<UnregisteredRow, SortField>[] {
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
            className="px-2"
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
