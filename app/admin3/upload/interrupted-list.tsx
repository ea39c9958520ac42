import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { fileSize, shortDateTime } from '../../shared/text/format.js';
import { INTERRUPTED_MESSAGES as MESSAGES } from '../common/upload.messages.js';
import { findIdleUploads, type InterruptedUpload } from '../common/interrupted-uploads.js';
import { cancelUpload } from '../common/upload-video.js';

interface InterruptedListProps {
  /** It is being sent. */
  isFormBusy: boolean;
  /** Going on with another upload takes the place of what stands in the form, and is not sent. */
  holdsUnsent: () => boolean;
  onGoOn: (upload: InterruptedUpload) => void;
}

/** What a reload or a closed browser has cut off, with the way on: a page cannot open a file again by itself. */
export function InterruptedList({ isFormBusy, holdsUnsent, onGoOn }: InterruptedListProps) {
  const [uploads, setUploads] = useState<InterruptedUpload[]>([]);
  const [asked, setAsked] = useState<InterruptedUpload | null>(null);
  useEffect(() => void findIdleUploads().then(setUploads), []);
  const remove = (uploadId: string) => setUploads(uploads.filter((upload) => upload.uploadId !== uploadId));
  const goOn = (upload: InterruptedUpload) => {
    setAsked(null);
    remove(upload.uploadId);
    onGoOn(upload);
  };
  if (uploads.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-control border border-line p-4">
      <div>
        <h3 className="font-sans text-base font-semibold">{MESSAGES.heading}</h3>
        <p className="text-sm text-muted">{MESSAGES.hint}</p>
      </div>
      <ul className="grid gap-3">
        {uploads.map((upload) => (
          <InterruptedRow
            key={upload.uploadId}
            upload={upload}
            isFormBusy={isFormBusy}
            onGoOn={() => (holdsUnsent() ? setAsked(upload) : goOn(upload))}
            onForget={() => {
              cancelUpload(upload.uploadId);
              remove(upload.uploadId);
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={MESSAGES.confirmGoOn}
        description={MESSAGES.confirmGoOnHint(asked?.file.name ?? '')}
        confirmLabel={MESSAGES.fillIn}
        cancelLabel={MESSAGES.keep}
        danger
        onConfirm={() => asked && goOn(asked)}
      />
    </section>
  );
}

interface InterruptedRowProps {
  upload: InterruptedUpload;
  isFormBusy: boolean;
  onGoOn: () => void;
  onForget: () => void;
}

function InterruptedRow({ upload: { file, begunAt }, isFormBusy, onGoOn, onForget }: InterruptedRowProps) {
  const begun = shortDateTime(new Date(begunAt).toISOString());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere">{MESSAGES.cutOff(file.name, fileSize(file.size), begun)}</p>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="compact"
          aria-label={MESSAGES.goOnWith(file.name)}
          disabled={isFormBusy}
          onClick={onGoOn}
        >
          {MESSAGES.goOn}
        </Button>
        <Button variant="quiet" size="compact" aria-label={MESSAGES.forgetFile(file.name)} onClick={onForget}>
          {MESSAGES.forget}
        </Button>
      </div>
    </li>
  );
}
