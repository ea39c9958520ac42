import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { shortDateTime } from '../../shared/text/format.js';
import { LIST_MESSAGES as MESSAGES, VIEW_MESSAGES } from '../admin-showcase.messages.js';
import { questionTitle } from './video-label.js';

/** Since when the public sees a video, or what it will see of it. */
export function VideoPublicLine({ video }: { video: ShowcaseVideo }) {
  const { isApproved, isShown, approvedAt } = video;
  if (isShown) {
    return (
      approvedAt && <p className="text-sm text-good tabular-nums">{MESSAGES.liveSince(shortDateTime(approvedAt))}</p>
    );
  }
  if (isApproved) return <p className="text-sm text-warn">{MESSAGES.replaced}</p>;
  return <p className="measure text-sm text-muted">{whatWillBePublic(video)}</p>;
}

const listOfParts = new Intl.ListFormat('en-US');

function whatWillBePublic(video: ShowcaseVideo): string {
  const { video: film, transcript, captions } = MESSAGES.parts;
  const parts = [film, ...(video.transcript === '' ? [] : [transcript]), ...(video.cues ? [captions] : [])];
  const { user } = video;
  return MESSAGES.willBePublic(VIEW_MESSAGES.storyOf(user.firstName), questionTitle(video), listOfParts.format(parts));
}
