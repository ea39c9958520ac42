import type { VideoChanged } from '../../../api/contract/showcase.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { APPROVE_CHANGED_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { Differences } from './difference.js';
import { SavedBy } from './saved-by.js';

interface ApproveChangedDialogProps {
  changed: VideoChanged;
  onApprove: () => void;
  onClose: () => void;
}

/** A video that was to be approved is not what was looked at any more: what is other now, and the approval of that. */
export function ApproveChangedDialog({ changed, onApprove, onClose }: ApproveChangedDialogProps) {
  const { differences, video } = changed;
  return (
    <Dialog open title={MESSAGES.heading} description={MESSAGES.hint} onOpenChange={(open) => !open && onClose()}>
      <div className="grid gap-5">
        <SavedBy videoId={video.id} />
        <Differences differences={differences} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {MESSAGES.notNow}
          </Button>
          <Button onClick={onApprove}>{MESSAGES.approve}</Button>
        </div>
      </div>
    </Dialog>
  );
}
