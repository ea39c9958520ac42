import type { ReactNode } from 'react';
import { MY_STORY_PATH } from '../../../api/contract/stories/my-story.js';
import { NetworkFailure } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { logoutAddress } from '../../shared/http/session-owner.js';
import { Button } from '../../shared/ui/button.js';
import { ProgressBar } from '../../shared/ui/progress-bar.js';
import { toast } from '../../shared/ui/toast-store.js';
import { leaveUnasked } from '../../shared/ui/use-leave-guard.js';
import { ForgetDevice } from '../device/forget-device.js';
import type { KeptHere } from '../device/kept-here.js';
import type { Quiet } from '../quiet/quiet-settings.js';
import { QuietMenu } from './quiet-menu.js';
import { INTERVIEW_MESSAGES as TEXT, SIGNED_OUT_MESSAGES } from '../common/interview.messages.js';

/** What is around every step of one person's interview. */
export interface InterviewSurroundings {
  /** What is not saved yet; null when everything is. Without it nothing is said: it is not known. */
  unsaved?: string | null;
  /** What is on its way to the server while the interview goes on. */
  onItsWay?: string | null;
  /** After which day this browser may delete what it keeps of that. */
  storageEnd?: string | null;
  /** Said above the content. */
  notice?: ReactNode;
  /** Said above that, whatever is under way. */
  urgent?: ReactNode;
  /** What this browser keeps of the person; without it there is nobody to forget yet. */
  drafts?: KeptHere;
  /** How much of all this is shown; without it everything. */
  quiet?: Quiet;
}

interface InterviewFrameProps extends InterviewSurroundings {
  /** Nothing is left to come back to: no break is offered. */
  isOver?: boolean;
  children: ReactNode;
}

/** Header, content and the way out, around every step of the interview. */
export function InterviewFrame(props: InterviewFrameProps) {
  const { isOver = false, unsaved, onItsWay, storageEnd, notice, urgent, drafts, quiet, children } = props;
  const { isQuiet = false, hand } = quiet?.settings ?? {};
  return (
    <div className="interview" data-quiet={isQuiet || undefined} data-hand={isQuiet ? hand : undefined}>
      <header className="interview-header shell">
        <div className="md:flex md:items-baseline md:gap-4">
          <p className="text-sm leading-tight text-muted md:text-base">{TEXT.product}</p>
          <h1 className="text-base md:text-lg">{TEXT.heading}</h1>
        </div>
        <nav className="flex gap-x-5">
          <a href={MY_STORY_PATH} className="flex min-h-11 min-w-11 items-center text-sm">
            {TEXT.myStory}
          </a>
          <a href="/stories" className="flex min-h-11 min-w-11 items-center text-sm">
            {TEXT.viewStories}
          </a>
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="shell flex flex-1 flex-col outline-none">
        {urgent}
        {notice}
        {children}
        <div className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted md:-ml-2 md:justify-start md:py-2">
          {!isOver && <Break unsaved={unsaved} onItsWay={onItsWay} storageEnd={storageEnd} />}
          {drafts && !isQuiet && <ForgetDevice drafts={drafts} onForgotten={() => leaveUnasked('/')} />}
          {quiet && !isOver && <QuietMenu {...quiet} />}
        </div>
      </main>
    </div>
  );
}

type BreakProps = Pick<InterviewSurroundings, 'unsaved' | 'onItsWay' | 'storageEnd'>;

/** The way out for now, what is not saved yet, and what is on its way. */
function Break({ unsaved, onItsWay, storageEnd }: BreakProps) {
  const isKnown = unsaved !== undefined || Boolean(onItsWay);
  return (
    <>
      <Button variant="quiet" className="px-2 text-sm underline" onClick={() => void takeABreak()}>
        {TEXT.takeABreak}
      </Button>
      {/* On a phone below both buttons, which would not fit beside it, and above the settings. */}
      {isKnown && (
        <p className="order-1 w-full pb-1 text-center leading-tight max-md:first-letter:uppercase md:order-none md:w-auto md:pb-0">
          <span aria-hidden className="hidden md:inline">
            {'– '}
          </span>
          {unsaved ?? (onItsWay ? null : TEXT.everythingIsSaved)}
          {unsaved && onItsWay && '; '}
          <span aria-live="polite">{onItsWay}</span>
          {storageEnd && TEXT.comeBackBy(storageEnd)}
        </p>
      )}
    </>
  );
}

/**
 * Signs out by navigating, as the logout endpoint is made for; an unsaved recording makes the browser ask first. Without a
 * connection the browser's own page would come, and this one, which goes on sending once there is one, would be gone.
 */
async function takeABreak(): Promise<void> {
  if (await hasConnection()) location.assign(logoutAddress());
  else toast(TEXT.breakOffline);
}

/** Whether the server says anything within a few seconds, whatever it says. */
async function hasConnection(): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), REACHED_MS));
  const reached = request('HEAD', '/api/health').then(
    () => true,
    (error: unknown) => !(error instanceof NetworkFailure),
  );
  return Promise.race([reached, tooLate]);
}

const REACHED_MS = 5_000;

interface InterviewProgressBarProps {
  /** What is written above the bar. */
  label: string;
  percent: number;
}

/** How far the interview is: in words, in percent and as a bar. */
export function InterviewProgressBar({ label, percent }: InterviewProgressBarProps) {
  return (
    <div className="interview-progress grid gap-1">
      <p className="flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{label}</span>
        <span className="whitespace-nowrap">{TEXT.percent(percent)}</span>
      </p>
      <ProgressBar value={percent} label={TEXT.answeredLabel} />
    </div>
  );
}

interface SignedOutNoticeProps {
  /** What would be lost by leaving this page: then signing in happens in another tab. */
  drafts: 'all' | 'only-on-this-page';
}

/** Shown when the session ended in the middle of something. */
export function SignedOutNotice({ drafts }: SignedOutNoticeProps) {
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-warn px-4 py-3 text-sm"
    >
      <p className="min-w-48 flex-1">{SIGNED_OUT_MESSAGES[drafts]}</p>
      <a
        href="/#resume"
        target={drafts === 'only-on-this-page' ? '_blank' : undefined}
        className="button"
        data-variant="outline"
      >
        {SIGNED_OUT_MESSAGES.resume}
      </a>
    </div>
  );
}
