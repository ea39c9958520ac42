import { shortDateTime } from '../../shared/text/format.js';
import { FIELD_MESSAGES } from './admin.messages.js';

/** "Mar 4, 2026, 3:12 PM", which breaks before the time if anywhere; a dash while it has not happened. */
export function Timestamp({ iso }: { iso: string | null }) {
  if (iso === null) return <Missing says={FIELD_MESSAGES.notYet} />;
  const [date, time] = shortDateTime(iso).split(/(?<=,) (?=\d+:)/u);
  return (
    <time dateTime={iso}>
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap text-muted">{time}</span>
    </time>
  );
}

/** A dash for the eyes, a word for the ears. */
export function Missing({ says }: { says: string }) {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{says}</span>
    </span>
  );
}
