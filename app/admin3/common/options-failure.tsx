import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { UPLOAD_MESSAGES as MESSAGES } from './upload.messages.js';

/** Nothing can be uploaded without the names and questions to choose from. */
export function OptionsFailure({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <StatusLine tone="danger">{MESSAGES.optionsFailed}</StatusLine>
      <Button variant="outline" onClick={onTryAgain}>
        {MESSAGES.tryAgain}
      </Button>
    </div>
  );
}
