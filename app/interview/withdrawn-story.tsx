import { useRef, useState } from 'react';
import { MY_STORY_PATH } from '../../api/contract/my-story.js';
import { shortDate } from '../shared/text/format.js';
import { Button } from '../shared/ui/button.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { ForgetKept } from './deleted-story.js';
import { InterviewFrame, type InterviewSurroundings } from './interview-frame.js';
import { FINISH_MESSAGES, FORGET_WITHDRAWN_MESSAGES, WITHDRAWN_MESSAGES as TEXT } from './interview.messages.js';
import type { KeptHere } from './kept-of-person.js';

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

/** Before anybody records for nothing. */
export function WithdrawnNotice({ withdrawnAt }: Pick<WithdrawnStoryProps, 'withdrawnAt'>) {
  return (
    <div className="my-2 rounded-control border border-warn px-3 py-2 text-sm">
      <p className="measure">
        {TEXT.text(shortDate(withdrawnAt))} {TEXT.anew}
      </p>
      <a href={MY_STORY_PATH} className="inline-flex min-h-11 items-center underline">
        {TEXT.myStory}
      </a>
    </div>
  );
}

/** Of before the story was withdrawn, and not sent: it stays with its person, who may let go of it. */
export function KeptOfWithdrawn({ drafts }: { drafts: KeptHere }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="my-2 flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn px-3 py-2 text-sm">
      <p className="measure">{TEXT.keptHere}</p>
      <Button variant="quiet" className="-my-2 min-h-11 px-0 text-sm underline" onClick={() => setIsAsked(true)}>
        {TEXT.forget}
      </Button>
      <ForgetKept isAsked={isAsked} onKeep={() => setIsAsked(false)} drafts={drafts} text={FORGET_WITHDRAWN_MESSAGES} />
    </div>
  );
}
