import { useDeferredValue, useMemo, useReducer, useState } from 'react';
import { withBehind } from '../../admin-gate/gate.messages.js';
import { ALL_USERS_MESSAGES as MESSAGES, ASK_ANEW_MESSAGES, DELETE_MESSAGES } from '../common/admin.messages.js';
import { TABLE_MESSAGES } from '../../shared/ui/table/table.messages.js';
import { changeView, FIRST_VIEW, NO_FILTER, viewedPeople } from '../common/people-view.js';
import type { Person } from '../common/people.js';
import { AskAnewDialog } from './ask-anew-dialog.js';
import { CorrectDialog } from './correct-dialog.js';
import { DeleteDialog } from '../common/delete-dialog.js';
import { useDeleteUser } from '../common/people-requests.js';
import { PagedRows } from '../../shared/ui/table/paged-rows.js';
import { ListSection, NoneFound, useListSection } from '../../shared/ui/table/list-section.js';
import { PeopleControls } from './people-controls.js';
import { briefOf } from './person-fields.js';
import { userColumns } from './user-columns.js';

interface AllUsersSectionProps {
  people: readonly Person[];
  onViewPhotos: (person: Person) => void;
}

/** Everybody who has registered, how far they are, and what can be done about them. */
export function AllUsersSection({ people, onViewPhotos }: AllUsersSectionProps) {
  const [view, change] = useReducer(changeView, FIRST_VIEW);
  const [leaving, setLeaving] = useState<{ person: Person; index: number } | null>(null);
  const [correcting, setCorrecting] = useState<Person | null>(null);
  const [asking, setAsking] = useState<{ person: Person; index: number } | null>(null);
  const deletion = useDeleteUser();
  const { section, list, focusAt, tellDone, tellFailed } = useListSection();
  // Typing goes on while thousands of people are searched.
  const filter = useDeferredValue(view.filter);
  const { sorting } = view;
  const shown = useMemo(() => viewedPeople(people, filter, sorting), [people, filter, sorting]);

  const onDeleted = ({ person, index }: { person: Person; index: number }, isBehind: boolean) => {
    tellDone(withBehind(DELETE_MESSAGES.deleted(person.name), isBehind), index);
  };
  const onCorrected = (text: string) => {
    setCorrecting(null);
    tellDone(text);
  };

  return (
    <ListSection
      {...section}
      texts={MESSAGES}
      count={TABLE_MESSAGES.count(shown.length, people.length)}
      isEmpty={people.length === 0}
    >
      <PeopleControls view={view} onChange={change} />
      {shown.length > 0 ? (
        <PagedRows
          labelledBy={section.headingId}
          heading={MESSAGES.heading}
          columns={userColumns({
            onViewPhotos,
            onCorrect: setCorrecting,
            onNotDone: ({ name }) => tellDone(MESSAGES.notDoneAnyMore(name)),
            onNotDoneFailed: tellFailed,
            onAskAnew: (person, index) => setAsking({ person, index }),
            onDelete: (person, index) => setLeaving({ person, index }),
          })}
          rows={shown}
          brief={briefOf}
          sorting={{ ...sorting, onSort: (by) => change({ type: 'heading', by }) }}
          page={view.page}
          onPage={(page) => change({ type: 'page', page })}
          listRef={list}
          focusAt={focusAt}
        />
      ) : (
        <NoneFound texts={MESSAGES} onShowAll={() => change({ type: 'filter', filter: NO_FILTER })} />
      )}
      {correcting && (
        <CorrectDialog
          key={correcting.id}
          person={correcting}
          onClose={() => setCorrecting(null)}
          onDone={onCorrected}
        />
      )}
      {asking && (
        <AskAnewDialog
          person={asking.person}
          onClose={() => setAsking(null)}
          onDone={() => tellDone(ASK_ANEW_MESSAGES.asked(asking.person.name), asking.index)}
          onFailed={tellFailed}
        />
      )}
      {leaving && (
        <DeleteDialog
          texts={DELETE_MESSAGES}
          description={DELETE_MESSAGES.hint(leaving.person.name, leaving.person.email)}
          deletion={deletion}
          subject={leaving.person.id}
          onClose={() => setLeaving(null)}
          onDone={(isBehind) => onDeleted(leaving, isBehind)}
          onFailed={tellFailed}
        />
      )}
    </ListSection>
  );
}
