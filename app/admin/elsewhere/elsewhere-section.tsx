import { useState } from 'react';
import type { PlaceElsewhere, RemovalElsewhere } from '../../../api/contract/staff/elsewhere.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { Select } from '../../shared/ui/select.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { useRowFocus } from '../../shared/ui/use-row-focus.js';
import { ListSection, ListState, useListSection } from '../../shared/ui/table/list-section.js';
import { AddPlace } from './add-place.js';
import { RemoveDialog } from '../common/delete-dialog.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import { useElsewhere, usePlacesOfStory, useRemovePlace } from './elsewhere-requests.js';
import type { Person } from '../common/people.js';
import { sortPeople } from '../common/people-view.js';
import { SettleDialog } from './settle-dialog.js';

export interface TellProps {
  onDone: (text: string) => void;
  onFailed: (written: string | null) => void;
}

const ROW = 'grid items-center gap-x-6 gap-y-1 border-b border-line py-2.5';

/** Where stories stand outside of this server, and what has to be removed there. */
export function ElsewhereSection({ people }: { people: readonly Person[] }) {
  const query = useElsewhere();
  const { data } = query;
  const { section, list, tellDone, tellFailed } = useListSection();
  const [settling, setSettling] = useState<{ removal: RemovalElsewhere; index: number } | null>(null);
  const removals = data?.removals ?? [];
  const open = removals.filter(({ settled }) => settled === null);
  const settled = removals.filter((removal) => removal.settled !== null);
  const tell: TellProps = { onDone: (text) => tellDone(text), onFailed: tellFailed };
  return (
    <ListSection
      {...section}
      isSeldom
      texts={MESSAGES}
      count={open.length > 0 ? MESSAGES.open(open.length) : ''}
      isEmpty={false}
    >
      {open.length > 0 ? (
        <ol ref={list} aria-label={MESSAGES.toDo} className="border-t border-line text-sm tabular-nums">
          {open.map((removal, index) => (
            <OpenRemoval key={removal.id} removal={removal} onSettle={() => setSettling({ removal, index })} />
          ))}
        </ol>
      ) : (
        <ListState query={query} texts={MESSAGES} />
      )}
      {data && (
        <div className="mt-6 grid gap-6">
          {settled.length > 0 && <Settled removals={settled} />}
          <Places places={data.places} {...tell} />
          <PlacesOfStory people={people} />
          <AddPlace people={people} {...tell} />
        </div>
      )}
      {settling && (
        <SettleDialog
          removal={settling.removal}
          onClose={() => setSettling(null)}
          onDone={(text) => {
            setSettling(null);
            tellDone(text, settling.index);
          }}
        />
      )}
    </ListSection>
  );
}

function OpenRemoval({ removal, onSettle }: { removal: RemovalElsewhere; onSettle: () => void }) {
  const { id, kind, place, address, cause, person, askedAt } = removal;
  const titleId = `removal-${id}`;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`${ROW} sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)_7rem]`}
    >
      <span id={titleId} className="wrap-anywhere max-sm:font-semibold">
        {place}
        <span className="block font-normal text-muted">{MESSAGES.kinds[kind]}</span>
      </span>
      <span className="wrap-anywhere">
        {MESSAGES.causes[cause]}
        {address !== null && <span className="block text-muted">{address}</span>}
        {kind === 'export' && <span className="block text-muted">{MESSAGES.exportHint}</span>}
      </span>
      <span className="wrap-anywhere">
        {MESSAGES.whose(person?.name ?? null)}
        <span className="block text-muted">{MESSAGES.asked(shortDateTime(askedAt))}</span>
      </span>
      <Button
        variant="outline"
        size="compact"
        className="justify-self-start sm:justify-self-end"
        aria-describedby={titleId}
        onClick={onSettle}
      >
        {MESSAGES.settle}
      </Button>
    </li>
  );
}

function Settled({ removals }: { removals: RemovalElsewhere[] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 compact:min-h-8">{MESSAGES.settled}</summary>
      <ol aria-label={MESSAGES.settled} className="border-t border-line text-sm tabular-nums">
        {removals.map(({ id, place, person, settled }) => (
          <li key={id} className={`${ROW} sm:grid-cols-4`}>
            <span className="wrap-anywhere">{place}</span>
            <span className="wrap-anywhere">
              {settled && MESSAGES.outcomes[settled.outcome]}
              {settled?.note && <span className="block text-muted">{settled.note}</span>}
            </span>
            <span className="wrap-anywhere">{MESSAGES.whose(person?.name ?? null)}</span>
            <span className="wrap-anywhere text-muted">
              {settled && `${shortDateTime(settled.at)}, ${MESSAGES.by(settled.by)}`}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Places({ places, onDone, onFailed }: TellProps & { places: PlaceElsewhere[] }) {
  const { fallback, list, keepFocusAt } = useRowFocus<HTMLHeadingElement>();
  return (
    <div>
      <h3 ref={fallback} tabIndex={-1} className="mb-2 font-sans text-base font-semibold outline-none">
        {MESSAGES.places}
      </h3>
      {places.length === 0 && <p className="text-muted">{MESSAGES.noPlaces}</p>}
      {places.length > 0 && (
        <ul ref={list} aria-label={MESSAGES.places} className="border-t border-line text-sm tabular-nums">
          {places.map((place, index) => (
            <PlaceItem
              key={place.id}
              place={place}
              onDone={(text) => {
                onDone(text);
                keepFocusAt(index);
              }}
              onFailed={onFailed}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function PlaceItem({ place, onDone, onFailed }: TellProps & { place: PlaceElsewhere }) {
  const removal = useRemovePlace();
  const [isLeaving, setLeaving] = useState(false);
  const { id, kind, name, address, stories, person, updatedAt } = place;
  const titleId = `place-${id}`;
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`${ROW} sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_10rem]`}
    >
      <span id={titleId} className="wrap-anywhere max-sm:font-semibold">
        {name}
        <span className="block font-normal text-muted">{MESSAGES.kinds[kind]}</span>
      </span>
      <span className="wrap-anywhere text-muted">{address}</span>
      <span>
        {stories === null ? (person ? MESSAGES.only(person.name) : MESSAGES.everyStory) : MESSAGES.holds(stories)}
        <span className="block text-muted">{MESSAGES.updated(shortDateTime(updatedAt))}</span>
      </span>
      <Button
        variant="quiet"
        size="compact"
        className="-mx-2 justify-self-start px-2 sm:justify-self-end"
        aria-describedby={titleId}
        onClick={() => setLeaving(true)}
      >
        {MESSAGES.remove}
      </Button>
      {isLeaving && (
        <RemoveDialog
          messages={MESSAGES}
          name={name}
          description={MESSAGES.removeHint}
          deletion={removal}
          subject={id}
          onClose={() => setLeaving(false)}
          onDone={onDone}
          onFailed={onFailed}
        />
      )}
    </li>
  );
}

function PlacesOfStory({ people }: { people: readonly Person[] }) {
  const [userId, setUserId] = useState('');
  const { data, isError } = usePlacesOfStory(userId === '' ? null : userId);
  const byName = sortPeople(people, { by: 'name', direction: 'ascending' });
  return (
    <div className="grid gap-3 lg:max-w-xl">
      <Select label={MESSAGES.ofStory} value={userId} onChange={(event) => setUserId(event.target.value)}>
        <option value="">{MESSAGES.choose}</option>
        {byName.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {userId !== '' && isError && <StatusLine tone="danger">{MESSAGES.loadFailed}</StatusLine>}
      {data?.length === 0 && <StatusLine>{MESSAGES.nowhere}</StatusLine>}
      {data && data.length > 0 && (
        <ul aria-label={MESSAGES.ofStory} className="text-sm">
          {data.map(({ kind, name, address }) => (
            <li key={`${kind} ${name} ${address}`} className="border-b border-line py-2 wrap-anywhere">
              {name} <span className="text-muted">{address ?? MESSAGES.kinds[kind]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
