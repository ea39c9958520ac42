import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { AdminView } from './admin-view.js';

/** /admin. */
export default function AdminParticipantsIsland() {
  return (
    <AppIsland>
      <AdminGate page="admin">
        <AdminView />
      </AdminGate>
    </AppIsland>
  );
}
