import { shortDateTime } from '../../shared/text/format.js';
import { EDIT_MESSAGES, HISTORY_MESSAGES } from '../common/admin3.messages.js';
import { useWordVersions } from '../common/showcase-queries.js';

/** Who saved the newest words of a video, and when; nothing until that is known. */
export function SavedBy({ videoId }: { videoId: string }) {
  const { data } = useWordVersions(videoId);
  const newest = data?.[0];
  if (!newest) return null;
  const who = newest.producer ?? HISTORY_MESSAGES.nobody;
  return <p className="text-sm text-muted">{EDIT_MESSAGES.theirs(who, shortDateTime(newest.savedAt))}</p>;
}
