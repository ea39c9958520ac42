import { useRef } from 'react';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { BULK_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { type BulkQueue, countOf } from './bulk-queue.js';

interface BulkControlsProps {
  queue: BulkQueue;
  onStop: () => void;
  onClear: () => void;
}

/** Starts (by submitting the form), stops and clears the queue, and says how far it is. */
export function BulkControls({ queue, onStop, onClear }: BulkControlsProps) {
  const uploadButton = useRef<HTMLButtonElement>(null);
  const isRunning = queue.run !== null;
  const total = queue.items.length;
  const stop = () => {
    onStop();
    uploadButton.current?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button
        ref={uploadButton}
        type="submit"
        variant="outline"
        pending={isRunning}
        pendingLabel={UPLOAD_MESSAGES.underWay}
      >
        {MESSAGES.submit(countOf(queue, 'waiting'))}
      </Button>
      {isRunning && (
        <Button variant="quiet" onClick={stop}>
          {MESSAGES.cancel}
        </Button>
      )}
      {!isRunning && total > 0 && (
        <Button variant="quiet" onClick={onClear}>
          {MESSAGES.clear}
        </Button>
      )}
      <StatusLine className="min-w-60 flex-1">
        {total > 0 && MESSAGES.counted(countOf(queue, 'done'), countOf(queue, 'failed'), total)}
      </StatusLine>
    </div>
  );
}
