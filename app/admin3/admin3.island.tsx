import { useEffect, useState } from 'react';
import { AdminGate } from '../admin-gate/admin-gate.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { LIST_LINK_MESSAGES as MESSAGES, LIST_TEXTS, PUBLISHING_MESSAGES } from './common/admin3.messages.js';
import { usePublishingState, useVideoPages } from './common/video-requests.js';
import { BulkUpload } from './upload/bulk-upload.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { UPLOAD_MESSAGES } from './common/upload.messages.js';
import { SingleUpload } from './upload/single-upload.js';
import { useUploadOptions } from './common/upload-options.js';
import { forgetSeen } from './common/seen-videos.js';
import { VideoSection } from './videos/video-section.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { shortDateTime } from '../shared/text/format.js';

/** /admin3. */
export default function Admin3Island() {
  return (
    <AppIsland>
      <AdminGate page="admin3">
        <ShowcaseAdmin />
      </AdminGate>
    </AppIsland>
  );
}

/** Everything of /admin3 behind the gate: the two ways of uploading, then what waits and what is public. */
function ShowcaseAdmin() {
  // Before any row of the lists is shown.
  useState(forgetSeen);
  const { options, hasFailed, retry } = useUploadOptions();
  const [waitingSearch, setWaitingSearch] = useState('');
  const [approvedSearch, setApprovedSearch] = useState('');
  const waiting = useVideoPages('waiting', useSettled(waitingSearch));
  const approved = useVideoPages('approved', useSettled(approvedSearch));
  return (
    <div className="grid gap-12">
      <div className="grid gap-2">
        <ListLinks waiting={waiting.data?.pages[0]?.total} approved={approved.data?.pages[0]?.total} />
        <PublishingStatus />
        {hasFailed && <LoadFailure text={UPLOAD_MESSAGES.optionsFailed} onTryAgain={() => void retry()} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <SingleUpload options={options} />
          <BulkUpload options={options} />
        </div>
      </div>
      <VideoSection
        id="waiting"
        texts={LIST_TEXTS.waiting}
        pages={waiting}
        search={waitingSearch}
        onSearch={setWaitingSearch}
      />
      <VideoSection
        id="approved"
        texts={LIST_TEXTS.approved}
        pages={approved}
        search={approvedSearch}
        onSearch={setApprovedSearch}
      />
    </div>
  );
}

interface ListLinksProps {
  /** Undefined until they are counted. */
  waiting: number | undefined;
  approved: number | undefined;
}

/** How much is in the two lists, and the way to them past the forms. */
function ListLinks({ waiting, approved }: ListLinksProps) {
  return (
    <nav aria-label={MESSAGES.label} className="flex min-h-12 flex-wrap gap-x-6 tabular-nums">
      {waiting !== undefined && <ListLink href="#waiting">{MESSAGES.waiting(waiting)}</ListLink>}
      {approved !== undefined && <ListLink href="#approved">{MESSAGES.approved(approved)}</ListLink>}
    </nav>
  );
}

function ListLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-12 items-center text-muted underline hover:text-text">
      {children}
    </a>
  );
}

/** Whether the public pages are what was approved; when they are not, why, and when that is tried again. */
function PublishingStatus() {
  const { data } = usePublishingState();
  if (!data?.failure) {
    return (
      <StatusLine className="text-sm">
        {data?.publishedAt && PUBLISHING_MESSAGES.upToDate(shortDateTime(data.publishedAt))}
      </StatusLine>
    );
  }
  const { since, reason, retryAt } = data.failure;
  return (
    <StatusLine tone="danger">
      {PUBLISHING_MESSAGES.failing(shortDateTime(since), reason)}{' '}
      {retryAt ? PUBLISHING_MESSAGES.retryAt(timeOf(retryAt)) : PUBLISHING_MESSAGES.retrying}
    </StatusLine>
  );
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString('en-US');
}

const SETTLED_AFTER_MS = 250;

/** A text that is being typed, once nothing has been typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
