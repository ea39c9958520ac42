import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { photoAddress } from './photo-address.js';

interface LoadedPictureProps {
  photoId: string;
  imageData: string;
  alt: string;
}

/** The picture, which opens in a new tab. */
export function LoadedPicture({ photoId, imageData, alt }: LoadedPictureProps) {
  return (
    <a href={photoAddress(photoId)} target="_blank" rel="noreferrer">
      <img src={imageData} alt={alt} className="aspect-4/3 w-full rounded-control bg-ground object-contain" />
      <span className="sr-only">{MESSAGES.inNewTab}</span>
    </a>
  );
}
