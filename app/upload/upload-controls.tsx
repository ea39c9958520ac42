import { Button } from '../shared/ui/button.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import { overallPercent, unsentItems, type UploadList } from './upload-list.js';
import { uploadStatus } from './upload-status.js';

interface UploadControlsProps {
  list: UploadList;
  email: string;
  onStop: () => void;
}

/** The button that sends everything, and the written status that is always beside it. */
export function UploadControls({ list, email, onStop }: UploadControlsProps) {
  const isSending = list.phase.kind === 'sending';
  const canSubmit = unsentItems(list).length > 0 && email.trim() !== '';
  return (
    <div className="grid gap-4">
      {isSending && <OverallProgress percent={overallPercent(list)} />}
      <StatusLine tone={list.phase.kind === 'failed' ? 'danger' : 'muted'}>{uploadStatus(list, email)}</StatusLine>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          className="flex-1"
          disabled={!canSubmit}
          pending={isSending}
          pendingLabel={TEXT.uploading}
        >
          {TEXT.submit}
        </Button>
        {isSending && (
          <Button variant="outline" onClick={onStop}>
            {TEXT.stop}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Outside the live status, which would be read out at every step. */
function OverallProgress({ percent }: { percent: number }) {
  return (
    <div className="flex items-center gap-4">
      <ProgressBar value={percent} label={TEXT.overallProgress} />
      <p aria-hidden className="w-14 flex-none text-right text-sm text-muted tabular-nums">
        {TEXT.percent(percent)}
      </p>
    </div>
  );
}
