import type { ReactNode } from 'react';
import { Button } from '../shared/ui/button.js';
import { ForgetDevice, type KeptHere } from './forget-device.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';

/** What is around every step of one person's interview. */
export interface InterviewSurroundings {
  /** What is not saved yet; everything is unless said. */
  unsaved?: string;
  /** Said above the content. */
  notice?: ReactNode;
  /** What this browser keeps of the person; without it there is nobody to forget yet. */
  kept?: KeptHere;
}

interface InterviewFrameProps extends InterviewSurroundings {
  /** The content is one screen high, so that nothing has to be scrolled; on a very short one the camera comes first. */
  isOneScreen?: boolean;
  children: ReactNode;
}

/** Header, content and the way out, around every step of the interview. */
export function InterviewFrame({ isOneScreen = false, unsaved, notice, kept, children }: InterviewFrameProps) {
  return (
    <div className={`flex flex-col ${isOneScreen ? 'h-dvh min-h-[44rem] md:min-h-[32rem]' : 'min-h-dvh'}`}>
      <header className="shell flex items-center justify-between gap-4 pt-1 md:py-2">
        <div className="md:flex md:items-baseline md:gap-4">
          <p className="text-sm leading-tight text-muted md:text-base">{TEXT.product}</p>
          <h1 className="text-base md:text-lg">{TEXT.heading}</h1>
        </div>
        <a href="/stories" className="flex min-h-11 items-center text-sm">
          {TEXT.viewStories}
        </a>
      </header>
      <main id="content" tabIndex={-1} className="shell flex min-h-0 flex-1 flex-col outline-none">
        {notice}
        {children}
        <div className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted md:justify-start md:py-2">
          <Button variant="quiet" className="px-2 text-sm underline md:-ml-2" onClick={takeABreak}>
            {TEXT.takeABreak}
          </Button>
          {/* On a phone below both buttons, which would not fit beside it. */}
          <p className="order-last -mt-2 w-full pb-1 text-center leading-tight max-md:first-letter:uppercase md:order-none md:mt-0 md:w-auto md:pb-0">
            <span aria-hidden className="hidden md:inline">
              {'– '}
            </span>
            {unsaved ?? TEXT.everythingIsSaved}
          </p>
          {kept && <ForgetDevice kept={kept} onForgotten={() => location.replace('/')} />}
        </div>
      </main>
    </div>
  );
}

/** Signs out by navigating, as the logout endpoint is made for; an unsaved recording makes the browser ask first. */
function takeABreak(): void {
  location.assign('/api/logout');
}
