import { HOST_NAMES } from '../../../../api/contract/media/hosted-video.js';
import type { VideoPreparation } from '../../../../api/contract/media/preparation.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { LIST_MESSAGES as MESSAGES, VIDEO_MESSAGES } from '../../common/admin3.messages.js';
import { hostOf, videoMeasures } from '../common/video-label.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { Button } from '../../../shared/ui/button.js';
import { toast } from '../../../shared/ui/toast-store.js';
import { usePrepareAgain } from '../../common/video-requests.js';

interface VideoPreparationLineProps {
  video: ShowcaseVideo;
  isShut: boolean;
  /** The button of another try may have gone by then. */
  onTried: () => void;
}

/** How far a video is on its way to what every device plays, what it is, and the way to the file as it came or to its host. */
export function VideoPreparationLine({ video, isShut, onTried }: VideoPreparationLineProps) {
  const { preparation, originalUrl } = video;
  const measures = videoMeasures(video);
  const host = hostOf(video);
  if (isShut && (preparation === null || preparation.state === 'ready')) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-5 text-sm text-muted">
      {preparation && <PreparationState video={video} preparation={preparation} onTried={onTried} />}
      {!isShut && measures && <li className="tabular-nums">{measures}</li>}
      {!isShut && originalUrl && (
        <li>
          <a
            href={originalUrl}
            download
            className="inline-flex min-h-11 items-center underline compact:pointer-fine:min-h-6"
          >
            {MESSAGES.original}
            <span className="sr-only"> {video.title}</span>
          </a>
        </li>
      )}
      {!isShut && host && (
        <li>
          <a
            href={video.videoUrl ?? undefined}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center underline compact:pointer-fine:min-h-6"
          >
            {MESSAGES.openAt(HOST_NAMES[host])}
            <span className="sr-only">
              {' '}
              {video.title}
              {VIDEO_MESSAGES.inNewTab}
            </span>
          </a>
        </li>
      )}
    </ul>
  );
}

interface PreparationStateProps extends Omit<VideoPreparationLineProps, 'isShut'> {
  preparation: VideoPreparation;
}

function PreparationState({ video, preparation, onTried }: PreparationStateProps) {
  switch (preparation.state) {
    case 'waiting':
    case 'working':
      return <li>{MESSAGES.preparing}</li>;
    case 'off':
      return video.isShown ? null : <li className="text-warn">{MESSAGES.noTools}</li>;
    case 'failed':
      return (
        <li className="flex flex-wrap items-center gap-x-3">
          <span className="text-warn">{MESSAGES.cannotBePlayed(preparation.problem ?? '')}</span>
          <PrepareAgain video={video} onTried={onTried} />
        </li>
      );
    case 'ready':
      return null;
  }
}

/** Another try at a video of which nothing could be made: the reason may have been this machine after all. */
function PrepareAgain({ video: { id, title }, onTried }: Omit<VideoPreparationLineProps, 'isShut'>) {
  const { mutateAsync, isPending } = usePrepareAgain();
  const tryAgain = async () => {
    try {
      await mutateAsync(id);
      toast({ title: MESSAGES.preparingAgain(title) });
    } catch (error) {
      tellFailure(error, MESSAGES.prepareAgainFailed, MESSAGES.prepareAgainFailedHint);
    }
    onTried();
  };
  return (
    <Button variant="quiet" size="compact" pending={isPending} onClick={() => void tryAgain()}>
      {MESSAGES.prepareAgain}
      <span className="sr-only"> {title}</span>
    </Button>
  );
}
