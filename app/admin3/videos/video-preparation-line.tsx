import { HOST_NAMES } from '../../../api/contract/hosted-video.js';
import { isBeingPrepared } from '../../../api/contract/preparation.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { LIST_MESSAGES as MESSAGES, VIDEO_MESSAGES } from '../common/admin3.messages.js';
import { hostOf } from './hosted-label.js';
import { PrepareAgain } from './prepare-again.js';
import { videoMeasures } from './video-measures.js';

/** How far a video is on its way to what every device plays, what it is, and the way to the file as it came or to its host. */
export function VideoPreparationLine({ video }: { video: ShowcaseVideo }) {
  const { preparation, originalUrl } = video;
  const measures = videoMeasures(video);
  const host = hostOf(video);
  return (
    <ul className="flex flex-wrap items-center gap-x-5 text-sm text-muted">
      {preparation && isBeingPrepared(preparation) && <li>{MESSAGES.preparing}</li>}
      {preparation?.state === 'off' && !video.isShown && <li className="text-warn">{MESSAGES.noTools}</li>}
      {preparation?.state === 'failed' && (
        <li className="flex flex-wrap items-center gap-x-3">
          <span className="text-warn">{MESSAGES.cannotBePlayed(preparation.problem ?? '')}</span>
          <PrepareAgain video={video} />
        </li>
      )}
      {measures && <li className="tabular-nums">{measures}</li>}
      {originalUrl && (
        <li>
          <a href={originalUrl} download className="inline-flex min-h-11 items-center">
            {MESSAGES.original}
            <span className="sr-only"> {video.title}</span>
          </a>
        </li>
      )}
      {host && (
        <li>
          <a href={video.videoUrl} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center">
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
