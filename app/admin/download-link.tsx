import { Download } from 'lucide-react';
import { originalPhotoPath } from '../../api/contract/admin-participants.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';

interface DownloadLinkProps {
  photoId: string;
  describedBy?: string;
}

/** Gives the file as it was sent; the server names it. */
export function DownloadLink({ photoId, describedBy }: DownloadLinkProps) {
  return (
    <a
      className="button pointer-coarse:min-h-12"
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
