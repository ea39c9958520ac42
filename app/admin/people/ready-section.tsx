import { useState } from 'react';
import { FIELD_MESSAGES, READY_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { TABLE_MESSAGES } from '../../shared/ui/table/table.messages.js';
import type { Person } from '../common/people.js';
import { PagedRows } from '../../shared/ui/table/paged-rows.js';
import { ListSection, useListSection } from '../../shared/ui/table/list-section.js';
import { EMAIL_FIELD, NAME_FIELD, photosField, textField, timeField, waitOf } from './person-fields.js';
import { readyPeople, type SortField } from '../common/people-view.js';
import type { Column } from '../../shared/ui/table/field.js';
import { DoneButton } from './done-button.js';

interface ReadySectionProps {
  people: readonly Person[];
  onViewPhotos: (person: Person) => void;
}

/** Who waits for the team, the longest waiting first. */
export function ReadySection({ people, onViewPhotos }: ReadySectionProps) {
  const [page, setPage] = useState(0);
  const { section, list, focusAt, tellDone, tellFailed } = useListSection();
  const ready = readyPeople(people);

  return (
    <ListSection
      {...section}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(ready.length, ready.length)}
      isEmpty={ready.length === 0}
    >
      <PagedRows
        labelledBy={section.headingId}
        heading={MESSAGES.heading}
        columns={readyColumns({
          onViewPhotos,
          onDone: ({ name }, index) => tellDone(MESSAGES.marked(name), index),
          onFailed: tellFailed,
        })}
        rows={ready}
        brief={waitOf}
        page={page}
        onPage={setPage}
        listRef={list}
        focusAt={focusAt}
      />
    </ListSection>
  );
}

interface ReadyActions {
  onViewPhotos: (person: Person) => void;
  onDone: (person: Person, index: number) => void;
  onFailed: (written: string | null) => void;
}

function readyColumns({ onViewPhotos, onDone, onFailed }: ReadyActions): Column<Person, SortField>[] {
  return [
    [NAME_FIELD],
    [EMAIL_FIELD],
    [{ ...timeField(FIELD_MESSAGES.mediaUploadCompleted, 'mediaUploadCompletedAt'), isWide: true }],
    [photosField(onViewPhotos)],
    [textField(FIELD_MESSAGES.tag, ({ tag }) => (tag ? FIELD_MESSAGES.yes : FIELD_MESSAGES.no))],
    [textField(FIELD_MESSAGES.instagram, ({ instagram }) => instagram)],
    [textField(FIELD_MESSAGES.tiktok, ({ tiktok }) => tiktok)],
    [
      {
        heading: FIELD_MESSAGES.actions,
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
