import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PHOTO_LARGE_EDGE_PX, PHOTO_MEDIUM_EDGE_PX, PHOTO_THUMBNAIL_EDGE_PX } from '../../api/contract/limits.js';
import { type Photo, photoStreamPath } from '../../api/contract/photos.js';
import { Button } from '../shared/ui/button.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

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
export function SavedPhotoCard({ photo: { id, imageData, originalName, description }, onRemove }: SavedPhotoCardProps) {
  const [isInline, setIsInline] = useState(true);
  const sizes = [
    `${imageData} ${PHOTO_THUMBNAIL_EDGE_PX}w`,
    `${photoStreamPath(id, 'medium')} ${PHOTO_MEDIUM_EDGE_PX}w`,
    `${photoStreamPath(id)} ${PHOTO_LARGE_EDGE_PX}w`,
  ].join(', ');
  return (
    <li className="grid grid-rows-[auto_1fr_auto] justify-items-start gap-2">
      <img
        src={isInline ? imageData : photoStreamPath(id)}
        srcSet={isInline ? sizes : undefined}
        sizes={SHOWN_WIDTH}
        loading="lazy"
        alt={description || TEXT.savedAlt(originalName)}
        className="aspect-square w-full rounded-card bg-surface object-cover"
        onError={() => setIsInline(false)}
      />
      <p className="text-sm">{description}</p>
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
