import { type ReactNode, useEffect, useState } from 'react';
import { LANDING_DIALOGS } from '../../api/contract/pages.js';
import { CURRENT_USER_PATH } from '../../api/contract/people/participants.js';
import { SIGNED_OUT } from '../shared/http/http-error.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Button } from '../shared/ui/button.js';
import { OwnPage } from '../shared/ui/own-page.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { TooltipDelays } from '../shared/ui/tooltip.js';
import { LinkWhileSignedIn } from '../sign-in/sign-in.js';
import { CONSENT_MESSAGES } from './consent/consent.messages.js';
import { WithdrawnNotice } from './withdrawn-story.js';
import { ConsentStep } from './consent/consent-step.js';
import { InterviewFrame } from './frame/interview-frame.js';
import { type Arrival, Interview } from './interview.js';
import { INTERVIEW_MESSAGES as TEXT, SIGNED_OUT_MESSAGES } from './common/interview.messages.js';
import { permittedBy } from './consent/permitted.js';
import { UnclaimedNotice, UnclaimedQuestion } from './unclaimed-question.js';
import { mayLeaveInterview, useConsent } from './consent/use-consent.js';
import { useInterviewData } from './common/use-interview-data.js';

interface InterviewIslandProps {
  /** Address of the documentary's site, or null while it is not set up. */
  documentaryUrl: string | null;
}

/** The interview of the signed-in participant, at `/`. */
export default function InterviewIsland({ documentaryUrl }: InterviewIslandProps) {
  return (
    <AppIsland>
      <OwnPage heading={TEXT.heading} path={CURRENT_USER_PATH} ended={<SignedOutHere />} className="shell py-8">
        <TooltipDelays>
          <InterviewScreen documentaryUrl={documentaryUrl} />
        </TooltipDelays>
      </OwnPage>
    </AppIsland>
  );
}

/** Where the page was left, and is come back to. */
function SignedOutHere() {
  return (
    <>
      <p className="measure">{SIGNED_OUT}</p>
      <a href="/#resume" className="button" data-variant="primary">
        {SIGNED_OUT_MESSAGES.resume}
      </a>
    </>
  );
}

/** Loads the interview and says what it waits for, what failed or what is not there. */
function InterviewScreen({ documentaryUrl }: { documentaryUrl: string | null }) {
  const data = useInterviewData();
  const consent = useConsent(data.status === 'ready' ? data.user : null);
  const [isPutOff, setIsPutOff] = useState(false);
  const [arrival, setArrival] = useState<Arrival>('opened');
  const isSignedOut = data.status === 'signed-out';
  useEffect(() => {
    // The server answers the same address with the landing page to those who are signed out.
    if (isSignedOut) location.replace('/');
  }, [isSignedOut]);

  useDialogLinks();

  if (data.status === 'loading' || data.status === 'signed-out') return <InterviewLoading />;
  if (data.status === 'failed') {
    return (
      <Message title={TEXT.loadFailed} hint={TEXT.loadFailedHint}>
        <Button onClick={data.retry}>{TEXT.tryAgain}</Button>
      </Message>
    );
  }
  if (data.questions.length === 0) return <Message title={TEXT.empty} hint={TEXT.emptyHint} />;
  if (consent.status === 'failed') {
    return (
      <Message title={TEXT.loadFailed} hint={CONSENT_MESSAGES.loadFailed}>
        <Button onClick={consent.retry}>{TEXT.tryAgain}</Button>
      </Message>
    );
  }
  if (consent.status === 'loading') return <InterviewLoading />;
  const { unclaimed, withdrawnAt } = data.user;
  const isAsked = (unclaimed !== null && !isPutOff) || consent.isShown;
  if (isAsked && arrival === 'opened') setArrival('asked');
  return (
    <>
      {unclaimed && !isPutOff ? (
        <UnclaimedQuestion unclaimed={unclaimed} onLater={() => setIsPutOff(true)} />
      ) : consent.isShown ? (
        <ConsentStep
          consent={consent.consent}
          onLeave={consent.leave}
          onAgreed={() => {
            setArrival('just-agreed');
            consent.leave();
          }}
          notice={withdrawnAt !== undefined && <WithdrawnNotice withdrawnAt={withdrawnAt} />}
        />
      ) : (
        <Interview
          {...data}
          documentaryUrl={documentaryUrl}
          permitted={permittedBy(consent.consent)}
          onLookAtAgreed={consent.show}
          arrival={arrival}
          notice={unclaimed && <UnclaimedNotice onLook={() => mayLeaveInterview() && setIsPutOff(false)} />}
        />
      )}
      <LinkWhileSignedIn email={data.user.email} />
    </>
  );
}

/**
 * The dialogs of the landing page have the address of the interview: a link to one only changes the fragment here. Loaded
 * anew, the server answers with the page that has them to whoever is signed out.
 */
function useDialogLinks(): void {
  useEffect(() => {
    const follow = () => {
      if (Object.values<string>(LANDING_DIALOGS).includes(location.hash)) location.reload();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
}

function Message({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <InterviewFrame>
      <div role="alert" className="m-auto grid max-w-lg justify-items-center gap-4 text-center">
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted">{hint}</p>
        {children}
      </div>
    </InterviewFrame>
  );
}

/** The shape of a question before it is there. */
function InterviewLoading() {
  return (
    <InterviewFrame>
      <div className="interview-step">
        <div className="interview-progress">
          <StatusLine>{TEXT.loading}</StatusLine>
        </div>
        <div className="interview-question">
          <Bar className="h-8 w-2/3" />
          <Bar className="h-5 w-full" />
          <Bar className="h-5 w-4/5" />
        </div>
        <div className="stage" data-kind="picture">
          <div aria-hidden className="stage-panel" />
        </div>
      </div>
    </InterviewFrame>
  );
}

function Bar({ className }: { className: string }) {
  return <div aria-hidden className={`rounded-card bg-surface ${className}`} />;
}
