import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Photo, photoStreamPath } from '../../api/contract/photos.js';
import { Button } from '../shared/ui/button.js';
import { PHOTO_MESSAGES as TEXT } from './photos.messages.js';

interface SavedPhotoCardProps {
  photo: Photo;
  onRemove: () => void;
}

/** A stored photo. The inline picture comes first; the full one stands in when it cannot be drawn. */
export function SavedPhotoCard({ photo: { id, imageData, originalName, description }, onRemove }: SavedPhotoCardProps) {
  const [source, setSource] = useState(imageData);
  return (
    <li className="grid grid-rows-[auto_1fr_auto] justify-items-start gap-2">
      <img
        src={source}
        alt={description || TEXT.savedAlt(originalName)}
        className="aspect-square w-full rounded-card bg-surface object-cover"
        onError={() => setSource(photoStreamPath(id))}
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
