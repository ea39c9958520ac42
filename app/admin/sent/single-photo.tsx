import { ArrowLeft } from 'lucide-react';
import { isSignedOut } from '../../shared/http/http-error.js';
import { LoadFailure } from '../../shared/ui/load-failure.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { PHOTO_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { DownloadLink } from './photo-card.js';
import { LoadedVideo } from './photo-media.js';
import { loadFailure, usePhotoData } from './sent-requests.js';

/** One photo alone, as large as the window allows. */
export function SinglePhoto({ photoId }: { photoId: string }) {
  const { data, error, isFetching, refetch } = usePhotoData(photoId, 'alone');
  return (
    <div className="grid justify-items-start gap-5">
      {isFetching && <StatusLine>{MESSAGES.loadingImage}</StatusLine>}
      {error && !isFetching && !isSignedOut(error) && (
        <LoadFailure text={`${MESSAGES.loadFailed}: ${loadFailure(error)}`} onTryAgain={() => void refetch()} />
      )}
      {data?.videoUrl !== undefined && <LoadedVideo video={data} label={MESSAGES.picture} />}
      {data && data.videoUrl === undefined && (
        <img src={data.imageData} alt={MESSAGES.picture} className="max-h-[75dvh] max-w-full rounded-control" />
      )}
      <div className="flex flex-wrap gap-3">
        <DownloadLink photoId={photoId} />
        <a href="/admin" className="button" data-variant="quiet" data-size="compact">
          <ArrowLeft size={18} aria-hidden />
          {MESSAGES.back}
        </a>
      </div>
    </div>
  );
}
