import { useId, useState } from 'react';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { READY_MESSAGES as MESSAGES } from './admin.messages.js';
import { TABLE_MESSAGES } from '../shared/ui/table/table.messages.js';
import type { Person } from './person.js';
import { readyPeople } from './ready-people.js';
import { PagedRows } from '../shared/ui/table/paged-rows.js';
import { TitledSection, type Written } from './titled-section.js';
import { readyColumns } from './ready-columns.js';

interface ReadySectionProps {
  people: readonly Person[];
  onViewPhotos: (person: Person) => void;
}

/** Who waits for the team, the longest waiting first. */
export function ReadySection({ people, onViewPhotos }: ReadySectionProps) {
  const headingId = useId();
  const [page, setPage] = useState(0);
  const [written, setWritten] = useState<Written | null>(null);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  const ready = readyPeople(people);

  const onDone = ({ name }: Person, index: number) => {
    const text = MESSAGES.marked(name);
    setWritten({ tone: 'good', text });
    toast({ title: text });
    focusAt(index);
  };
  const onFailed = (text: string | null) => setWritten(text === null ? null : { tone: 'danger', text });

  return (
    <TitledSection
      headingId={headingId}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(ready.length, ready.length)}
      isEmpty={ready.length === 0}
      headingRef={fallback}
      written={written}
    >
      <PagedRows
        labelledBy={headingId}
        heading={MESSAGES.heading}
        columns={readyColumns({ onViewPhotos, onDone, onFailed })}
        rows={ready}
        page={page}
        onPage={setPage}
        listRef={list}
        focusAt={focusAt}
      />
    </TitledSection>
  );
}
