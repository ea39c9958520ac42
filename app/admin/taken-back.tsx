import { useState } from 'react';
import { shortDateTime } from '../shared/text/format.js';
import { FIELD_MESSAGES, TAKEN_BACK_DAYS, TAKEN_BACK_MESSAGES as MESSAGES } from './common/admin.messages.js';
import { NoticeCard } from './common/notice-card.js';
import { useAllUsers } from './common/people-requests.js';
import { toPeople } from './common/people.js';
import { useElsewhere } from './elsewhere/elsewhere-requests.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Who has hidden or withdrawn their story in the last days, the newest first, and what waits to be removed elsewhere. */
export function TakenBack() {
  const { data: users = [] } = useAllUsers();
  const { data: elsewhere } = useElsewhere();
  const [since] = useState(() => Date.now() - TAKEN_BACK_DAYS * DAY_MS);
  const lately = toPeople(users, undefined)
    .flatMap(({ id, name, notShown }) => (notShown && Date.parse(notShown.at) >= since ? [{ id, name, notShown }] : []))
    .toSorted((a, b) => Date.parse(b.notShown.at) - Date.parse(a.notShown.at));
  const open = elsewhere?.removals.filter(({ settled }) => settled === null).length ?? 0;
  if (lately.length === 0 && open === 0) return null;
  return (
    <NoticeCard heading={MESSAGES.heading}>
      {lately.length > 0 && (
        <>
          <ul aria-label={MESSAGES.heading} className="grid gap-2">
            {lately.map(({ id, name, notShown: { as, at } }) => (
              <li key={id} className="flex flex-wrap gap-x-4 wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>{' '}
                <span className="text-warn tabular-nums">{FIELD_MESSAGES.notShown[as](shortDateTime(at))}</span>
              </li>
            ))}
          </ul>
          <p className="measure text-sm text-muted">{MESSAGES.hint}</p>
        </>
      )}
      {open > 0 && <p>{MESSAGES.elsewhere(open)}</p>}
    </NoticeCard>
  );
}
