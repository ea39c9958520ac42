import { useState } from 'react';
import { AdminGate, type StaffIslandProps } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Dashboard } from './dashboard.js';
import { photoIdIn } from './sent/photo-address.js';
import { SinglePhoto } from './sent/single-photo.js';

/** /admin. */
export default function AdminIsland({ staffAccounts }: StaffIslandProps) {
  return (
    <AppIsland>
      <AdminGate page="admin" staffAccounts={staffAccounts}>
        <AdminView staffAccounts={staffAccounts} />
      </AdminGate>
    </AppIsland>
  );
}

/** What /admin shows behind the gate: the dashboard, or the one photo that the address asks for. */
function AdminView({ staffAccounts }: StaffIslandProps) {
  const [photoId] = useState(() => photoIdIn(location.hash));
  return photoId === null ? <Dashboard staffAccounts={staffAccounts} /> : <SinglePhoto photoId={photoId} />;
}
