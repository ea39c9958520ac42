import { useId, useState } from 'react';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { DELETE_UPLOADS_MESSAGES, UNREGISTERED_MESSAGES as MESSAGES } from './admin.messages.js';
import { TABLE_MESSAGES } from '../shared/ui/table/table.messages.js';
import { DeleteDialog } from './delete-dialog.js';
import { useDeleteUploads } from './participant-mutations.js';
import type { PhotoOwner } from './person.js';
import { PagedRows } from '../shared/ui/table/paged-rows.js';
import { TitledSection, type Written } from './titled-section.js';
import { unregisteredColumns } from './unregistered-columns.js';

interface UnregisteredSectionProps {
  owners: readonly PhotoOwner[];
  onViewPhotos: (owner: PhotoOwner) => void;
}

/** What came through the public page and belongs to no user: nothing that was sent stays unseen, or has to stay. */
export function UnregisteredSection({ owners, onViewPhotos }: UnregisteredSectionProps) {
  const headingId = useId();
  const [page, setPage] = useState(0);
  const [leaving, setLeaving] = useState<{ owner: PhotoOwner; index: number } | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const deletion = useDeleteUploads();
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  // Once everything is deleted, what was done stays written.
  if (owners.length === 0 && leaving === null && written === null) return null;

  const onDone = ({ owner, index }: { owner: PhotoOwner; index: number }) => {
    const text = DELETE_UPLOADS_MESSAGES.deleted(owner.email);
    setLeaving(null);
    setWritten({ tone: 'good', text });
    toast({ title: text });
    focusAt(index);
  };
  const onFailed = (text: string | null) => {
    setLeaving(null);
    setWritten(text === null ? null : { tone: 'danger', text });
  };
  return (
    <TitledSection
      headingId={headingId}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(owners.length, owners.length)}
      isEmpty={owners.length === 0}
      headingRef={fallback}
      written={written}
    >
      <p className="-mt-2 mb-4 text-muted">{MESSAGES.emptyHint}</p>
      <PagedRows
        labelledBy={headingId}
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
          onDone={() => onDone(leaving)}
          onFailed={onFailed}
        />
      )}
    </TitledSection>
  );
}
