import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type NameVersion, userNamesPath } from '../../../api/contract/staff/admin-participants.js';
import { fullName, shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { CORRECT_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { compareTexts } from './correction.js';

interface NameHistoryProps {
  userId: string;
  isPending: boolean;
  /** Puts the name into the form. */
  onFillIn: (version: NameVersion) => void;
}

/** Every name that the person has had here, the newest first, each compared with the one before it. */
export function NameHistory({ userId, isPending, onFillIn }: NameHistoryProps) {
  const headingId = useId();
  const {
    data: versions,
    isError,
    refetch,
  } = useQuery<NameVersion[]>({ queryKey: [userNamesPath(userId)], gcTime: 0 });
  return (
    <section aria-labelledby={headingId} className="mt-8 border-t border-line pt-5">
      <h3 id={headingId} className="font-sans text-base font-semibold">
        {MESSAGES.history}
      </h3>
      {isError && (
        <p className="mt-2 flex flex-wrap items-center gap-3 text-danger">
          {MESSAGES.historyFailed}
          <Button variant="outline" size="compact" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        </p>
      )}
      {!versions && !isError && <p className="mt-2 text-muted">{MESSAGES.historyLoading}</p>}
      <ol className="mt-2 divide-y divide-line">
        {versions?.map((version, index) => (
          <li key={version.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 wrap-anywhere">
              <p>
                <ComparedName version={version} before={versions[index + 1]} />
              </p>
              <p className="text-sm text-muted">
                {versions[index + 1] ? MESSAGES.correctedBy(version.by) : MESSAGES.registered} ·{' '}
                {shortDateTime(version.at)}
              </p>
            </div>
            {index === 0 ? (
              <span className="text-sm text-muted">{MESSAGES.inUse}</span>
            ) : (
              <Button
                variant="outline"
                size="compact"
                pending={isPending}
                aria-label={MESSAGES.fillInName(fullName(version))}
                onClick={() => onFillIn(version)}
              >
                {MESSAGES.fillIn}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is other than in the version before stands out, and is said to who cannot see it. */
function ComparedName({ version, before }: { version: NameVersion; before: NameVersion | undefined }) {
  if (!before) return fullName(version);
  const { start, changed, end } = compareTexts(fullName(before), fullName(version));
  return (
    <>
      {start}
      {changed && <mark className="rounded-sm bg-raised px-0.5 text-accent">{changed}</mark>}
      {end}
      <span className="ml-2 text-sm text-muted">{MESSAGES.before(fullName(before))}</span>
    </>
  );
}
