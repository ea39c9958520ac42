import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { type MyStory, type OwnReceipt, receiptPath, STORY_DOWNLOAD_PATH } from '../../api/contract/my-story.js';
import { CURRENT_USER_PATH } from '../../api/contract/participants.js';
import { RECEIPT_ACTOR_WORDS, RECEIPT_WORDS } from '../../api/contract/receipt-words.js';
import { DOWNLOAD_RUNNING } from '../../api/contract/wordings.js';
import { HttpError, saidBy } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { shortDate } from '../shared/text/format.js';
import { DETAILS_MESSAGES, RECEIPTS_MESSAGES, TAKE_ALONG_MESSAGES as TEXT } from './my-story.messages.js';

/**
 * All of it as one file. A link cannot say whose page it stands on, and a download that is refused has no words: so the
 * server is asked first whether this one is still the page of whoever is signed in, and whether no other is under way.
 */
export function TakeAlong({ story: { recordingDrafts, publicUploads } }: { story: MyStory }) {
  const mayGo = useRef(false);
  const check = useMutation({
    mutationFn: async () => {
      await request<unknown>('GET', CURRENT_USER_PATH);
      await request<void>('HEAD', STORY_DOWNLOAD_PATH);
    },
  });
  const askFirst = (event: MouseEvent<HTMLAnchorElement>) => {
    const link = event.currentTarget;
    if (mayGo.current) {
      mayGo.current = false;
      return;
    }
    event.preventDefault();
    const onSuccess = () => {
      mayGo.current = true;
      link.click();
    };
    if (!check.isPending) check.mutate(undefined, { onSuccess });
  };
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
      {check.isError && (
        <p role="alert" className="text-danger">
          {isRunning(check.error) ? DOWNLOAD_RUNNING : saidBy(check.error, DETAILS_MESSAGES.failed)}
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
