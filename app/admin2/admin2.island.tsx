import { AdminGate, type StaffIslandProps } from '../admin-gate/admin-gate.js';
import { useStaffChanges } from '../admin-gate/use-staff-changes.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { RedirectForm } from './redirect-form.js';
import { RedirectList } from './redirect-list.js';
import { REDIRECTS_KEY } from './use-redirects.js';

/** /admin2. */
export default function Admin2Island({ staffAccounts }: StaffIslandProps) {
  return (
    <AppIsland>
      <AdminGate page="admin2" staffAccounts={staffAccounts}>
        <RedirectsAdmin />
      </AdminGate>
    </AppIsland>
  );
}

/** Everything of /admin2 behind the gate. */
function RedirectsAdmin() {
  useStaffChanges(REDIRECTS_KEY);
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <RedirectForm />
      <RedirectList />
    </div>
  );
}
