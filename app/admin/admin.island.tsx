import { useState } from 'react';
import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Dashboard } from './dashboard.js';
import { photoIdIn } from './photo-address.js';
import { SinglePhoto } from './single-photo.js';

/** /admin. */
export default function AdminIsland() {
  return (
    <AppIsland>
      <AdminGate page="admin">
        <AdminView />
      </AdminGate>
    </AppIsland>
  );
}

/** What /admin shows behind the gate: the dashboard, or the one photo that the address asks for. */
function AdminView() {
  const [photoId] = useState(() => photoIdIn(location.hash));
  return photoId === null ? <Dashboard /> : <SinglePhoto photoId={photoId} />;
}
