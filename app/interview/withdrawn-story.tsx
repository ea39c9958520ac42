import { useRef, useState } from 'react';
import { MY_STORY_PATH } from '../../api/contract/stories/my-story.js';
import { shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { ForgetKept } from './deleted-story.js';
import { InterviewFrame, type InterviewSurroundings } from './frame/interview-frame.js';
import { FINISH_MESSAGES, FORGET_WITHDRAWN_MESSAGES, WITHDRAWN_MESSAGES as TEXT } from './common/interview.messages.js';
import type { KeptHere } from './device/kept-here.js';

interface WithdrawnStoryProps {
  withdrawnAt: string;
  surroundings: InterviewSurroundings;
}

/** In place of the thanks: of a story that was handed in and withdrawn since, nothing more becomes. */
export function WithdrawnStory({ withdrawnAt, surroundings }: WithdrawnStoryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading);
  return (
    <InterviewFrame {...surroundings} isOver>
      <div className="m-auto grid w-full max-w-2xl justify-items-start gap-6 py-6">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {TEXT.heading}
        </h2>
        <p className="measure text-lg">{TEXT.text(shortDate(withdrawnAt))}</p>
        <p className="measure text-muted">{TEXT.anew}</p>
        <div className="flex flex-wrap gap-3">
          <a href={MY_STORY_PATH} className="button" data-variant="primary">
            {TEXT.myStory}
          </a>
          <a href="/stories" className="button" data-variant="outline">
            {FINISH_MESSAGES.watchStories}
          </a>
        </div>
      </div>
    </InterviewFrame>
  );
}

interface WithdrawnNoticeProps {
  /** Null where the page says so itself. */
  withdrawnAt: string | null;
  /** What this browser still keeps, unless there is nothing. */
  drafts?: KeptHere | null;
}

/**
 * Before anybody records for nothing; and of what is of before the story was withdrawn, and not sent: it stays with its person,
 * who may let go of it.
 */
export function WithdrawnNotice({ withdrawnAt, drafts = null }: WithdrawnNoticeProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="my-2 rounded-control border border-warn px-3 py-2 text-sm">
      {withdrawnAt !== null && <p className="measure">{TEXT.notice(shortDate(withdrawnAt))}</p>}
      {drafts && <p className="measure">{TEXT.keptHere}</p>}
      <div className="-mb-2 flex flex-wrap gap-x-5">
        {withdrawnAt !== null && (
          <a href={MY_STORY_PATH} className="inline-flex min-h-11 items-center underline">
            {TEXT.myStory}
          </a>
        )}
        {drafts && (
          <Button variant="quiet" className="min-h-11 px-0 text-sm underline" onClick={() => setIsAsked(true)}>
            {TEXT.forget}
          </Button>
        )}
      </div>
      {drafts && (
        <ForgetKept
          isAsked={isAsked}
          onKeep={() => setIsAsked(false)}
          drafts={drafts}
          text={FORGET_WITHDRAWN_MESSAGES}
        />
      )}
    </div>
  );
}
