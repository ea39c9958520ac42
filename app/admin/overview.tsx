import { RefreshCw } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { shortDateTime } from '../shared/text/format.js';
import { OVERVIEW_MESSAGES as MESSAGES } from './admin.messages.js';
import { useAllUsers, usePhotoSummary, useRefreshDashboard } from './participant-queries.js';
import { countMedia } from './person.js';

/** How many people and media there are, how fresh that is, and what could not be read. */
export function Overview() {
  const users = useAllUsers();
  const summary = usePhotoSummary();
  const { refresh, isRefreshing } = useRefreshDashboard();
  const updated = shortDateTime(new Date(users.dataUpdatedAt).toISOString());
  return (
    <section aria-label={MESSAGES.label} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <dl className="flex gap-10 tabular-nums">
          <Total name={MESSAGES.users} value={users.data?.length} />
          <Total name={MESSAGES.media} value={summary.data && countMedia(summary.data)} />
        </dl>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            pending={isRefreshing}
            pendingLabel={MESSAGES.refreshing}
            onClick={() => void refresh()}
          >
            <RefreshCw size={18} aria-hidden />
            {MESSAGES.refresh}
          </Button>
          {users.data && !users.isError && <StatusLine>{MESSAGES.updated(updated)}</StatusLine>}
        </div>
      </div>
      {users.isError && (
        <StatusLine tone="danger">{users.data ? MESSAGES.refreshFailed(updated) : MESSAGES.usersFailed}</StatusLine>
      )}
      {summary.isError && <StatusLine tone="danger">{MESSAGES.photosFailed}</StatusLine>}
    </section>
  );
}

function Total({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-muted">{name}</dt>
      <dd className="font-serif text-2xl">{value === undefined ? '–' : MESSAGES.number(value)}</dd>
    </div>
  );
}
