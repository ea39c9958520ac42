import { type ReactNode, useEffect, useState } from 'react';
import { LinkWhileSignedIn } from '../sign-in/link-while-signed-in.js';
import { Button } from '../shared/ui/button.js';
import { Interview } from './interview.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';
import { InterviewFrame } from './interview-frame.js';
import { InterviewLoading } from './interview-loading.js';
import { UnclaimedNotice, UnclaimedQuestion } from './unclaimed-question.js';
import { useInterviewData } from './use-interview-data.js';

/** Loads the interview and says what it waits for, what failed or what is not there. */
export function InterviewScreen({ documentaryUrl }: { documentaryUrl: string | null }) {
  const data = useInterviewData();
  const [isPutOff, setIsPutOff] = useState(false);
  const isSignedOut = data.status === 'signed-out';
  useEffect(() => {
    // The server answers the same address with the landing page to those who are signed out.
    if (isSignedOut) location.replace('/');
  }, [isSignedOut]);

  if (data.status === 'loading' || data.status === 'signed-out') return <InterviewLoading />;
  if (data.status === 'failed') {
    return (
      <Message title={TEXT.loadFailed} hint={TEXT.loadFailedHint}>
        <Button onClick={data.retry}>{TEXT.tryAgain}</Button>
      </Message>
    );
  }
  if (data.questions.length === 0) return <Message title={TEXT.empty} hint={TEXT.emptyHint} />;
  const { unclaimed } = data.user;
  return (
    <>
      {unclaimed && !isPutOff ? (
        <UnclaimedQuestion unclaimed={unclaimed} onLater={() => setIsPutOff(true)} />
      ) : (
        <Interview
          {...data}
          documentaryUrl={documentaryUrl}
          notice={unclaimed && <UnclaimedNotice onLook={() => setIsPutOff(false)} />}
        />
      )}
      <LinkWhileSignedIn email={data.user.email} />
    </>
  );
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
