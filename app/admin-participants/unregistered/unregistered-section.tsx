import { useId, useState } from 'react';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { FIELD_MESSAGES, TABLE_MESSAGES, UNREGISTERED_MESSAGES as MESSAGES } from '../admin-participants.messages.js';
import type { PhotoOwner } from '../people/person.js';
import { photosField } from '../people/person-fields.js';
import type { SortField } from '../people/sort-people.js';
import type { Field } from '../table/field.js';
import { PagedRows } from '../table/paged-rows.js';
import { TitledSection } from '../titled-section.js';

type Row = PhotoOwner & { id: string };

const EMAIL: Field<Row, SortField> = {
  heading: FIELD_MESSAGES.email,
  cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
};

interface UnregisteredSectionProps {
  owners: readonly PhotoOwner[];
  onViewPhotos: (owner: PhotoOwner) => void;
}

/** What came through the public page and belongs to no user: nothing that was sent stays unseen. */
export function UnregisteredSection({ owners, onViewPhotos }: UnregisteredSectionProps) {
  const headingId = useId();
  const [page, setPage] = useState(0);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const columns = [[EMAIL], [photosField<Row>(onViewPhotos)]];
  return (
    <TitledSection
      headingId={headingId}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(owners.length, owners.length)}
      isEmpty={owners.length === 0}
      headingRef={fallback}
    >
      <p className="-mt-2 mb-4 text-muted">{MESSAGES.emptyHint}</p>
      <PagedRows
        labelledBy={headingId}
        heading={MESSAGES.heading}
        columns={columns}
        rows={owners.map((owner) => ({ ...owner, id: owner.email }))}
        page={page}
        onPage={setPage}
        listRef={list}
        focusAt={focusAt}
      />
    </TitledSection>
  );
}
