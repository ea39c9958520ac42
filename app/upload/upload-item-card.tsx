import { X } from 'lucide-react';
import { DESCRIPTION_MAX_LENGTH } from '../../api/contract/limits.js';
import { fileSize } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { TextArea } from '../shared/ui/text-area.js';
import { ItemPreview } from './item-preview.js';
import { ItemTransfer } from './item-transfer.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import type { UploadItem } from './upload-list.js';

interface UploadItemCardProps {
  item: UploadItem;
  /** It is being sent, or has been: it can no longer be changed. */
  isLocked: boolean;
  onDescribe: (description: string) => void;
  onRemove: () => void;
}

/** One chosen file. */
export function UploadItemCard({ item, isLocked, onDescribe, onRemove }: UploadItemCardProps) {
  const { file, description, transfer } = item;
  return (
    <li
      tabIndex={-1}
      aria-label={file.name}
      className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-t border-line py-5 sm:grid-cols-[7rem_minmax(0,1fr)]"
    >
      <ItemPreview file={file} />
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{file.name}</p>
          <p className="text-sm text-muted tabular-nums">{fileSize(file.size)}</p>
        </div>
        {!isLocked && (
          <Button
            variant="quiet"
            className="-mt-2 flex-none px-3"
            aria-label={TEXT.removeNamed(file.name)}
            onClick={onRemove}
          >
            <X size={20} aria-hidden />
            <span className="max-sm:sr-only">{TEXT.remove}</span>
          </Button>
        )}
      </div>
      <div className="col-span-2 grid gap-3 sm:col-span-1 sm:col-start-2">
        <TextArea
          label={TEXT.describe}
          rows={2}
          maxLength={DESCRIPTION_MAX_LENGTH}
          value={description}
          disabled={isLocked}
          onChange={({ target }) => onDescribe(target.value)}
        />
        <ItemTransfer name={file.name} transfer={transfer} />
      </div>
    </li>
  );
}
