import { useMemo, useState } from 'react';
import { RefreshCw } from 'lucide-react';
import { OVERVIEW_MESSAGES as MESSAGES } from './common/admin.messages.js';
import type { StaffIslandProps } from '../admin-gate/admin-gate.js';
import { useStaffChanges } from '../admin-gate/use-staff-changes.js';
import { AllUsersSection } from './people/all-users-section.js';
import { ElsewhereSection } from './elsewhere/elsewhere-section.js';
import { KeepingSection } from './keeping/keeping-section.js';
import { NightlyLookLine, NightlyTrouble } from './nightly-look.js';
import { AuditSection } from './audit/audit-section.js';
import {
  CHANGING_KEYS,
  useAllUsers,
  usePhotoSummary,
  useRefreshAudit,
  useRefreshDashboard,
  useSenders,
} from './common/people-requests.js';
import { countMedia, type PhotoOwner, toOwners, toPeople } from './common/people.js';
import { ProducersSection } from './producers/producers-section.js';
import { SentPanel } from './sent/sent-panel.js';
import { ReadySection } from './people/ready-section.js';
import { TableSkeleton } from '../shared/ui/table/list-section.js';
import { ConsentSoundSection } from './consent-sound-section.js';
import { TakenBack } from './taken-back.js';
import { UrgentSection } from './urgent/urgent-section.js';
import { UnregisteredSection } from './people/unregistered-section.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { shortDateTime } from '../shared/text/format.js';

/** The dashboard of /admin: who waits for the team, everybody, and what staff did last. */
export function Dashboard({ staffAccounts }: StaffIslandProps) {
  const users = useAllUsers();
  const { data: counts } = usePhotoSummary();
  const { data: senders } = useSenders();
  const [viewed, setViewed] = useState<PhotoOwner | null>(null);
  const refreshAudit = useRefreshAudit();
  useStaffChanges(...CHANGING_KEYS);
  const people = useMemo(() => users.data && toPeople(users.data, counts), [users.data, counts]);

  const others = useMemo(() => (senders ? toOwners(senders) : []), [senders]);

  const closePhotos = () => {
    setViewed(null);
    void refreshAudit();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 max-md:gap-7">
      <UrgentSection />
      <NightlyTrouble />
      <TakenBack />
      <Overview />
      {people ? (
        <>
          <ReadySection people={people} onViewPhotos={setViewed} />
          <AllUsersSection people={people} onViewPhotos={setViewed} />
        </>
      ) : (
        users.isPending && <TableSkeleton label={MESSAGES.loading} />
      )}
      <UnregisteredSection owners={others} onViewPhotos={setViewed} />
      <ElsewhereSection people={people ?? []} />
      <KeepingSection />
      {staffAccounts && <ProducersSection />}
      <AuditSection people={people ?? []} />
      <ConsentSoundSection />
      <NightlyLookLine />
      {viewed && <SentPanel owner={viewed} onClose={closePhotos} />}
    </div>
  );
}

/** How many people and media there are, how fresh that is, and what could not be read. */
function Overview() {
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
