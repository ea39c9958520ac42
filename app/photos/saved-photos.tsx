import { addedBy } from '../../api/contract/people/helpers.js';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  PHOTO_LARGE_EDGE_PX,
  PHOTO_MEDIUM_EDGE_PX,
  PHOTO_THUMBNAIL_EDGE_PX,
} from '../../api/contract/common/limits.js';
import { type Photo, photoStreamPath } from '../../api/contract/people/photos.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

interface SavedPhotosProps {
  photos: Photo[];
  onRemove: (id: string) => Promise<void>;
}

/** The stored photos; each can be deleted after a question. */
export function SavedPhotos({ photos, onRemove }: SavedPhotosProps) {
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const { list, keepFocusAt } = useRowFocus();

  const remove = async () => {
    if (askedAbout === null) return;
    const index = photos.findIndex(({ id }) => id === askedAbout);
    setIsRemoving(true);
    await onRemove(askedAbout);
    setIsRemoving(false);
    setAskedAbout(null);
    keepFocusAt(index);
  };
  return (
    <section className="grid gap-4">
      <h3 className="text-lg">{TEXT.savedHeading}</h3>
      <ul ref={list} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {photos.map((photo) => (
          <SavedPhotoCard key={photo.id} photo={photo} onRemove={() => setAskedAbout(photo.id)} />
        ))}
      </ul>
      <ConfirmDialog
        open={askedAbout !== null}
        onOpenChange={(open) => !open && setAskedAbout(null)}
        title={TEXT.confirmRemove}
        confirmLabel={TEXT.remove}
        cancelLabel={TEXT.keep}
        danger
        pending={isRemoving}
        pendingLabel={TEXT.removing}
        onConfirm={() => void remove()}
      />
    </section>
  );
}

interface SavedPhotoCardProps {
  photo: Photo;
  onRemove: () => void;
}

/** As wide as its column of the grid. */
const SHOWN_WIDTH = '(min-width: 640px) 15rem, 46vw';

/**
 * A stored photo. The inline picture comes first, a larger one only on a screen that shows more; the full one stands in when
 * it cannot be drawn.
 */
function SavedPhotoCard({ photo, onRemove }: SavedPhotoCardProps) {
  const { id, imageData, originalName, description, addedByHelper = false, helperName } = photo;
  const [isInline, setIsInline] = useState(true);
  const sizes = [
    `${imageData} ${PHOTO_THUMBNAIL_EDGE_PX}w`,
    `${photoStreamPath(id, 'medium')} ${PHOTO_MEDIUM_EDGE_PX}w`,
    `${photoStreamPath(id)} ${PHOTO_LARGE_EDGE_PX}w`,
  ].join(', ');
  const name = description || TEXT.savedAlt(originalName);
  return (
    <li tabIndex={-1} aria-label={name} className="grid grid-rows-[auto_1fr_auto] justify-items-start gap-2">
      <img
        src={isInline ? imageData : photoStreamPath(id)}
        srcSet={isInline ? sizes : undefined}
        sizes={SHOWN_WIDTH}
        loading="lazy"
        alt={name}
        className="aspect-square w-full rounded-card bg-surface object-cover"
        onError={() => setIsInline(false)}
      />
      <p className="text-sm">
        {description}
        {addedByHelper && <span className="block text-muted">{addedBy(helperName)}</span>}
      </p>
      <Button
        variant="quiet"
        aria-label={TEXT.removeNamed(originalName)}
        onClick={onRemove}
        className="-ml-2 px-2 text-sm"
      >
        <Trash2 size={20} aria-hidden />
        {TEXT.remove}
      </Button>
    </li>
  );
}
