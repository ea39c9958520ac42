import { Check, CircleAlert } from 'lucide-react';
import { BULK_UPLOAD_MESSAGES as MESSAGES } from '../common/upload.messages.js';
import { UploadProgress } from './upload-progress.js';
import type { Transfer } from './bulk-queue.js';

interface BulkRowStatusProps {
  filename: string;
  transfer: Transfer;
}

export function BulkRowStatus({ filename, transfer }: BulkRowStatusProps) {
  switch (transfer.state) {
    case 'waiting':
      return <p className="text-sm text-muted">{MESSAGES.waiting}</p>;
    case 'uploading':
      return <UploadProgress filename={filename} percent={transfer.progress} />;
    case 'done':
      return (
        <p className="flex items-center gap-2 text-sm text-good">
          <Check size={18} aria-hidden />
          {MESSAGES.uploadComplete}
        </p>
      );
    case 'failed':
      return (
        <p className="flex gap-2 text-sm text-danger">
          <CircleAlert size={18} aria-hidden className="mt-0.5" />
          {`${MESSAGES.uploadFailed}: ${transfer.reason}`}
        </p>
      );
  }
}
