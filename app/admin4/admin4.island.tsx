import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { StoryDataExport } from './story-data-export.js';

/** /admin4. */
export default function AdminExportIsland() {
  return (
    <AppIsland>
      <AdminGate page="admin4">
        <StoryDataExport />
      </AdminGate>
    </AppIsland>
  );
}
