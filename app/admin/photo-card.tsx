import { ExternalLink } from 'lucide-react';
import { useId } from 'react';
import { type AdminPhoto, adminVideoPreparationPath } from '../../api/contract/admin-participants.js';
import { fileSize } from '../shared/text/format.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { Timestamp } from './timestamp.js';
import { PreparationLine } from './preparation-line.js';
import { DeleteUpload } from './delete-upload.js';
import { DownloadLink } from './download-link.js';
import { photoAddress } from './photo-address.js';
import { PhotoMedia } from './photo-media.js';

interface PhotoCardProps {
  photo: AdminPhoto;
  /** Where it is listed. */
  photosPath: string;
}

/** One photo or video with what is known of it. Nothing of it is read before it is asked for. */
export function PhotoCard({ photo, photosPath }: PhotoCardProps) {
  const nameId = useId();
  const { id, originalName, description, mimeType, fileSize: bytes, source, createdAt } = photo;
  const isVideo = mimeType.startsWith('video/');
  return (
    <li aria-labelledby={nameId} className="flex min-w-0 flex-col gap-3 rounded-card bg-raised p-3">
      <PhotoMedia photo={photo} isVideo={isVideo} describedBy={nameId} />
      <div className="grid gap-1 text-sm">
        <h3 id={nameId} className="font-sans font-semibold wrap-anywhere">
          {originalName}
        </h3>
        <p className={`wrap-anywhere ${description ? '' : 'text-muted'}`}>{description || MESSAGES.noDescription}</p>
        <p className="text-muted tabular-nums">
          {fileSize(bytes)}, <Timestamp iso={createdAt} />
        </p>
        {photo.preparation && (
          <PreparationLine path={adminVideoPreparationPath(id)} known={photo.preparation} describedBy={nameId} />
        )}
        {source === 'public_upload' && <p className="text-warn">{MESSAGES.fromPublicPage}</p>}
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        {!isVideo && (
          <a
            className="button pointer-coarse:min-h-12"
            data-variant="outline"
            data-size="compact"
            href={photoAddress(id)}
            target="_blank"
            rel="noreferrer"
            aria-describedby={nameId}
          >
            <ExternalLink size={18} aria-hidden />
            {MESSAGES.view}
            <span className="sr-only">{MESSAGES.inNewTab}</span>
          </a>
        )}
        <DownloadLink photoId={id} describedBy={nameId} />
        {source === 'public_upload' && <DeleteUpload photo={photo} photosPath={photosPath} describedBy={nameId} />}
      </div>
    </li>
  );
}
