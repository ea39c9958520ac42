import { useQuery } from '@tanstack/react-query';
import { BookOpenText, ExternalLink } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { MY_STORY_PATH } from '../../api/contract/stories/my-story.js';
import type { CurrentUser } from '../../api/contract/people/participants.js';
import { type Photo, PHOTOS_PATH } from '../../api/contract/people/photos.js';
import { LINK_NOT_SET_UP } from '../../api/contract/common/wordings.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { InterviewFrame, type InterviewSurroundings, SignedOutNotice } from './frame/interview-frame.js';
import { FINISH_MESSAGES as TEXT, REOPEN_MESSAGES } from './common/interview.messages.js';
import { ReopenStory } from './submit/reopen-story.js';
import { type Missing, type SubmitOutcome, unconfirmedSubmissions, whatIsMissing } from './submit/submission.js';
import { THANKS_MESSAGES } from './thanks.messages.js';
import { useSubmissionRetry } from './submit/use-submission.js';

interface ThanksStepProps {
  user: CurrentUser;
  answerCount: number;
  surroundings: InterviewSurroundings;
  documentaryUrl: string | null;
  /** Their parent or guardian has said no: nothing more becomes of it. */
  isRefused: boolean;
  onReopened: () => void;
  onMissing: (missing: Missing) => void;
}

/** The end of a person's part. A submission that has not reached the server yet is sent from here. */
export function ThanksStep({
  user,
  answerCount,
  surroundings,
  documentaryUrl,
  isRefused,
  onReopened,
  onMissing,
}: ThanksStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dusk = useRef<HTMLDivElement>(null);
  const [pending] = useState(() => unconfirmedSubmissions.find(user.keptUnder[0]));
  const [sending, setSending] = useState<'done' | 'pending' | 'signed-out'>(pending === null ? 'done' : 'pending');
  useArrival(heading);
  useDusk(dusk);

  useSubmissionRetry(sending === 'pending' ? pending : null, (outcome: SubmitOutcome) => {
    if (outcome.kind === 'signed-out') setSending('signed-out');
    if (outcome.kind === 'stored') setSending('done');
    if (outcome.kind === 'stored' || outcome.kind === 'refused') unconfirmedSubmissions.clear(user.keptUnder);
    if (outcome.kind === 'refused') onMissing(whatIsMissing(outcome));
  });

  return (
    <InterviewFrame {...surroundings} isOver>
      <div className="thanks">
        <div ref={dusk} aria-hidden className="thanks-picture" />
        <div className="grid content-center justify-items-start gap-6">
          <div className="grid gap-2">
            <p className="font-serif text-xl wrap-anywhere text-muted">
              <bdi>{user.firstName}</bdi>,
            </p>
            <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
              {TEXT.thanksHeading}
            </h2>
          </div>
          {isRefused && <p className="measure text-lg">{THANKS_MESSAGES.guardianRefused}</p>}
          {!isRefused && sending !== 'signed-out' && (
            <p className="measure text-lg">
              {TEXT.submitted} {TEXT.whatNext}
            </p>
          )}
          <Kept answerCount={answerCount} photosNeeded={user.photosNeeded} />
          {sending === 'signed-out' && <SignedOutNotice drafts="all" />}
          {sending === 'pending' && <StatusLine tone="warn">{TEXT.notSentYet}</StatusLine>}
          {!isRefused && <WhatNext email={user.email} />}
          <div className="flex flex-wrap items-center gap-3">
            <a href="/stories" className="button" data-variant="primary">
              <BookOpenText size={20} aria-hidden />
              {TEXT.watchStories}
            </a>
            <a href={MY_STORY_PATH} className="button" data-variant="outline">
              {THANKS_MESSAGES.myStory}
            </a>
            <DocumentaryLink url={documentaryUrl} />
          </div>
          {sending === 'done' && !isRefused && (
            <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
              {REOPEN_MESSAGES.offer}
              <ReopenStory onReopened={onReopened} />
            </p>
          )}
        </div>
      </div>
    </InterviewFrame>
  );
}

function DocumentaryLink({ url }: { url: string | null }) {
  const notSetUp = useId();
  if (url === null) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" disabled aria-describedby={notSetUp}>
          {TEXT.documentary}
        </Button>
        <span id={notSetUp} className="text-sm text-muted">
          {LINK_NOT_SET_UP}
        </span>
      </div>
    );
  }
  return (
    <a href={url} rel="noopener" className="button" data-variant="outline">
      {TEXT.documentary}
      <ExternalLink size={20} aria-hidden />
    </a>
  );
}

/** How much is with us, counted by the server. As long as the photos are not known, only the answers are told. */
function Kept({ answerCount, photosNeeded }: { answerCount: number; photosNeeded: boolean }) {
  const { data: photos } = useQuery<Photo[]>({ queryKey: [PHOTOS_PATH], enabled: photosNeeded });
  return <p className="measure text-good">{THANKS_MESSAGES.kept(answerCount, photos?.length ?? 0)}</p>;
}

/** When what happens with the story. */
function WhatNext({ email }: { email: string }) {
  return (
    <section aria-label={THANKS_MESSAGES.nextHeading} className="w-full border-t border-line pt-5">
      <h3 className="font-sans text-base font-semibold">{THANKS_MESSAGES.nextHeading}</h3>
      <ol className="mt-3 grid gap-3 sm:grid-cols-[auto_1fr] sm:gap-x-6">
        {THANKS_MESSAGES.next(email).map(({ when, what }) => (
          <li key={when} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <p className="font-serif text-muted italic">{when}</p>
            <p className="measure wrap-anywhere">{what}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The window at dusk, which the page brings along for this moment: the drawing stands in one place, as markup. */
function useDusk(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const drawing = document.querySelector<HTMLTemplateElement>('template[data-dusk]');
    if (drawing) place.current?.replaceChildren(drawing.content.cloneNode(true));
  }, [place]);
}
