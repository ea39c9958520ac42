import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { PhotoCard } from './photo-card.js';
import { photosFailure } from './photos-failure.js';
import { useUserPhotos } from './use-user-photos.js';

/** The photos and videos of one person or sender, or why there are none. */
export function PhotoList({ photosPath }: { photosPath: string }) {
  const { data: photos, isError, error, failureCount, isFetching, refetch } = useUserPhotos(photosPath);
  if (photos === undefined && (isFetching || !isError)) {
    return <StatusLine>{failureCount > 0 ? MESSAGES.retrying(failureCount) : MESSAGES.loading}</StatusLine>;
  }
  if (photos === undefined) {
    return (
      <div className="grid justify-items-start gap-3">
        <StatusLine tone="danger" className="wrap-anywhere">
          {photosFailure(error)}
        </StatusLine>
        <Button variant="outline" onClick={() => void refetch()}>
          {MESSAGES.tryAgain}
        </Button>
      </div>
    );
  }
  if (photos.length === 0) {
    return (
      <div>
        <p>{MESSAGES.none}</p>
        <p className="text-muted">{MESSAGES.noneHint}</p>
      </div>
    );
  }
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {photos.map((photo) => (
        <PhotoCard key={photo.id} photo={photo} photosPath={photosPath} />
      ))}
    </ul>
  );
}
