import { HOST_NAMES } from '../../../api/contract/hosted-video.js';
import type { VideoPreparation } from '../../../api/contract/preparation.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { LIST_MESSAGES as MESSAGES, VIDEO_MESSAGES } from '../common/admin3.messages.js';
import { hostOf, videoMeasures } from './video-label.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { Button } from '../../shared/ui/button.js';
import { toast } from '../../shared/ui/toast-store.js';
import { usePrepareAgain } from '../common/video-requests.js';

/** How far a video is on its way to what every device plays, what it is, and the way to the file as it came or to its host. */
export function VideoPreparationLine({ video, isShut }: { video: ShowcaseVideo; isShut: boolean }) {
  const { preparation, originalUrl } = video;
  const measures = videoMeasures(video);
  const host = hostOf(video);
  if (isShut && (preparation === null || preparation.state === 'ready')) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-5 text-sm text-muted">
      {preparation && <PreparationState video={video} preparation={preparation} />}
      {!isShut && measures && <li className="tabular-nums">{measures}</li>}
      {!isShut && originalUrl && (
        <li>
          <a href={originalUrl} download className="inline-flex min-h-11 items-center compact:pointer-fine:min-h-6">
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
            className="inline-flex min-h-11 items-center compact:pointer-fine:min-h-6"
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

function PreparationState({ video, preparation }: { video: ShowcaseVideo; preparation: VideoPreparation }) {
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
          <PrepareAgain video={video} />
        </li>
      );
    case 'ready':
      return null;
  }
}

/** Another try at a video of which nothing could be made: the reason may have been this machine after all. */
function PrepareAgain({ video: { id, title } }: { video: ShowcaseVideo }) {
  const { mutateAsync, isPending } = usePrepareAgain();
  const tryAgain = async () => {
    try {
      await mutateAsync(id);
      toast({ title: MESSAGES.preparingAgain(title) });
    } catch (error) {
      tellFailure(error, MESSAGES.prepareAgainFailed, MESSAGES.prepareAgainFailedHint);
    }
  };
  return (
    <Button variant="quiet" size="compact" pending={isPending} onClick={() => void tryAgain()}>
      {MESSAGES.prepareAgain}
      <span className="sr-only"> {title}</span>
    </Button>
  );
}
