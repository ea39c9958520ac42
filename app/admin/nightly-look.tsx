import type { LookFinding } from '../../api/contract/staff/nightly-look.js';
import { shortDateTime } from '../shared/text/format.js';
import { NIGHTLY_LOOK_MESSAGES as MESSAGES } from './common/admin.messages.js';
import { NoticeCard } from './common/notice-card.js';
import { useHealth, useNightlyLook } from './common/people-requests.js';

/** What the last night has found to be wrong; nothing on an ordinary day. */
export function NightlyTrouble() {
  const { data } = useNightlyLook();
  const wrong = data?.findings.filter(({ severity }) => severity === 'wrong') ?? [];
  if (!data?.at || (wrong.length === 0 && !data.isOld)) return null;
  return (
    <NoticeCard heading={wrong.length > 0 ? MESSAGES.heading : MESSAGES.oldHeading}>
      <p className="text-sm text-muted">
        {data.isOld ? MESSAGES.old(shortDateTime(data.at)) : MESSAGES.foundAt(shortDateTime(data.at))}
      </p>
      {wrong.length > 0 && <Findings findings={wrong} more={data.more} />}
      <p>{MESSAGES.hint}</p>
    </NoticeCard>
  );
}

/** At the end of the page: how the last night was, and when a backup was last proven. Nothing while that cannot be known. */
export function NightlyLookLine() {
  const { data: health } = useHealth();
  const { data: look } = useNightlyLook();
  const notices = look?.findings.filter(({ severity }) => severity === 'notice') ?? [];
  const hasWrong = look ? look.findings.length > notices.length : false;
  const lastProvenAt = health?.details.backup.lastProvenAt;
  return (
    <div className="grid gap-2 text-sm text-muted">
      {lastProvenAt !== undefined && (
        <p>{lastProvenAt === null ? MESSAGES.noBackup : MESSAGES.lastProvenBackup(shortDateTime(lastProvenAt))}</p>
      )}
      {look?.at && <p>{MESSAGES.looked(shortDateTime(look.at), hasWrong)}</p>}
      {notices.length > 0 && (
        <details>
          <summary>{MESSAGES.notices(notices.length)}</summary>
          <div className="pt-2">
            <Findings findings={notices} more={hasWrong ? 0 : look!.more} />
          </div>
        </details>
      )}
    </div>
  );
}

function Findings({ findings, more }: { findings: LookFinding[]; more: number }) {
  return (
    <ul className="grid gap-1 pl-5 list-disc">
      {findings.map(({ part, text }) => (
        <li key={`${part} ${text}`} className="wrap-anywhere">
          {MESSAGES.finding(part, text)}
        </li>
      ))}
      {more > 0 && <li>{MESSAGES.more(more)}</li>}
    </ul>
  );
}
