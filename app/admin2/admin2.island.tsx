import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { RedirectsAdmin } from './redirects-admin.js';

/** /admin2. */
export default function AdminRedirectsIsland() {
  return (
    <AppIsland>
      <AdminGate page="admin2">
        <RedirectsAdmin />
      </AdminGate>
    </AppIsland>
  );
}
