import {
  CONSENT_SOUND_MAX_BYTES,
  PAPER_SCAN_MAX_BYTES,
  PHOTO_MAX_BYTES,
  PHOTOS_MAX,
  PUBLIC_IMAGE_MAX_BYTES,
  QUESTION_RECORDINGS_MAX,
  STAFF_LINK_MAX_AGE_MS,
  TRANSCRIPT_FILE_MAX_BYTES,
  VIDEO_MAX_BYTES,
} from './limits.js';

/** What the server refuses or ends with in the very words in which a screen says it by itself. */

const megabytes = (bytes: number) => `${bytes / 1024 / 1024}MB`;
const tooLarge = (what: string, maxSize: string) => `${what} can have up to ${maxSize}.`;

/** Name of the product, in the header, behind page titles and on pictures. */
export const SITE_NAME = 'ME/CFS Stories';

/** While it is not known yet what may be shown. */
export const STORIES_COME = 'The stories will be here in a moment. Please try again.';

/** A refused registration is told by these words in its message. */
export const ALREADY_REGISTERED = 'already registered';
export const INTERVIEW_COMPLETE = 'You have already completed all interview questions!';
export const UNKNOWN_EMAIL = 'No user found with that email address.';
export const INVALID_EMAIL = 'Please enter a valid email address.';
export const WRONG_PASSWORD = 'Invalid password';
/** Whether there is such a producer is told nobody. */
export const STAFF_LINK_SENT = `If this address belongs to a producer, a link is on its way. It works once, for ${STAFF_LINK_MAX_AGE_MS / 60_000} minutes.`;
export const PASSKEY_REFUSED = 'This passkey opens nothing here. Please use another one, or have a link mailed to you.';

export const PHOTO_MAX_SIZE = megabytes(PHOTO_MAX_BYTES);
/** Of one that is too large, and of what is no picture. */
export const PHOTO_REFUSED = `Please select images under ${PHOTO_MAX_SIZE}`;
export const PHOTOS_FULL = `We keep ${PHOTOS_MAX} photos of one person. Please delete one first.`;
/** Said to somebody who helps. */
export const HELPED_PHOTOS_FULL = `We keep ${PHOTOS_MAX} photos of those who help one person. Whom you help can remove some.`;
export const PHOTO_REQUIRED = 'Please upload at least one photo before submitting.';
export const VIDEO_MAX_SIZE = megabytes(VIDEO_MAX_BYTES);
export const VIDEO_TOO_LARGE = tooLarge('Videos', VIDEO_MAX_SIZE);
/** Of a photo that comes through the public page. */
export const PUBLIC_IMAGE_MAX_SIZE = megabytes(PUBLIC_IMAGE_MAX_BYTES);
export const PUBLIC_IMAGE_TOO_LARGE = tooLarge('Photos', PUBLIC_IMAGE_MAX_SIZE);
export const CONSENT_SOUND_MAX_SIZE = megabytes(CONSENT_SOUND_MAX_BYTES);
export const CONSENT_SOUND_TOO_LARGE = tooLarge('Sound files', CONSENT_SOUND_MAX_SIZE);
export const PAPER_SCAN_MAX_SIZE = megabytes(PAPER_SCAN_MAX_BYTES);
export const PAPER_SCAN_TOO_LARGE = tooLarge('Scans', PAPER_SCAN_MAX_SIZE);
export const TRANSCRIPT_TOO_LARGE = tooLarge('Transcript files', megabytes(TRANSCRIPT_FILE_MAX_BYTES));

/** A look beforehand has no words with it. */
export const DOWNLOAD_RUNNING = 'Your download is under way already. Please wait until it is done.';
export const STORY_DELETED = 'Your story and everything that you sent us was deleted.';
export const WORDS_CHANGED = 'Other words were saved in another tab or on another device. Nothing was overwritten.';
export const STORY_SUBMITTED = 'Your story was submitted. Reopen it first to change something.';
export const RECORDINGS_FULL = `We keep ${QUESTION_RECORDINGS_MAX} recordings to one question. Please remove one of the earlier ones first.`;

export const UPLOAD_EMAIL_MISSING = 'Please provide your email address.';
export const UPLOAD_FILES_MISSING = 'Please select at least one image or video file.';

export const REDIRECT_INCOMPLETE = 'Please fill in all fields';
export const SHOWCASE_INCOMPLETE = 'Please select a user, question, and video file';
export const SEARCH_FAILED = 'Failed to fetch search data';
export const NO_TRANSCRIPT = 'No transcript available';
/** Of a link out of the site, beside its disabled control. */
export const LINK_NOT_SET_UP = 'This link is not set up yet.';
export const WHAT_I_AGREED_TO = 'What I agreed to';
export const GUARDIAN_QUESTION = 'May this person tell their story?';
export const SITE_IN_TROUBLE = 'Something is wrong with the site';
