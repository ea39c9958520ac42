import { FINISH_MESSAGES as TEXT } from './interview.messages.js';

/** Shown when the session ended before the story was handed in. */
export function SignedOutNotice() {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-warn p-4">
      <p>{TEXT.signedOut}</p>
      <a href="/#resume" className="button" data-variant="outline">
        {TEXT.resume}
      </a>
    </div>
  );
}
