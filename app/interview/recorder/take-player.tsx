import { AudioLines } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useFileSource } from '../../shared/files.js';
import { CalmSurface } from './calm-surface.js';
import { fitOf, type Picture, pictureOf } from './picture.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';
import type { Take } from './take.js';

interface TakePlayerProps {
  take: Take;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Plays a take from memory. */
export function TakePlayer({ take, headingRef }: TakePlayerProps) {
  const video = useFileSource<HTMLVideoElement>(take.blob);
  const [picture, setPicture] = useState<Picture>('upright');
  // A file that was chosen may be of a kind which only other programs know.
  const [canShow, setCanShow] = useState(true);
  return (
    <>
      <h3
        ref={headingRef}
        tabIndex={-1}
        className="absolute inset-x-0 top-0 z-10 bg-surface py-1 text-center font-sans text-sm font-semibold outline-none"
      >
        {TEXT.review}
      </h3>
      {canShow ? (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- a recording of a moment ago has none yet
        <video
          ref={video}
          controls
          playsInline
          preload="metadata"
          aria-label={TEXT.reviewVideo}
          className={`size-full ${fitOf(picture)}`}
          onLoadedMetadata={({ currentTarget }) => {
            setPicture(pictureOf(currentTarget));
            measureDuration(currentTarget);
          }}
          onError={() => setCanShow(false)}
        />
      ) : (
        <p className="grid size-full place-content-center p-4 text-center text-sm text-muted">{TEXT.cannotShow}</p>
      )}
      {canShow && picture === 'none' && (
        <CalmSurface icon={AudioLines} isAboveControls>
          {TEXT.soundOnly}
        </CalmSurface>
      )}
    </>
  );
}

/** A recorder writes no duration; a jump to beyond the end makes the browser find it, so that its time line works. */
function measureDuration(video: HTMLVideoElement): void {
  if (Number.isFinite(video.duration)) return;
  video.addEventListener('durationchange', () => (video.currentTime = 0), { once: true });
  video.currentTime = Number.MAX_SAFE_INTEGER;
}
