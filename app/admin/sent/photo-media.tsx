import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Film, Image } from 'lucide-react';
import type { AdminPhoto, AdminVideoData } from '../../../api/contract/staff/admin-participants.js';
import { isSignedOut } from '../../shared/http/http-error.js';
import { toast } from '../../shared/ui/toast-store.js';
import { PHOTO_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { loadFailure, usePhotoData } from './sent-requests.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { WatchedVideo } from '../../shared/ui/watched-video.js';
import { photoAddress } from './photo-address.js';

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

interface PhotoPlaceholderProps {
  isVideo: boolean;
  isLoading: boolean;
  /** Why it could not be loaded, or null. */
  failure: string | null;
  describedBy: string;
  onLoad: () => void;
}

function PhotoPlaceholder({ isVideo, isLoading, failure, describedBy, onLoad }: PhotoPlaceholderProps) {
  const Icon = isVideo ? Film : Image;
  return (
    <div className="grid min-h-48 place-content-center justify-items-center gap-3 rounded-control bg-ground p-3 text-center">
      <Icon size={28} aria-hidden className="text-muted" />
      <Button
        variant="outline"
        size="compact"
        aria-describedby={describedBy}
        pending={isLoading}
        pendingLabel={MESSAGES.loadingImage}
        onClick={onLoad}
      >
        {isVideo ? MESSAGES.loadVideo : MESSAGES.load}
      </Button>
      <StatusLine isSaid tone="danger" className="text-sm">
        {failure}
      </StatusLine>
    </div>
  );
}

interface LoadedPictureProps {
  photoId: string;
  imageData: string;
  alt: string;
}

/** The picture, which opens in a new tab. */
function LoadedPicture({ photoId, imageData, alt }: LoadedPictureProps) {
  return (
    <a href={photoAddress(photoId)} target="_blank" rel="noreferrer">
      <img src={imageData} alt={alt} className="aspect-4/3 w-full rounded-control bg-ground object-contain" />
      <span className="sr-only">{MESSAGES.inNewTab}</span>
    </a>
  );
}

interface LoadedVideoProps {
  video: AdminVideoData;
  label: string;
}

/** A video that came through the public page; only its beginning is read before it is played. */
export function LoadedVideo({ video: { imageData, videoUrl }, label }: LoadedVideoProps) {
  return <SentVideo src={videoUrl} poster={imageData} preload="metadata" aria-label={label} />;
}

type SentVideoProps = Pick<
  ComponentProps<typeof WatchedVideo>,
  'ref' | 'src' | 'preload' | 'onEnded' | 'aria-label' | 'aria-labelledby'
> & {
  poster: string | null;
};

/** A video as a person recorded or sent it. */
export function SentVideo({ poster, ...video }: SentVideoProps) {
  return (
    <WatchedVideo
      {...video}
      poster={poster ?? undefined}
      className="aspect-4/3 w-full rounded-control bg-ground object-contain"
    />
  );
}
