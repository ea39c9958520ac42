import { addedBy } from '../../../api/contract/people/helpers.js';
import { Download, ExternalLink, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import {
  type AdminPhoto,
  adminVideoPreparationPath,
  originalPhotoPath,
} from '../../../api/contract/staff/admin-participants.js';
import { fileSize } from '../../shared/text/format.js';
import { DELETE_UPLOAD_MESSAGES, PHOTO_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { Timestamp } from '../common/timestamp.js';
import { PreparationLine } from './preparation-line.js';
import { photoAddress } from './photo-address.js';
import { PhotoMedia } from './photo-media.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { toast } from '../../shared/ui/toast-store.js';
import { MarkUrgent } from '../urgent/urgent-section.js';
import { DeleteDialog } from '../common/delete-dialog.js';
import { useDeleteUpload } from '../common/people-requests.js';

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
        <p dir="auto" className={`wrap-anywhere ${description ? '' : 'text-muted'}`}>
          {description || MESSAGES.noDescription}
        </p>
        <p className="text-muted tabular-nums">
          {fileSize(bytes)}, <Timestamp iso={createdAt} />
        </p>
        {photo.preparation && (
          <PreparationLine path={adminVideoPreparationPath(id)} known={photo.preparation} describedBy={nameId} />
        )}
        {photo.addedByHelper && <p>{addedBy(photo.helperName)}</p>}
        {source === 'public_upload' && <p className="text-warn">{MESSAGES.fromPublicPage}</p>}
      </div>
      <div className="mt-auto flex flex-wrap gap-2">
        {!isVideo && (
          <a
            className="button"
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
        <MarkUrgent what={{ photoId: id }} describedBy={nameId} />
        {source === 'public_upload' && <DeleteUpload photo={photo} photosPath={photosPath} describedBy={nameId} />}
      </div>
    </li>
  );
}

interface DeleteUploadProps {
  photo: AdminPhoto;
  /** Where it is listed. */
  photosPath: string;
  describedBy: string;
}

/** Removes one file that anyone may have sent under somebody's e-mail. */
function DeleteUpload({ photo: { id, originalName }, photosPath, describedBy }: DeleteUploadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const deletion = useDeleteUpload(photosPath);
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className="px-2"
        aria-describedby={describedBy}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={18} aria-hidden />
        {DELETE_UPLOAD_MESSAGES.delete}
      </Button>
      {/* Behind the panel the toast is not seen. */}
      <StatusLine isSaid tone="danger" className="text-sm">
        {failure}
      </StatusLine>
      {isAsking && (
        <DeleteDialog
          texts={DELETE_UPLOAD_MESSAGES}
          description={DELETE_UPLOAD_MESSAGES.hint(originalName)}
          deletion={deletion}
          subject={id}
          onClose={() => setIsAsking(false)}
          onDone={() => toast({ title: DELETE_UPLOAD_MESSAGES.deleted(originalName) })}
          onFailed={setFailure}
        />
      )}
    </>
  );
}

interface DownloadLinkProps {
  photoId: string;
  describedBy?: string;
}

/** Gives the file as it was sent; the server names it. */
export function DownloadLink({ photoId, describedBy }: DownloadLinkProps) {
  return (
    <a
      className="button"
      data-variant="outline"
      data-size="compact"
      href={originalPhotoPath(photoId)}
      download
      aria-describedby={describedBy}
    >
      <Download size={18} aria-hidden />
      {MESSAGES.download}
    </a>
  );
}
