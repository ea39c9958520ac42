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
    `We checked whether your recording to the question "${question}" plays from its beginning to its end. This recording is not whole: ${problem}.`,
    'What plays of it is kept, and so is everything else that you recorded.',
    'The phone or computer with which you recorded it may still hold it. Open your interview there: you can watch the recording, save it again, or record a new one when you have the strength.',
    { label: 'Open your interview', url: `${publicUrl}/${LANDING_DIALOGS.resume}` },
    'If you did not record anything, you need not do anything.',
  ]);
}
