import { LANDING_DIALOGS } from '../../contract/pages.js';
import { composeMail, type Mail } from '../../platform/mail/mail.js';

interface FlawedRecording {
  email: string;
  /** The title of the question. */
  question: string;
  /** In words that go on from "This recording is not whole: ". */
  problem: string;
}

/** To whom a recording belongs that was saved, and then turned out not to be whole. */
export function flawedRecordingMail({ email, question, problem }: FlawedRecording, publicUrl: string): Mail {
  return composeMail(email, 'One of your recordings is not whole', [
    'Hello,',
    `We looked through your recording to the question “${question}”. This recording is not whole: ${problem}.`,
    'What plays of it is kept. So is everything else that you recorded.',
    'The phone or computer that you used may still hold it. Open your interview there. You can watch the recording and save it again. Or record a new one when you have the strength.',
    { label: 'Open your interview', url: `${publicUrl}/${LANDING_DIALOGS.resume}` },
    'If you did not record anything, you need not do anything.',
  ]);
}
