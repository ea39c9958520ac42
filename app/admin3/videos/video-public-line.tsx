import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { shortDateTime } from '../../shared/text/format.js';
import { LIST_MESSAGES as MESSAGES, VIEW_MESSAGES } from '../common/admin3.messages.js';
import { questionTitle } from './video-label.js';

/** Since when the public sees a video, or what it will see of it. */
export function VideoPublicLine({ video }: { video: ShowcaseVideo }) {
  const { isApproved, isShown, approvedAt } = video;
  if (isShown) {
    if (!approvedAt) return null;
    const date = shortDateTime(approvedAt);
    if (video.isWatchable) return <p className="text-sm text-good tabular-nums">{MESSAGES.liveSince(date)}</p>;
    return <p className="measure text-sm text-warn">{MESSAGES.liveWithout(date, whyWithout(video))}</p>;
  }
  if (isApproved) return <p className="text-sm text-warn">{MESSAGES.replaced}</p>;
  return <p className="measure text-sm text-muted">{whatWillBePublic(video)}</p>;
}

function whyWithout({ preparation }: ShowcaseVideo): string {
  const { preparing, noTools, failed } = MESSAGES.without;
  if (preparation?.state === 'off') return noTools;
  return preparation?.state === 'failed' ? failed : preparing;
}

const listOfParts = new Intl.ListFormat('en-US');

function whatWillBePublic(video: ShowcaseVideo): string {
  const { video: film, transcript, captions } = MESSAGES.parts;
  const parts = [film, ...(video.transcript === '' ? [] : [transcript]), ...(video.cues ? [captions] : [])];
  const { user } = video;
  return MESSAGES.willBePublic(VIEW_MESSAGES.storyOf(user.firstName), questionTitle(video), listOfParts.format(parts));
}
