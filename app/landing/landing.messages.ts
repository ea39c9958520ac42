import { QUESTION_COUNT_IN_WORDS } from '../../api/contract/interview/steps.js';
import { INTERVIEW_COMPLETE, UNKNOWN_EMAIL } from '../../api/contract/common/wordings.js';

/** As a sentence begins with it. */
const COUNT = QUESTION_COUNT_IN_WORDS.charAt(0).toUpperCase() + QUESTION_COUNT_IN_WORDS.slice(1);

export const START_MESSAGES = {
  title: 'Get Started - Enter Your Information',
  submit: 'Start Interview',
  pending: 'Starting...',
  firstName: 'First name',
  lastName: 'Last name',
  tag: 'Tag me on social media',
  instagram: 'Instagram handle (optional)',
  tiktok: 'TikTok handle (optional)',
  firstNameMissing: 'Please enter your first name.',
  lastNameMissing: 'Please enter your last name.',
};

export const EMAIL_MESSAGES = {
  label: 'E-mail',
  missing: 'Please enter your e-mail address.',
  invalid: 'Please check your e-mail address: it should look like name@example.com.',
};

export const REGISTRATION_ERRORS = {
  alreadyRegistered: {
    title: 'Email Already Registered',
    description:
      "This email is already in use. Please use the 'Resume Interview' button to continue where you left off.",
  },
  other: { title: 'Registration failed', description: 'Please try again or contact support.' },
};

/** What stays written in the form after the toast is gone. */
export const REGISTRATION_STATUS = {
  alreadyRegistered: 'There is an interview with this e-mail address already.',
  other: 'Nothing was saved yet. What you wrote is still here.',
};

export const PROGRESS_MESSAGES = {
  heading: 'Progress of the archive',
  started: (count: number, goal: number) => `${count} of ${goal} stories started`,
  completed: (count: number, goal: number) => `${count} of ${goal} stories completed`,
};

export const RESUME_MESSAGES = {
  title: 'Resume Your Interview',
  hint: 'Enter the e-mail address that you began with. Everything you have saved is still there.',
  submit: 'Resume Interview',
  pending: 'Finding...',
  myStory: 'My story',
  chooseStep: 'Or choose the step to continue from yourself',
};

export const RESUME_TOASTS = {
  complete: { title: 'Interview Complete', description: INTERVIEW_COMPLETE },
  notFound: { title: 'User Not Found', description: UNKNOWN_EMAIL },
};

/** What stays written in the form after the toast is gone. */
export const RESUME_STATUS = {
  complete: 'There is nothing left to do: your interview is complete. Thank you!',
  storyHere: 'On “My story” you can see what we have of you, hide it or take it back.',
  storyByLink:
    'We have sent a link to this e-mail address. It leads to “My story”: there you can see what was recorded, hide it or take it back, also if that was not you.',
  noLinkNow:
    'We could not send you another link to “My story” just now. Please look for an earlier one in your mail, also among the unwanted, or try again later.',
  notFound: 'We know no interview with this e-mail address. Was it perhaps another one?',
  tooOften: 'Nothing is lost by waiting.',
  unavailable: 'We could not look for your interview just now. Nothing is lost: please try again.',
};

/** While this browser is known as somebody's. */
export const KNOWN_DEVICE_MESSAGES = {
  label: 'This device',
  known: 'This browser remembers who told a story here, so that Resume goes straight on.',
  forgotten: { title: 'This device is forgotten', description: 'Nothing of your story is left in this browser.' },
};

export const QUESTIONS_MESSAGES = {
  title: 'Interview Questions Preview',
  hint: `${COUNT} questions, one at a time. You can stop after each and come back whenever you like.`,
  starterHint: 'You could begin with',
  start: 'Start Interview',
};
