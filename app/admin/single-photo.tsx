import { ArrowLeft } from 'lucide-react';
import { isSignedOut } from '../admin-gate/signed-out.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { DownloadLink } from './download-link.js';
import { LoadedVideo } from './loaded-video.js';
import { loadFailure } from './photos-failure.js';
import { usePhotoData } from './use-photo-data.js';

/** One photo alone, as large as the window allows. */
export function SinglePhoto({ photoId }: { photoId: string }) {
  const { data, error, isFetching, refetch } = usePhotoData(photoId, 'alone');
  return (
    <div className="grid justify-items-start gap-5">
      {isFetching && <StatusLine>{MESSAGES.loadingImage}</StatusLine>}
      {error && !isFetching && !isSignedOut(error) && (
        <>
          <StatusLine tone="danger">{`${MESSAGES.loadFailed}: ${loadFailure(error)}`}</StatusLine>
          <Button variant="outline" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        </>
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
