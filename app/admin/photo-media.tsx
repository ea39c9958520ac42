import { useEffect, useRef, useState } from 'react';
import type { AdminPhoto } from '../../api/contract/admin-participants.js';
import { isSignedOut } from '../admin-gate/signed-out.js';
import { toast } from '../shared/ui/toast-store.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';
import { LoadedPicture } from './loaded-picture.js';
import { LoadedVideo } from './loaded-video.js';
import { PhotoPlaceholder } from './photo-placeholder.js';
import { loadFailure } from './photos-failure.js';
import { usePhotoData } from './use-photo-data.js';

interface PhotoMediaProps {
  photo: AdminPhoto;
  isVideo: boolean;
  describedBy: string;
}

/** Where the picture or video will be, and the button that loads it; then the thing itself, with the focus that it had. */
export function PhotoMedia({ photo, isVideo, describedBy }: PhotoMediaProps) {
  const { data, isFetching, error, refetch } = usePhotoData(photo.id, 'in a grid');
  const place = useRef<HTMLDivElement>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const isLoaded = data !== undefined;
  const name = photo.description || photo.originalName;

  useEffect(() => {
    if (isLoaded && takesFocus) place.current?.querySelector<HTMLElement>('a, video')?.focus();
  }, [isLoaded, takesFocus]);

  const load = async () => {
    const result = await refetch();
    setTakesFocus(place.current?.contains(document.activeElement) ?? false);
    if (result.isError && !isSignedOut(result.error)) {
      toast({ title: MESSAGES.loadFailed, description: loadFailure(result.error), variant: 'destructive' });
    }
  };
  return (
    <div ref={place} className="grid">
      {data === undefined && (
        <PhotoPlaceholder
          isVideo={isVideo}
          isLoading={isFetching}
          failure={error && !isFetching && !isSignedOut(error) ? loadFailure(error) : null}
          describedBy={describedBy}
          onLoad={() => void load()}
        />
      )}
      {data?.videoUrl !== undefined && <LoadedVideo video={data} label={name} />}
      {data && data.videoUrl === undefined && (
        <LoadedPicture photoId={photo.id} imageData={data.imageData} alt={name} />
      )}
    </div>
  );
}
