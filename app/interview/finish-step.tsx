import { type ReactNode, useRef } from 'react';
import { MY_STORY_PATH } from '../../api/contract/stories/my-story.js';
import type { CurrentUser } from '../../api/contract/people/participants.js';
import { PhotoCollection } from '../photos/photo-collection.js';
import { PHOTO_MESSAGES } from '../photos/photos.messages.js';
import { isSending } from '../photos/photo-queue.js';
import type { Photos } from '../photos/use-photos.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useIsDialogOpen } from '../shared/ui/use-is-dialog-open.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { Dock } from './recorder/dock.js';
import { FINISH_MESSAGES as TEXT, REOPEN_MESSAGES, SAVINGS_MESSAGES } from './common/interview.messages.js';
import {
  InterviewFrame,
  InterviewProgressBar,
  type InterviewSurroundings,
  SignedOutNotice,
} from './frame/interview-frame.js';
import { useDelay } from './recorder/recorder-effects.js';
import { ReopenStory } from './submit/reopen-story.js';
import type { Savings, UsedDrafts } from './saving/use-answer-savings.js';
import { useSubmit } from './submit/use-submission.js';
import type { Missing } from './submit/submission.js';
import type { WordsInProgress } from './written/words-in-progress.js';

interface FinishStepProps {
  user: CurrentUser;
  photos: Photos;
  words: WordsInProgress;
  savings: Savings;
  usedDrafts: UsedDrafts;
  /** Looks anew: another tab may have used one since. */
  lookForUsed: () => Promise<UsedDrafts>;
  isDraftStored: boolean;
  /** Of recordings that are no answers, and go with Submit. */
  earlierIds: string[];
  /** The story was handed in on another page or device. */
  isSubmittedElsewhere: boolean;
  /** See CurrentUser. */
  openSince: string;
  surroundings: InterviewSurroundings;
  /** In place of the photos, where nothing may be added. */
  gate: ReactNode;
  /** What is due as soon as nothing is handed in from here. */
  onFree: (() => void) | null;
  onPrevious: () => void;
  onSubmitted: () => void;
  onMissing: (missing: Missing) => void;
}

/** The last step: photos, unless staff said that none are needed, and Submit. */
export function FinishStep({
  user,
  photos,
  words,
  savings,
  usedDrafts,
  lookForUsed,
  isDraftStored,
  earlierIds,
  isSubmittedElsewhere,
  openSince,
  surroundings,
  gate,
  onFree,
  onPrevious,
  onSubmitted,
  onMissing,
}: FinishStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { submit, isSubmitting, isWaiting, isSignedOut } = useSubmit({
    user,
    openSince,
    earlierIds,
    photos,
    words,
    recordings: savings.queue,
    usedDrafts,
    lookForUsed,
    isDraftStored,
    onSubmitted,
    onMissing,
  });
  useArrival(heading);
  const isDialogOpen = useIsDialogOpen();
  useDelay(onFree !== null && !isSubmitting && !isDialogOpen, 0, () => onFree?.());
  const waitingText = isDraftStored ? SAVINGS_MESSAGES.beforeSubmit : SAVINGS_MESSAGES.beforeSubmitNotKept;
  const isAllSaved =
    (usedDrafts.usedBefore === 'taken' || !isDraftStored) && savings.all.length === 0 && words.isAllSaved;
  const withoutPhotosHint = isAllSaved ? TEXT.withoutPhotosHint : TEXT.withoutPhotosHintUnsaved;

  return (
    <InterviewFrame {...surroundings}>
      <div className="mx-auto grid w-full max-w-3xl content-start gap-8 py-4 md:py-8">
        <InterviewProgressBar label={TEXT.progressLabel} percent={100} />
        <div className="grid gap-3">
          <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {user.photosNeeded ? PHOTO_MESSAGES.heading : TEXT.withoutPhotosHeading}
          </h2>
          <p className="measure text-muted">{user.photosNeeded ? PHOTO_MESSAGES.hint : withoutPhotosHint}</p>
        </div>
        {user.photosNeeded && (gate ?? <PhotoCollection photos={photos} />)}
        <p className="text-sm text-muted">
          {TEXT.helper}{' '}
          <a href={`${MY_STORY_PATH}#helpers`} className="underline">
            {TEXT.helperLink}
          </a>
        </p>
        {(isSignedOut || photos.isSignedOut) && (
          <SignedOutNotice drafts={photos.queue.length > 0 || !words.isAllSaved ? 'only-on-this-page' : 'all'} />
        )}
        {isSubmittedElsewhere && !isSubmitting && photos.queue.length > 0 && (
          <div role="alert" className="grid gap-2 rounded-card border border-warn px-4 py-3 text-sm">
            <p>{REOPEN_MESSAGES.photosLeft}</p>
            <ReopenStory onReopened={() => undefined} />
          </div>
        )}
        {earlierIds.length > 0 && !isSubmittedElsewhere && (
          <p className="measure text-warn">{TEXT.earlierGo(earlierIds.length)}</p>
        )}
        <Dock>
          {isWaiting && <StatusLine className="text-sm">{waitingText}</StatusLine>}
          <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-3">
            <Button
              variant="quiet"
              disabled={(isSubmitting && !isWaiting) || isSending(photos.queue)}
              onClick={onPrevious}
            >
              {TEXT.previous}
            </Button>
            <Button
              className="min-w-40"
              pending={isSubmitting}
              pendingLabel={TEXT.submitting}
              disabled={isSending(photos.queue) && !isSubmitting}
              onClick={() => void submit()}
            >
              {TEXT.submit}
            </Button>
          </div>
        </Dock>
      </div>
    </InterviewFrame>
  );
}
