import { UPLOAD_PROGRESS_PROCESSING } from '../../../api/contract/screen-numbers.js';
import { ProgressBar } from '../../shared/ui/progress-bar.js';
import { UPLOAD_MESSAGES } from '../common/upload.messages.js';

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
