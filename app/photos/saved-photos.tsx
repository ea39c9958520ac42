import { useState } from 'react';
import type { Photo } from '../../api/contract/photos.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';
import { SavedPhotoCard } from './saved-photo-card.js';

interface SavedPhotosProps {
  photos: Photo[];
  onRemove: (id: string) => Promise<void>;
}

/** The stored photos; each can be deleted after a question. */
export function SavedPhotos({ photos, onRemove }: SavedPhotosProps) {
  const [askedAbout, setAskedAbout] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);

  const remove = async () => {
    if (askedAbout === null) return;
    setIsRemoving(true);
    await onRemove(askedAbout);
    setIsRemoving(false);
    setAskedAbout(null);
  };
  return (
    <section className="grid gap-4">
      <h3 className="text-lg">{TEXT.savedHeading}</h3>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
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
