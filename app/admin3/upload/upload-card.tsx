import { type FormEvent, type ReactNode, useId } from 'react';
import { UPLOAD_PROGRESS_PROCESSING } from '../../../api/contract/common/screen-numbers.js';
import { ProgressBar } from '../../shared/ui/progress-bar.js';
import { UPLOAD_MESSAGES } from '../common/upload.messages.js';

interface UploadCardProps {
  heading: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** One of the two forms for uploading. What is missing is said by the product's own messages, not the browser's. */
export function UploadCard({ heading, onSubmit, children }: UploadCardProps) {
  const headingId = useId();
  return (
    <form
      noValidate
      aria-labelledby={headingId}
      className="grid content-start gap-5 rounded-card bg-surface p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      <h2 id={headingId} className="text-xl">
        {heading}
      </h2>
      {children}
    </form>
  );
}

interface UploadProgressProps {
  /** Name of the file, for those who do not see the bar beside it. */
  filename: string;
  percent: number;
}

/** How far an upload is, in words and as a bar. */
export function UploadProgress({ filename, percent }: UploadProgressProps) {
  return (
    <div className="grid w-full gap-2">
      <p className="text-sm tabular-nums">
        {percent < UPLOAD_PROGRESS_PROCESSING ? UPLOAD_MESSAGES.uploading(percent) : UPLOAD_MESSAGES.processing}
      </p>
      <ProgressBar value={percent} label={filename} />
    </div>
  );
}
