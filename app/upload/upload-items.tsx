import { Check, CircleAlert, Film, ImageIcon, X } from 'lucide-react';
import { useState } from 'react';
import { DESCRIPTION_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { useFileSource } from '../shared/files.js';
import { fileSize } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { TextArea } from '../shared/ui/text-field.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { isVideo } from '../shared/files.js';
import type { Transfer, UploadItem } from './upload-list.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';

interface UploadItemsProps {
  items: readonly UploadItem[];
  isSending: boolean;
  onRemove: (id: number) => void;
  onDescribe: (id: number, description: string) => void;
}

/** The chosen files; when one is taken out the focus goes to the one that moves up. */
export function UploadItems({ items, isSending, onRemove, onDescribe }: UploadItemsProps) {
  const { fallback, list, focusAt } = useRowFocus<HTMLDivElement>();
  return (
    <div ref={fallback} tabIndex={-1} className="outline-none">
      {items.length > 0 && (
        <ul ref={list} aria-label={TEXT.listHeading} className="grid">
          {items.map((item, index) => (
            <UploadItemCard
              key={item.id}
              item={item}
              isLocked={isSending || item.transfer.state === 'arrived'}
              onDescribe={(description) => onDescribe(item.id, description)}
              onRemove={() => {
                onRemove(item.id);
                focusAt(index);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface UploadItemCardProps {
  item: UploadItem;
  /** It is being sent, or has been: it can no longer be changed. */
  isLocked: boolean;
  onDescribe: (description: string) => void;
  onRemove: () => void;
}

/** One chosen file. */
function UploadItemCard({ item, isLocked, onDescribe, onRemove }: UploadItemCardProps) {
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
          readOnly={isLocked}
          onChange={({ target }) => onDescribe(target.value)}
        />
        <ItemTransfer name={file.name} transfer={transfer} />
      </div>
    </li>
  );
}

const BOX = 'aspect-square w-full rounded-control bg-raised sm:row-span-2';

/** A small picture of a chosen photo; an icon for a video, and for a photo that this browser cannot draw. */
function ItemPreview({ file }: { file: File }) {
  const [canDraw, setCanDraw] = useState(!isVideo(file));
  if (canDraw) return <Thumbnail file={file} onFailure={() => setCanDraw(false)} />;
  const Icon = isVideo(file) ? Film : ImageIcon;
  return (
    <div className={`${BOX} grid place-content-center text-muted`}>
      <Icon size={32} aria-hidden />
    </div>
  );
}

/** Its name stands beside it. */
function Thumbnail({ file, onFailure }: { file: File; onFailure: () => void }) {
  const picture = useFileSource<HTMLImageElement>(file);
  return <img ref={picture} alt="" className={`${BOX} object-cover`} onError={onFailure} />;
}

/** How far one file is, in words and as a bar. */
function ItemTransfer({ name, transfer }: { name: string; transfer: Transfer }) {
  switch (transfer.state) {
    case 'waiting':
      return null;
    case 'sending':
      return (
        <div className="grid gap-2">
          <ProgressBar value={transfer.percent} label={TEXT.progress(name)} />
          <p className="text-sm text-muted tabular-nums">{TEXT.sending(transfer.percent)}</p>
        </div>
      );
    case 'arrived':
      return (
        <p className="flex items-center gap-2 text-sm text-good">
          <Check size={18} aria-hidden />
          {TEXT.arrived}
        </p>
      );
    case 'refused':
      return (
        <p className="flex gap-2 text-sm wrap-anywhere text-danger">
          <CircleAlert size={18} aria-hidden className="mt-0.5 flex-none" />
          {transfer.reason}
        </p>
      );
  }
}
