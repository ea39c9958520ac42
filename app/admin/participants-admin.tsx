import { useMemo, useState } from 'react';
import { OVERVIEW_MESSAGES } from './admin.messages.js';
import { AllUsersSection } from './all-users-section.js';
import { AuditSection } from './audit-section.js';
import { Overview } from './overview.js';
import { useAllUsers, usePhotoSummary, useRefreshAudit, useSenders } from './participant-queries.js';
import { type PhotoOwner, toOwners, toPeople } from './person.js';
import { PhotosPanel } from './photos-panel.js';
import { ReadySection } from './ready-section.js';
import { TableSkeleton } from '../shared/ui/table/table-skeleton.js';
import { UnregisteredSection } from './unregistered-section.js';

/** The dashboard of /admin: who waits for the team, everybody, and what staff did last. */
export function ParticipantsAdmin() {
  const users = useAllUsers();
  const { data: counts } = usePhotoSummary();
  const { data: senders } = useSenders();
  const [viewed, setViewed] = useState<PhotoOwner | null>(null);
  const refreshAudit = useRefreshAudit();
  const people = useMemo(() => users.data && toPeople(users.data, counts), [users.data, counts]);

  const others = useMemo(() => (senders ? toOwners(senders) : []), [senders]);

  const closePhotos = () => {
    setViewed(null);
    void refreshAudit();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      <Overview />
      {people ? (
        <>
          <ReadySection people={people} onViewPhotos={setViewed} />
          <AllUsersSection people={people} onViewPhotos={setViewed} />
        </>
      ) : (
        users.isPending && <TableSkeleton label={OVERVIEW_MESSAGES.loading} />
      )}
      <UnregisteredSection owners={others} onViewPhotos={setViewed} />
      <AuditSection people={people ?? []} />
      {viewed && <PhotosPanel owner={viewed} onClose={closePhotos} />}
    </div>
  );
}
