import { Download } from 'lucide-react';
import { AdminGate, type StaffIslandProps } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { isSignedOut } from '../shared/http/http-error.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { toast } from '../shared/ui/toast-store.js';
import { EXPORT_MESSAGES as MESSAGES } from './admin4.messages.js';
import { exportStatus, useStoryExport } from './use-story-export.js';

/** /admin4. */
export default function Admin4Island({ staffAccounts }: StaffIslandProps) {
  return (
    <AppIsland>
      <AdminGate page="admin4" staffAccounts={staffAccounts}>
        <StoryDataExport />
      </AdminGate>
    </AppIsland>
  );
}

/** Everything of /admin4 behind the gate. */
function StoryDataExport() {
  const stories = useStoryExport();
  const { tone, text } = exportStatus(stories);
  return (
    <div className="measure grid justify-items-start gap-5 rounded-card bg-surface p-5 sm:p-8">
      <p>{MESSAGES.purpose}</p>
      <p className="text-muted">{MESSAGES.recorded}</p>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <Button
          pending={stories.isPending}
          pendingLabel={MESSAGES.generating}
          onClick={() => stories.mutate(undefined, { onError: tellFailure })}
        >
          <Download size={20} aria-hidden />
          {MESSAGES.submit}
        </Button>
        <StatusLine tone={tone} className="wrap-anywhere">
          {text}
        </StatusLine>
      </div>
    </div>
  );
}

/** In the export's own words whatever the reason. A session that has ended needs none: the gate says so. */
function tellFailure(error: unknown): void {
  if (isSignedOut(error)) return;
  toast({ title: MESSAGES.failed, description: MESSAGES.failedHint, variant: 'destructive' });
}
