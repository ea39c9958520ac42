import { useState } from 'react';
import { MY_STORY_API, type MyStory, type Withdrawal } from '../../api/contract/stories/my-story.js';
import { RESUME_MY_STORY_FRAGMENT } from '../../api/contract/people/resume.js';
import { STORY_DELETED } from '../../api/contract/common/wordings.js';
import { isSignedOut, saidBy, SIGNED_OUT } from '../shared/http/http-error.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { LoadFailure } from '../shared/ui/load-failure.js';
import { OwnPage } from '../shared/ui/own-page.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { Browsers, Looks } from './browsers-and-looks.js';
import { Details } from './details.js';
import { DETAILS_MESSAGES, MY_STORY_MESSAGES as TEXT } from './my-story.messages.js';
import { HelpersSection } from './helpers.js';
import { NewEmail } from './new-email.js';
import { OwnThings } from './own-things.js';
import { Receipts, TakeAlong } from './take-along.js';
import { type Asked, ConfirmWithdrawal, TakingBack, WithdrawalReceipt } from './taking-back.js';
import { isDeleted, useMyStory, useOwnChange } from './use-my-story.js';
import { Visibility } from './visibility.js';
import { Wishes } from './wishes.js';

/** What the product has of the signed-in participant, at `/my-story`. */
export default function MyStoryIsland() {
  return (
    <AppIsland>
      <OwnPage heading={TEXT.heading} path={MY_STORY_API} ended={<SignedOut />}>
        <NewEmail />
        <MyStoryScreen />
      </OwnPage>
    </AppIsland>
  );
}

function MyStoryScreen() {
  const { data: story, isPending, error, refetch } = useMyStory();
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null);
  const isGone = withdrawal?.what === 'everything';
  const isShown = !isGone && !isDeleted(error);
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <h1 className="text-3xl">{TEXT.heading}</h1>
        {story && isShown && <p className="measure text-lg text-muted">{TEXT.intro}</p>}
      </header>
      {withdrawal && <WithdrawalReceipt key={withdrawal.at} withdrawal={withdrawal} isGone={isGone} />}
      {!isGone && isPending && <StatusLine>{TEXT.loading}</StatusLine>}
      {!isGone && error && !isSignedOut(error) && (
        <LoadFailure text={TEXT.loadFailed} onTryAgain={() => void refetch()} />
      )}
      {!isGone && isDeleted(error) && <p className="measure">{STORY_DELETED}</p>}
      {isShown && isSignedOut(error) && (story ? <SignedOutMeanwhile /> : <SignedOut />)}
      {isShown && story && <Everything story={story} onDone={setWithdrawal} />}
    </div>
  );
}

/** Above what stays: with it would go what is typed. */
function SignedOutMeanwhile() {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-warn p-5">
      <p className="measure">{SIGNED_OUT}</p>
      <a href={`/${RESUME_MY_STORY_FRAGMENT}`} target="_blank" className="button" data-variant="outline">
        {TEXT.signIn}
      </a>
    </div>
  );
}

function SignedOut() {
  return (
    <div className="grid justify-items-start gap-5">
      <p className="measure">{TEXT.signedOut}</p>
      <a href={`/${RESUME_MY_STORY_FRAGMENT}`} className="button" data-variant="primary">
        {TEXT.signIn}
      </a>
    </div>
  );
}

function Everything({ story, onDone }: { story: MyStory; onDone: (withdrawal: Withdrawal) => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { isEmailProven, isUnclaimed } = story;
  return (
    <>
      {!isEmailProven && <ProveEmail email={story.email} />}
      {isUnclaimed && isEmailProven && (
        <div className="grid justify-items-start gap-3 rounded-card border border-warn p-5">
          <p className="measure">{TEXT.unclaimed}</p>
          <a href="/" className="button" data-variant="outline">
            {TEXT.unclaimedAction}
          </a>
        </div>
      )}
      {isEmailProven && <Visibility story={story} />}
      <OwnThings story={story} onWithdraw={setAsked} />
      {!(story.withdrawnAt && story.isSubmitted) && <HelpersSection isSubmitted={story.isSubmitted} />}
      {isEmailProven && (
        <>
          <TakeAlong story={story} />
          <Receipts receipts={story.receipts} />
          <Details story={story} />
          <Browsers browsers={story.browsers} />
          <Looks looks={story.looks} />
          <Wishes wishes={story.wishes} />
          <TakingBack story={story} onAsk={setAsked} />
        </>
      )}
      <a href="/" className="inline-flex min-h-12 items-center justify-self-start">
        {TEXT.toInterview}
      </a>
      <ConfirmWithdrawal asked={asked} onClose={() => setAsked(null)} onDone={onDone} />
    </>
  );
}

/** Nothing that others made is shown before the person has shown that they read this mail. */
function ProveEmail({ email }: { email: string }) {
  const mail = useOwnChange({ path: '/proof' });
  return (
    <section
      aria-labelledby="my-story-proof"
      className="grid justify-items-start gap-4 rounded-card bg-surface p-5 sm:p-6"
    >
      <h2 id="my-story-proof" className="text-xl">
        {TEXT.unproven.heading}
      </h2>
      <p className="measure wrap-anywhere">{TEXT.unproven.text(email)}</p>
      <div className="flex flex-wrap items-center gap-4">
        <Button pending={mail.isPending} pendingLabel={TEXT.unproven.pending} onClick={() => mail.mutate()}>
          {TEXT.unproven.action}
        </Button>
        <StatusLine tone={mail.isError ? 'danger' : 'good'} className="measure">
          {mail.isSuccess ? TEXT.unproven.sent : mail.error && saidBy(mail.error, DETAILS_MESSAGES.failed)}
        </StatusLine>
      </div>
    </section>
  );
}
