import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { Dialog } from '../shared/ui/dialog.js';
import { SignIn } from '../sign-in/sign-in.js';
import { SIGN_IN_MESSAGES } from '../sign-in/sign-in.messages.js';
import { KnownDevice } from './known-device.js';
import { type LandingDialog, useLandingDialog } from './landing-dialog.js';
import { QUESTIONS_MESSAGES, RESUME_MESSAGES, START_MESSAGES } from './landing.messages.js';
import { ProgressStats } from './progress-stats.js';
import { QuestionsPreview } from './questions-preview.js';
import { ResumeInterview } from './resume-interview.js';
import { StartInterview } from './start-interview.js';

/** What lives on the landing page: the progress bars where it stands, and the dialogs of the URL fragments. */
export default function LandingIsland({ questions }: { questions: InterviewQuestion[] }) {
  return (
    <AppIsland>
      <ProgressStats />
      <KnownDevice />
      <LandingDialogs questions={questions} />
    </AppIsland>
  );
}

const TITLES: Record<LandingDialog['name'], string> = {
  start: START_MESSAGES.title,
  resume: RESUME_MESSAGES.title,
  questions: QUESTIONS_MESSAGES.title,
  'sign-in': SIGN_IN_MESSAGES.title,
};

/**
 * The dialogs of the landing page. They share one window, so that going from one to another keeps the focus in it and
 * closing it gives the focus back to where all began.
 */
function LandingDialogs({ questions }: { questions: InterviewQuestion[] }) {
  const [dialog, setDialog] = useLandingDialog();
  return (
    <Dialog
      open={dialog !== null}
      onOpenChange={(open) => !open && setDialog(null)}
      title={dialog ? TITLES[dialog.name] : ''}
    >
      {dialog?.name === 'start' && <StartInterview onResume={(email) => setDialog({ name: 'resume', email })} />}
      {dialog?.name === 'resume' && <ResumeInterview email={dialog.email} aim={dialog.aim} />}
      {dialog?.name === 'questions' && (
        <QuestionsPreview questions={questions} onStart={() => setDialog({ name: 'start' })} />
      )}
      {dialog?.name === 'sign-in' && <SignIn token={dialog.token} onGiveUp={() => setDialog({ name: 'resume' })} />}
    </Dialog>
  );
}
