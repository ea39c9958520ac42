import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.js';
import { fileSize, shortDateTime } from '../../shared/text/format.js';
import { INTERRUPTED_MESSAGES as MESSAGES } from '../common/upload.messages.js';
import { findIdleUploads, type InterruptedUpload } from '../common/interrupted-uploads.js';
import { cancelUpload } from '../common/upload-video.js';

/** What a reload or a closed browser has cut off, with the way on: a page cannot open a file again by itself. */
export function InterruptedList({ onGoOn }: { onGoOn: (upload: InterruptedUpload) => void }) {
  const [uploads, setUploads] = useState<InterruptedUpload[]>([]);
  useEffect(() => void findIdleUploads().then(setUploads), []);
  const remove = (uploadId: string) => setUploads(uploads.filter((upload) => upload.uploadId !== uploadId));
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
            onGoOn={() => {
              remove(upload.uploadId);
              onGoOn(upload);
            }}
            onForget={() => {
              cancelUpload(upload.uploadId);
              remove(upload.uploadId);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface InterruptedRowProps {
  upload: InterruptedUpload;
  onGoOn: () => void;
  onForget: () => void;
}

function InterruptedRow({ upload: { file, begunAt }, onGoOn, onForget }: InterruptedRowProps) {
  const begun = shortDateTime(new Date(begunAt).toISOString());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere">{MESSAGES.cutOff(file.name, fileSize(file.size), begun)}</p>
      <div className="flex gap-2">
        <Button variant="outline" size="compact" aria-label={MESSAGES.goOnWith(file.name)} onClick={onGoOn}>
          {MESSAGES.goOn}
        </Button>
        <Button variant="quiet" size="compact" aria-label={MESSAGES.forgetFile(file.name)} onClick={onForget}>
          {MESSAGES.forget}
        </Button>
      </div>
    </li>
  );
}
