import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { UPLOAD_TEXT as TEXT } from './upload.messages.js';
import { UploadItemCard } from './upload-item-card.js';
import type { UploadItem } from './upload-list.js';

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
