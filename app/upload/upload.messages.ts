import { counted, plural } from '../../api/contract/common/grammar.js';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import {
  PUBLIC_IMAGE_MAX_SIZE,
  PUBLIC_IMAGE_TOO_LARGE,
  UPLOAD_EMAIL_MISSING,
  UPLOAD_FILES_MISSING,
  VIDEO_MAX_SIZE,
  VIDEO_TOO_LARGE,
} from '../../api/contract/common/wordings.js';

/** Texts of /upload. */
export const UPLOAD_TEXT = {
  heading: 'One Final Step',
  intro: 'Photos and short videos from your life let people see what you have told. Send as many as you like.',
  email: 'E-mail',
  emailHint: 'The one you began your interview with, so that we know whose story they belong to.',
  emailInvalid: 'Please check your e-mail address: it should look like name@example.com.',

  choose: 'Choose photos and videos',
  chooseMore: 'Choose more',
  chooseHint: `Several at once, or drop them here. Photos up to ${PUBLIC_IMAGE_MAX_SIZE}, videos up to ${VIDEO_MAX_SIZE}.`,

  listHeading: 'Chosen photos and videos',
  describe: 'Describe this photo/video (optional)',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  preview: (name: string) => `Preview of ${name}`,
  video: 'Video',
  sending: (percent: number) => `Uploading ${percent} %`,
  arrived: 'Arrived',
  progress: (name: string) => `Upload of ${name}`,
  overallProgress: 'Upload of all files',
  percent: (percent: number) => `${percent} %`,

  consent: `With the button you say: “${PRIVACY.text.upload}”`,
  submit: 'Submit Media',
  uploading: 'Uploading...',
  stop: 'Stop',
  backHome: 'Back to Home',

  adviceHeading: 'What helps most',
  advice: (count: number) => `If you can, send at least ${count} photos or videos. For example:`,
  examples: ['an activity you used to love', 'an especially difficult day', 'something that keeps you going'],
  adviceEnd: 'Fewer are welcome, too. You can come back to this page whenever you like.',

  thanksHeading: 'Thank You!',
  thanks: 'Your photos and videos have arrived. Only our team will see them.',
  goHome: 'Go Home',
  more: 'Upload more media',
};

/** The written status; it always says what is still to do, or what has happened. */
export const UPLOAD_STATUS = {
  nothingChosen: 'Choose at least one photo or video to begin.',
  emailMissing: 'Please enter your e-mail address, too.',
  chosen: (count: number, size: string) => `${counted(count, { one: 'file', other: 'files' })} chosen (${size}).`,
  advised: (count: number) => `At least ${count} are a good number, but fewer are fine.`,
  keepOpen: 'Uploading. Please keep this page open.',
  arrived: (arrived: number, all: number) => `${arrived} of ${all} files have arrived.`,
  refused: (names: string[], isRest: boolean) => {
    const which = names.map((name) => `“${name}”`).join(', ');
    const what = `${which} could not be taken: the reason stands in the list.`;
    return isRest ? `${what} Remove ${plural(names.length, { one: 'it', other: 'them' })} to finish.` : what;
  },
  noneArrived: 'Nothing has arrived yet.',
  someMayHaveArrived: 'Something may have arrived all the same; what you send again as it is, is not kept twice.',
  keptHere: 'The others are still in the list: submit again to send them.',
  allKeptHere: 'Your list is still here: submit again to send it.',
};

export const UPLOAD_TOASTS = {
  skipped: { title: 'Some files skipped', description: 'Only image and video files are accepted.' },
  tooLarge: (names: string[]) => ({
    title: 'Some files skipped',
    description: `${names.map((name) => `“${name}”`).join(', ')} ${plural(names.length, { one: 'is', other: 'are' })} too large. ${PUBLIC_IMAGE_TOO_LARGE} ${VIDEO_TOO_LARGE}`,
  }),
  noFiles: { title: 'No files selected', description: UPLOAD_FILES_MISSING },
  noEmail: { title: 'Email required', description: UPLOAD_EMAIL_MISSING },
  failed: { title: 'Upload failed', description: 'Failed to upload media. Please try again.' },
};
