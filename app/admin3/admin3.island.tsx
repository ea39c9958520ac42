import { useState } from 'react';
import { AdminGate, type StaffIslandProps } from '../admin-gate/admin-gate.js';
import { useStaffChanges } from '../admin-gate/use-staff-changes.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { PUBLISHING_MESSAGES } from './common/admin3.messages.js';
import { PUBLISHING_KEY, usePublishingState, VIDEO_PAGES_KEY } from './common/video-requests.js';
import { PartTabs } from './part-tabs.js';
import { BulkUpload } from './upload/bulk-upload.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { UPLOAD_MESSAGES } from './common/upload.messages.js';
import { SingleUpload } from './upload/single-upload.js';
import { useUploadOptions } from './common/upload-options.js';
import { forgetSeen } from './common/seen-videos.js';
import { useVideoList } from './videos/list/use-video-list.js';
import { VideoSection } from './videos/list/video-section.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { shortDateTime } from '../shared/text/format.js';
import { LOCALE } from '../../api/contract/common/language.js';

/** /admin3. */
export default function Admin3Island({ staffAccounts }: StaffIslandProps) {
  return (
    <AppIsland>
      <AdminGate page="admin3" staffAccounts={staffAccounts}>
        <ShowcaseAdmin />
      </AdminGate>
    </AppIsland>
  );
}

/** Everything of /admin3 behind the gate: what waits, what is public, and the two ways of uploading. */
function ShowcaseAdmin() {
  // Before any row of the lists is shown.
  useState(forgetSeen);
  useStaffChanges(VIDEO_PAGES_KEY, PUBLISHING_KEY);
  const { options, hasFailed, retry } = useUploadOptions();
  const waiting = useVideoList('waiting');
  const approved = useVideoList('approved');
  return (
    <>
      <div className="mb-4">
        <PublishingStatus />
      </div>
      <PartTabs
        counts={{ waiting: waiting.total, approved: approved.total }}
        panels={{
          waiting: <VideoSection name="waiting" list={waiting} />,
          approved: <VideoSection name="approved" list={approved} />,
          upload: (
            <div className="grid max-w-6xl gap-4">
              {hasFailed && <LoadFailure text={UPLOAD_MESSAGES.optionsFailed} onTryAgain={() => void retry()} />}
              <div className="grid items-start gap-6 lg:grid-cols-2">
                <SingleUpload options={options} />
                <BulkUpload options={options} />
              </div>
            </div>
          ),
        }}
      />
    </>
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
  return new Date(date).toLocaleTimeString(LOCALE);
}
