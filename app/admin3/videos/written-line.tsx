import { VIDEO_MESSAGES as MESSAGES } from '../common/admin3.messages.js';

/** What was done to a video, and where the public now sees it. */
export interface Written {
  text: string;
  livePath?: string;
}

/** Always in the same place above a list. Not read out: the toast has said it already. */
export function WrittenLine({ written }: { written: Written | null }) {
  return (
    <p className="min-h-[1.55em] py-2 text-good">
      {written?.text}{' '}
      {written?.livePath && (
        <a href={written.livePath} target="_blank" rel="noreferrer">
          {MESSAGES.openLive}
          <span className="sr-only">{MESSAGES.inNewTab}</span>
        </a>
      )}
    </p>
  );
}
