import { StatusLine } from '../shared/ui/status-line.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';
import { InterviewFrame } from './interview-frame.js';

/** The shape of a question before it is there. */
export function InterviewLoading() {
  return (
    <InterviewFrame isOneScreen>
      <div className="flex min-h-0 flex-1 flex-col gap-6 py-4 md:grid md:grid-cols-[1fr_auto] md:gap-x-10 lg:gap-x-16">
        <div className="grid content-start gap-4 md:content-center">
          <StatusLine>{TEXT.loading}</StatusLine>
          <Bar className="h-8 w-2/3" />
          <Bar className="h-5 w-full" />
          <Bar className="h-5 w-4/5" />
        </div>
        <div className="flex min-h-0 flex-1 justify-center md:w-[22rem] lg:w-[26rem]">
          <Bar className="aspect-[9/16] h-full max-w-full" />
        </div>
      </div>
    </InterviewFrame>
  );
}

function Bar({ className }: { className: string }) {
  return <div aria-hidden className={`rounded-card bg-surface ${className}`} />;
}
