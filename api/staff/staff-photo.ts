import { fromHelper } from '../people/participants/added-by-helper.entity.js';
import type { AdminPhoto } from '../contract/staff/admin-participants.js';
import type { VideoPreparation } from '../contract/media/preparation.js';
import type { MediaFile } from '../media/store/media-file.entity.js';
import { findMediaType } from '../media/store/media-types.js';
import type { Photo } from '../people/photos/photo.entity.js';
import type { PublicUpload } from '../people/public-uploads/public-upload.entity.js';

/** What staff look at: a photo of a participant, or a photo or a video that came through the public page. */
export interface StaffPhoto extends Pick<AdminPhoto, 'id' | 'originalName' | 'description' | 'source'> {
  createdAt: Date;
  /** Null of what came through the public page: nobody has shown whose it is. */
  participantId: string | null;
  /** The link of the helper who added it. */
  helperLinkId?: string | null;
  helperName?: string | null;
  /** As it was sent. */
  original: MediaFile;
}

export function fromPhoto({ originalMedia, ...photo }: Photo): StaffPhoto {
  return { ...photo, source: 'participant', original: originalMedia };
}

export function fromPublicUpload({ media, ...upload }: PublicUpload): StaffPhoto {
  return { ...upload, source: 'public_upload', participantId: null, original: media };
}

export function isVideo({ original }: StaffPhoto): boolean {
  return findMediaType(original.mimeType)?.family === 'video';
}

/** A photo or a video as staff see it in a list; only a video is prepared. */
export function toAdminPhoto(photo: StaffPhoto, preparation: VideoPreparation): AdminPhoto {
  const { id, originalName, description, source, original, createdAt } = photo;
  return {
    id,
    originalName,
    description,
    mimeType: original.mimeType,
    source,
    fileSize: original.bytes,
    preparation: isVideo(photo) ? preparation : null,
    createdAt: createdAt.toISOString(),
    ...fromHelper(photo),
  };
}
