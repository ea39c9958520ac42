import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { ShowcaseAdmin } from './showcase-admin.js';

/** /admin3. */
export default function AdminShowcaseIsland() {
  return (
    <AppIsland>
      <AdminGate page="admin3">
        <ShowcaseAdmin />
      </AdminGate>
    </AppIsland>
  );
}
