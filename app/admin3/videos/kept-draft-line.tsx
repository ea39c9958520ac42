import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { DRAFTS_MESSAGES as MESSAGES } from '../../shared/drafts/drafts.messages.js';
import { Button } from '../../shared/ui/button.js';
import { formWithDraft } from './draft-names.js';
import type { VideoRowAction } from './video-row-actions.js';

interface KeptDraftLineProps {
  video: ShowcaseVideo;
  describedBy: string;
  onGoOn: (action: VideoRowAction) => void;
}

/** That unsaved words about a video wait in this browser, and the way to them. */
export function KeptDraftLine({ video, describedBy, onGoOn }: KeptDraftLineProps) {
  const action = formWithDraft(video);
  if (!action) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-sm text-warn">{MESSAGES.kept}</p>
      <Button
        variant="outline"
        size="compact"
        className="pointer-coarse:min-h-12"
        aria-describedby={describedBy}
        onClick={() => onGoOn(action)}
      >
        {MESSAGES.goOn}
      </Button>
    </div>
  );
}
