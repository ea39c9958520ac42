import { Download } from 'lucide-react';
import {
  type MyStory,
  type OwnReceipt,
  receiptPath,
  STORY_DOWNLOAD_PATH,
} from '../../api/contract/stories/my-story.js';
import { RECEIPT_ACTOR_WORDS, RECEIPT_WORDS } from '../../api/contract/consent/receipt-words.js';
import { DOWNLOAD_RUNNING } from '../../api/contract/common/wordings.js';
import { HttpError, saidBy } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { shortDate } from '../shared/text/format.js';
import { DETAILS_MESSAGES, RECEIPTS_MESSAGES, TAKE_ALONG_MESSAGES as TEXT } from './my-story.messages.js';
import { sayRefused, useDownload } from './use-download.js';

/** All of it as one file. */
export function TakeAlong({ story: { recordingDrafts, publicUploads } }: { story: MyStory }) {
  // Whether no other is under way.
  const { askFirst, error } = useDownload({ check: () => request<void>('HEAD', STORY_DOWNLOAD_PATH) });
  return (
    <section aria-labelledby="my-story-along" className="grid justify-items-start gap-3">
      <h2 id="my-story-along" className="text-xl">
        {TEXT.heading}
      </h2>
      <p className="measure text-muted">{TEXT.text}</p>
      {recordingDrafts.length > 0 && <p className="measure text-muted">{TEXT.withoutUnsaved}</p>}
      {publicUploads > 0 && <p className="measure text-muted">{TEXT.withoutUploads}</p>}
      <a href={STORY_DOWNLOAD_PATH} download className="button" data-variant="outline" onClick={askFirst}>
        <Download size={20} aria-hidden />
        {TEXT.action}
      </a>
      {error && (
        <p role="alert" className="text-danger">
          {isRunning(error) ? DOWNLOAD_RUNNING : saidBy(error, DETAILS_MESSAGES.failed)}
        </p>
      )}
      <p className="measure text-sm text-muted">{TEXT.hint}</p>
    </section>
  );
}

function isRunning(error: unknown): boolean {
  return error instanceof HttpError && error.status === 409;
}

/** What the person has said yes and no to, each as a file to keep. */
export function Receipts({ receipts }: { receipts: OwnReceipt[] }) {
  const { heading, text, none, download } = RECEIPTS_MESSAGES;
  const { askFirst } = useDownload({ onRefused: sayRefused });
  return (
    <section aria-labelledby="my-story-receipts" className="grid gap-3">
      <h2 id="my-story-receipts" className="text-xl">
        {heading}
      </h2>
      <p className="measure text-muted">{receipts.length === 0 ? none : text}</p>
      {receipts.length > 0 && (
        <ul className="divide-y divide-line">
          {receipts.toReversed().map(({ id, kind, actor, at, outcome }) => (
            <li key={id} className="flex items-center justify-between gap-x-4 py-2">
              <p id={`receipt-${id}`} className="min-w-0">
                {RECEIPT_WORDS[kind]}
                {outcome !== undefined && <span className="block text-sm">{outcome}</span>}
                <span className="block text-sm text-muted">
                  {shortDate(at)}, {RECEIPT_ACTOR_WORDS[actor]}
                </span>
              </p>
              <a
                href={receiptPath(id)}
                download
                onClick={askFirst}
                aria-describedby={`receipt-${id}`}
                className="button flex-none px-3!"
                data-variant="quiet"
              >
                <Download size={18} aria-hidden />
                {download}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
