import { useState } from 'react';
import { LIST_TEXTS } from './common/admin3.messages.js';
import { PublishingStatus } from './videos/publishing-status.js';
import { useVideoPages } from './common/showcase-queries.js';
import { BulkUpload } from './upload/bulk-upload.js';
import { OptionsFailure } from './common/options-failure.js';
import { SingleUpload } from './upload/single-upload.js';
import { useUploadOptions } from './common/use-upload-options.js';
import { forgetLookedAt } from './common/looked-at.js';
import { ListLinks } from './videos/list-links.js';
import { useSettled } from './videos/use-settled.js';
import { VideoSection } from './videos/video-section.js';

/** Everything of /admin3 behind the gate: the two ways of uploading, then what waits and what is public. */
export function ShowcaseAdmin() {
  // Before any row of the lists is shown.
  useState(forgetLookedAt);
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
        {hasFailed && <OptionsFailure onTryAgain={() => void retry()} />}
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
