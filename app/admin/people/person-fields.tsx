import { TRACKED_STEPS, type StepField } from '../../../api/contract/interview/steps.js';
import { Button } from '../../shared/ui/button.js';
import { FIELD_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { mailtoAddress, shortDateTime } from '../../shared/text/format.js';
import type { Field } from '../../shared/ui/table/field.js';
import type { Person, PhotoOwner } from '../common/people.js';
import type { SortField } from '../common/people-view.js';
import { StepMark } from './step-mark.js';
import { Missing, Timestamp } from '../common/timestamp.js';

type PersonField = Field<Person, SortField>;

export const NAME_FIELD: PersonField = {
  heading: MESSAGES.name,
  sortKey: 'name',
  cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
};

export const EMAIL_FIELD: PersonField = {
  heading: MESSAGES.email,
  sortKey: 'email',
  isWide: true,
  cell: ({ email, emailProvenAt, unclaimed, reopenedAt, status, notShown }) => (
    <>
      <a
        href={mailtoAddress(email)}
        className="inline-flex min-h-11 items-center wrap-anywhere text-muted underline compact:min-h-8 hover:text-text"
      >
        {email}
      </a>
      {emailProvenAt === null && <p className="text-muted">{MESSAGES.emailNotProven}</p>}
      {reopenedAt !== null && status === 'submitted' && (
        <p className="text-muted">{MESSAGES.submittedAgain(shortDateTime(reopenedAt))}</p>
      )}
      {reopenedAt !== null && status !== 'submitted' && (
        <p className="text-warn">{MESSAGES.reopened(shortDateTime(reopenedAt))}</p>
      )}
      {notShown && <p className="text-warn">{MESSAGES.notShown[notShown.as](shortDateTime(notShown.at))}</p>}
      {unclaimed && <p className="text-warn">{MESSAGES.unclaimed(unclaimed)}</p>}
    </>
  ),
};

/** How far somebody is, for a card on a phone. */
export function briefOf(person: Person): string {
  const done = TRACKED_STEPS.filter(({ field }) => person[field] !== null).length;
  return joined(MESSAGES.stepsDone(done, TRACKED_STEPS.length), photosOf(person));
}

/** How long somebody has waited, for a card on a phone. */
export function waitOf(person: Person): string {
  const { mediaUploadCompletedAt: since } = person;
  return joined(since === null ? null : MESSAGES.since(shortDateTime(since)), photosOf(person));
}

function photosOf({ photoCount }: PhotoOwner): string | null {
  return photoCount === null ? null : MESSAGES.photosSent(photoCount);
}

function joined(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}

type TimeField = Exclude<SortField, 'name' | 'email' | 'photoCount'>;

/** A time of a person; the table can be sorted by it. */
export function timeField(heading: string, sortKey: TimeField): PersonField {
  return { heading, sortKey, cell: (person) => <Timestamp iso={person[sortKey]} /> };
}

/** A step of the interview as a mark; the table can be sorted by its time. */
export function stepField(heading: string, sortKey: StepField): PersonField {
  return {
    heading,
    sortKey,
    isMark: true,
    cell: (person, { describedBy }) => {
      const entry = TRACKED_STEPS.find(({ field }) => person[field] !== null)?.field;
      const isEntry = entry === sortKey;
      return <StepMark heading={heading} iso={person[sortKey]} describedBy={describedBy} isEntry={isEntry} />;
    },
  };
}

/** A text that not everyone has given. */
export function textField(heading: string, read: (person: Person) => string | null): PersonField {
  return {
    heading,
    cell: (person) => {
      const text = read(person);
      return text ? <span className="wrap-anywhere">{text}</span> : <Missing says={MESSAGES.none} />;
    },
  };
}

/** The number of photos, and View, which opens them. */
export function photosField<Owner extends PhotoOwner>(onView: (owner: Owner) => void): Field<Owner, SortField> {
  return {
    heading: MESSAGES.photos,
    sortKey: 'photoCount',
    cell: (owner, { describedBy }) => (
      <div className="flex items-center gap-2">
        <span className="tabular-nums md:min-w-5 md:text-right">
          {owner.photoCount ?? <Missing says={MESSAGES.unknown} />}
        </span>
        <Button
          variant="quiet"
          size="compact"
          className="px-2"
          aria-describedby={describedBy}
          onClick={() => onView(owner)}
        >
          {MESSAGES.view}
        </Button>
      </div>
    ),
  };
}
