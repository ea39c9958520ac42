import { Check, CircleAlert, RotateCcw, X } from 'lucide-react';
import { Button } from '../../shared/ui/button.js';
import { BULK_UPLOAD_MESSAGES as MESSAGES, UPLOAD_MESSAGES } from '../common/upload.messages.js';
import { fileSize } from '../../shared/text/format.js';
import { OptionSelect } from '../common/upload-fields.js';
import type { Option } from '../common/upload-options.js';
import type { BulkItem, Transfer } from './bulk-queue.js';
import { UploadProgress } from './upload-card.js';

interface BulkRowProps {
  item: BulkItem;
  questions: readonly Option<number>[];
  /** Whose it is, where that is not who is chosen now. */
  otherUser?: string;
  onQuestionChosen: (questionId: number) => void;
  onRetry: () => void;
  onRemove: () => void;
}

/** One file of the bulk upload. It can take the focus when the button that had it has gone. */
export function BulkRow({ item, questions, otherUser, onQuestionChosen, onRetry, onRemove }: BulkRowProps) {
  const { file, questionId, transfer } = item;
  return (
    <li tabIndex={-1} aria-label={file.name} className="grid gap-3 border-t border-line py-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0 font-semibold wrap-anywhere">{file.name}</p>
        <p className="flex-none text-sm text-muted tabular-nums">{fileSize(file.size)}</p>
      </div>
      {otherUser && <p className="text-sm text-muted">{MESSAGES.ofUser(otherUser)}</p>}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <OptionSelect
            size="compact"
            label={UPLOAD_MESSAGES.question}
            aria-label={MESSAGES.questionOf(file.name)}
            options={questions}
            value={questionId}
            disabled={transfer.state === 'uploading' || transfer.state === 'done'}
            onChange={(event) => onQuestionChosen(Number(event.target.value))}
          />
        </div>
        <Button variant="quiet" size="compact" aria-label={MESSAGES.removeFile(file.name)} onClick={onRemove}>
          <X size={18} aria-hidden />
          {MESSAGES.remove}
        </Button>
      </div>
      <div className="flex items-center justify-between gap-4">
        <BulkRowStatus filename={file.name} transfer={transfer} />
        {transfer.state === 'failed' && (
          <Button variant="outline" size="compact" aria-label={MESSAGES.retryFile(file.name)} onClick={onRetry}>
            <RotateCcw size={18} aria-hidden />
            {MESSAGES.retry}
          </Button>
        )}
      </div>
    </li>
  );
}

interface BulkRowStatusProps {
  filename: string;
  transfer: Transfer;
}

function BulkRowStatus({ filename, transfer }: BulkRowStatusProps) {
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
