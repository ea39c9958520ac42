import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { LIST_MESSAGES as MESSAGES } from '../admin-showcase.messages.js';
import { videoMeasures } from './video-measures.js';

/** How far a video is on its way to what every device plays, what it is, and the way to the file as it came. */
export function VideoPreparationLine({ video }: { video: ShowcaseVideo }) {
  const { preparation, originalUrl } = video;
  const measures = videoMeasures(video);
  return (
    <ul className="flex flex-wrap items-center gap-x-5 text-sm text-muted">
      {(preparation.state === 'waiting' || preparation.state === 'working') && <li>{MESSAGES.preparing}</li>}
      {preparation.state === 'failed' && (
        <li className="text-warn">{MESSAGES.cannotBePlayed(preparation.problem ?? '')}</li>
      )}
      {measures && <li className="tabular-nums">{measures}</li>}
      <li>
        <a href={originalUrl} download className="inline-flex min-h-11 items-center">
          {MESSAGES.original}
          <span className="sr-only"> {video.title}</span>
        </a>
      </li>
    </ul>
  );
}
