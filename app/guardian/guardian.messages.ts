import { GUARDIAN_QUESTION } from '../../api/contract/common/wordings.js';

/** Texts of the page that a parent or guardian is led to. */
export const GUARDIAN_MESSAGES = {
  heading: GUARDIAN_QUESTION,
  dead: 'This link opens nothing',
  checking: 'Looking at your link...',
  about: 'This is about the person with the e-mail',
  hint: 'They want to tell their story of life with ME/CFS on video. They told us that they are under 18. They say that you are their parent or guardian.',
  happens: 'What happens',
  happensNot: 'What does not happen',
  yes: 'Yes, I allow it',
  no: 'No',
  saying: 'One moment...',
  said: {
    given: 'You said yes. They can begin. With this link you can take it back at any time.',
    withdrawn:
      'You said yes. They have stopped since, so nothing more is recorded. What they gave before may still be public. You can take your yes back. Then nothing of it is public.',
    refused: 'They have said no to being recorded, so nothing is recorded. You can say no, too. Then it stays so.',
    guardian_refused: 'You said no. Nothing more is recorded, and nothing of it is public.',
  },
  otherwise: 'There is nothing to answer here at the moment.',
  takeBack: 'Take it back',
  unreachable: 'We could not check your link just now. Please try again.',
  noLink: 'This page needs the whole link from our mail.',
  tryAgain: 'Try Again',
};
