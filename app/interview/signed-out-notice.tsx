import { SIGNED_OUT_MESSAGES as TEXT } from './interview.messages.js';

interface SignedOutNoticeProps {
  /** What would be lost by leaving this page: then signing in happens in another tab. */
  kept: 'all' | 'only-on-this-page';
}

/** Shown when the session ended in the middle of something. */
export function SignedOutNotice({ kept }: SignedOutNoticeProps) {
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-warn px-4 py-3 text-sm"
    >
      <p className="min-w-48 flex-1">{TEXT[kept]}</p>
      <a
        href="/#resume"
        target={kept === 'only-on-this-page' ? '_blank' : undefined}
        className="button"
        data-variant="outline"
      >
        {TEXT.resume}
      </a>
    </div>
  );
}
