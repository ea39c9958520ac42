import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CurrentUser } from '../../api/contract/participants.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { useArrival } from '../shared/ui/use-arrival.js';
import { InterviewFrame, type InterviewSurroundings, SignedOutNotice } from './interview-frame.js';
import { FINISH_MESSAGES as TEXT } from './interview.messages.js';
import {
  clearPendingSubmission,
  hasPendingSubmission,
  type Missing,
  type SubmitOutcome,
  whatIsMissing,
} from './submission.js';
import { useSubmissionRetry } from './use-submission.js';

interface ThanksStepProps {
  user: CurrentUser;
  surroundings: InterviewSurroundings;
  documentaryUrl: string | null;
  onMissing: (missing: Missing) => void;
}

/** The end of a person's part. A submission that has not reached the server yet is sent from here. */
export function ThanksStep({ user, surroundings, documentaryUrl, onMissing }: ThanksStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [sending, setSending] = useState<'done' | 'pending' | 'signed-out'>(() =>
    hasPendingSubmission(user.keptUnder[0]) ? 'pending' : 'done',
  );
  useArrival(heading);

  useSubmissionRetry(sending === 'pending', (outcome: SubmitOutcome) => {
    if (outcome.kind === 'signed-out') setSending('signed-out');
    if (outcome.kind === 'stored') setSending('done');
    if (outcome.kind === 'stored' || outcome.kind === 'refused') clearPendingSubmission();
    if (outcome.kind === 'refused') onMissing(whatIsMissing(outcome));
  });

  return (
    <InterviewFrame {...surroundings}>
      <div className="mx-auto grid w-full max-w-2xl flex-1 content-center gap-6 py-12">
        <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {TEXT.thanksHeading}
        </h2>
        <p className="text-lg">
          {TEXT.submitted} {TEXT.whatNext}
        </p>
        {sending === 'signed-out' && <SignedOutNotice drafts="all" />}
        <DocumentaryLink url={documentaryUrl} />
        <StatusLine tone="warn">{sending === 'pending' && TEXT.notSentYet}</StatusLine>
      </div>
    </InterviewFrame>
  );
}

/** The way to the documentary's own site; without an address a control that says so. */
function DocumentaryLink({ url }: { url: string | null }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{TEXT.documentaryHint}</p>
      {url === null ? (
        <Button variant="outline" disabled>
          {TEXT.documentary} ({TEXT.notSetUp})
        </Button>
      ) : (
        <a href={url} rel="noopener" className="button" data-variant="outline">
          {TEXT.documentary}
          <ExternalLink size={20} aria-hidden />
        </a>
      )}
    </div>
  );
}
