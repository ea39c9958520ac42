import { StatusLine } from '../../shared/ui/status-line.js';
import { shortDateTime } from '../../shared/text/format.js';
import { PUBLISHING_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { usePublishingState } from '../common/showcase-queries.js';

/** Whether the public pages are what was approved; when they are not, why, and when that is tried again. */
export function PublishingStatus() {
  const { data } = usePublishingState();
  if (!data?.failure) {
    return (
      <StatusLine className="text-sm">
        {data?.publishedAt && MESSAGES.upToDate(shortDateTime(data.publishedAt))}
      </StatusLine>
    );
  }
  const { since, reason, retryAt } = data.failure;
  return (
    <StatusLine tone="danger">
      {MESSAGES.failing(shortDateTime(since), reason)} {retryAt ? MESSAGES.retryAt(timeOf(retryAt)) : MESSAGES.retrying}
    </StatusLine>
  );
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString('en-US');
}
