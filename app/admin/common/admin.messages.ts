import type { AuditAction, AuditKind, AuditSubject } from '../../../api/contract/staff/audit.js';
import { counted, plural } from '../../../api/contract/common/grammar.js';
import { ADMIN_PHOTO_RETRIES, ADMIN_PHOTO_TIMEOUT_MS } from '../../../api/contract/common/screen-numbers.js';
import {
  CONSENT_SOUND_MAX_SIZE,
  CONSENT_SOUND_TOO_LARGE,
  INVALID_EMAIL,
  SITE_IN_TROUBLE,
} from '../../../api/contract/common/wordings.js';
import { wholeNumber } from '../../shared/text/format.js';
import { KEEPING_MESSAGES } from './keeping.messages.js';

const timeoutSeconds = ADMIN_PHOTO_TIMEOUT_MS / 1_000;

export const OVERVIEW_MESSAGES = {
  label: 'Overview',
  users: 'Users',
  media: 'Media',
  number: wholeNumber,
  refresh: 'Refresh Data',
  refreshing: 'Refreshing…',
  updated: (date: string) => `As of ${date}`,
  loading: 'Loading users…',
  usersFailed: 'The users could not be loaded. Press Refresh Data to try again.',
  refreshFailed: (date: string) => `The data could not be refreshed. What you see is from ${date}.`,
  photosFailed: 'Photo loading error: Failed to fetch photo summary',
};

/** Of the look at everything that the server takes each night. */
export const NIGHTLY_LOOK_MESSAGES = {
  heading: SITE_IN_TROUBLE,
  oldHeading: 'The nightly look has not happened',
  foundAt: (date: string) => `Found in the night, ${date}`,
  old: (date: string) => `The last look was on ${date}, and none since.`,
  hint: 'Please tell whoever runs the server. “npm run doctor” says more there.',
  finding: (part: string, text: string) => `${part[0]!.toUpperCase()}${part.slice(1)}: ${text}`,
  more: (count: number) => `And ${count} more`,
  looked: (date: string, hasWrong: boolean) =>
    hasWrong
      ? `Looked at everything ${date}; see the top of the page`
      : `Looked at everything ${date}; nothing is wrong`,
  notices: (count: number) => plural(count, { one: 'One thing to know', other: `${count} things to know` }),
  lastProvenBackup: (date: string) => `Last proven backup: ${date}`,
  noBackup: 'No backup yet',
};

/** For so long somebody who comes back from a few days off has to find it. */
export const TAKEN_BACK_DAYS = 14;

export const TAKEN_BACK_MESSAGES = {
  heading: 'Taken back lately',
  hint: 'Nothing of these stories is public here. Please look through what you make of them outside of this site, too, such as the documentary.',
  elsewhere: (count: number) =>
    `${counted(count, { one: 'removal waits', other: 'removals wait' })} for you under “Stories elsewhere”.`,
};

/** Of whom somebody has said that they need somebody today. */
export const URGENT_MESSAGES = {
  heading: 'Needs somebody today',
  failed: 'Who needs somebody today could not be loaded. Press Refresh Data to try again.',
  question: (questionId: number) => `question ${questionId}`,
  photo: 'a photo',
  publicUpload: 'the upload page',
  sender: 'Sent without a name',
  since: (waited: string, date: string) => `For ${waited}, since ${date}`,
  waited: (hours: number, minutes: number) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  saidBy: (name: string) => `, said ${name}`,
  notTaken: 'Nobody has taken it yet.',
  takenBy: (name: string | null, date: string) => `${name ?? 'A producer'} has taken it, ${date}`,
  steps: { take: 'I take it', done: 'Done', 'give-back': 'Give it back' },
  told: { take: 'It is yours now', done: 'It is done', 'give-back': 'It is given back' },
  pending: 'One moment…',
  stepFailed: 'That was not saved',
  stepFailedHint: 'Please try again.',
  mark: 'Needs somebody today',
  isMarked: 'Needs somebody today: see the top of the page',
  markFailed: 'That was not marked',
};

/** What somebody wishes for the time when they cannot decide any more. */
export const WISHES_MESSAGES = {
  heading: 'If they cannot decide any more',
  failed: 'Their wishes could not be loaded.',
  ask: 'To be asked then:',
  writtenDown: (date: string) => `Written down on ${date}`,
};

export const SOUND_MESSAGES = {
  heading: 'The consent, read aloud',
  hint: `Some people cannot read much. Let somebody with a calm voice read the words about recording, and put the file here: MP3 or M4A, ${CONSENT_SOUND_MAX_SIZE} at most. Whoever is asked can listen to it.`,
  none: 'There is no sound file. The words are shown alone.',
  there: (size: string, date: string, by: string | null) => `It is played (${size}, ${date}${by ? `, ${by}` : ''}).`,
  outdated: (size: string, date: string, by: string | null) =>
    `It is not played: the words have changed since (${size}, ${date}${by ? `, ${by}` : ''}). Please replace it.`,
  add: 'Add a sound file',
  replace: 'Replace it',
  remove: 'Remove',
  file: 'Sound file of the consent',
  saving: 'Saving…',
  saved: 'The sound file is saved',
  removed: 'The sound file is removed',
  failed: 'The sound file was not saved',
  removeFailed: 'The sound file was not removed',
  failedHint: 'Please try again.',
  tooLarge: CONSENT_SOUND_TOO_LARGE,
  removeTitle: 'Remove the sound file?',
  removeText: 'The words of the consent are shown alone then.',
};

/** What a person's row tells, in tables and on cards. */
export const FIELD_MESSAGES = {
  name: 'Name',
  email: 'E-mail',
  registered: 'Registered',
  mediaUpload: 'Media upload',
  mediaUploadCompleted: 'Media upload completed',
  photos: 'Photos',
  view: 'View',
  photosNeeded: 'Photos needed',
  tag: 'Tag on social',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  actions: 'Actions',
  isDone: 'Done',
  yes: 'Yes',
  no: 'No',
  none: 'None',
  notYet: 'Not yet',
  stepDone: (step: string, date: string) => `${step}: ${date}`,
  unknown: 'Unknown',
  stepsDone: (done: number, all: number) => `${done} of ${all} steps`,
  photosSent: photosOf,
  since: (date: string) => `Since ${date}`,
  emailNotProven: 'Not confirmed by mail yet',
  reopened: (when: string) => `Reopened ${when}, not submitted again yet`,
  notShown: {
    hidden: (when: string) => `Has hidden their story since ${when}`,
    guardian_refused: (when: string) => `Not public since ${when}: a parent or guardian has said no`,
    withdrawn: (when: string) => `Withdrew their story ${when}`,
  },
  submittedAgain: (when: string) => `Reopened ${when}, submitted again since`,
  unclaimed: ({ answers, photos }: { answers: number; photos: number }) =>
    `Unclaimed: the name, ${wholeNumber(answers)} ${plural(answers, { one: 'answer', other: 'answers' })}, ${photosOf(photos)}`,
};

function photosOf(count: number): string {
  return `${wholeNumber(count)} ${plural(count, { one: 'photo', other: 'photos' })}`;
}

export const READY_MESSAGES = {
  heading: 'Ready for processing',
  empty: 'No users are ready for processing',
  emptyHint: 'A person appears here when their media upload is completed, and leaves when you press Done.',
  done: 'Done',
  marking: 'Saving…',
  marked: (name: string) => `${name} is done.`,
  failed: 'Failed to mark user as done',
  failedHint: 'Please try again.',
};

export const ALL_USERS_MESSAGES = {
  heading: 'All Users',
  empty: 'No users registered yet',
  emptyHint: 'A person appears here as soon as they have registered.',
  find: 'Find by name, e-mail or handle',
  show: 'Show',
  everyone: 'Everyone',
  interviewing: 'Still in the interview',
  ready: 'Ready for processing',
  done: 'Done',
  sort: 'Sort by',
  sortedByColumn: 'A column of the table',
  newest: 'Newest first',
  oldest: 'Oldest first',
  byName: 'Name',
  byMediaUpload: 'Media upload, oldest first',
  byPhotos: 'Most photos',
  noneFound: 'No user matches.',
  showAll: 'Show everyone',
  notDone: 'Not done',
  notDoneAnyMore: (name: string) => `${name} is ready for processing again.`,
  notDoneFailed: 'Failed to take Done back',
  changeFailed: 'Failed to change photos needed',
  changeFailedHint: 'It is as it was before. Please try again.',
};

export const CORRECT_MESSAGES = {
  correct: 'Correct',
  title: (name: string) => `Correct ${name}`,
  hint: 'A corrected first name is shown everywhere at once. Texts that tell a name in their own words stay as they are.',
  firstName: 'First name',
  lastName: 'Last name',
  firstNameMissing: 'Please enter a first name.',
  lastNameMissing: 'Please enter a last name.',
  emailInvalid: INVALID_EMAIL,
  emailHint:
    'With another e-mail, this person is signed out everywhere and open sign-in links end. They come back by a link to the new address.',
  moves: (path: string) => `The story now stands at ${path}, and moves to an address with the new name.`,
  redirect: 'The old address leads to the new one',
  redirectOn: 'For a misspelling: links that people have shared go on working.',
  redirectOff: 'For another name: nobody can find out from an old link who the person was. Older addresses end, too.',
  overtaken: 'Saving once more changes only what you have changed here.',
  save: 'Save correction',
  saveOver: 'Save all the same',
  saving: 'Saving…',
  cancel: 'Cancel',
  corrected: (name: string) => `${name} is corrected.`,
  failed: 'Failed to correct user',
  failedHint: 'Please try again.',
  history: 'Earlier names',
  historyLoading: 'Loading earlier names…',
  historyFailed: 'The earlier names could not be loaded.',
  tryAgain: 'Try again',
  inUse: 'In use',
  registered: 'As registered',
  correctedBy: (who: string | null) =>
    who === null ? 'Corrected; no producer’s name was given' : `Corrected by ${who}`,
  before: (name: string) => `before: ${name}`,
  fillIn: 'Fill in',
  fillInName: (name: string) => `Fill in ${name}`,
};

/** Of somebody about whom a parent or guardian decides. */
export const ASK_ANEW_MESSAGES = {
  ask: 'Ask about the recording anew',
  title: (name: string) => `Ask ${name} about the recording anew?`,
  hint: (firstName: string) =>
    `What was said of a parent or guardian, and by them, counts no more, and their links end. When ${firstName} comes back, they are asked from the beginning. What they said no to otherwise stays a no.`,
  stays:
    'Before a new yes nothing is recorded, and nothing more can be approved or shown. What is recorded stays, and so does what is public now.',
  sure: 'Please make sure first that they themselves ask for this. They get a receipt.',
  confirm: 'Ask anew',
  asking: 'Saving…',
  asked: (name: string) => `${name} is asked anew.`,
  failed: 'Failed to have them asked anew',
  failedHint: 'Please try again.',
};

export const DELETE_MESSAGES = {
  delete: 'Delete',
  title: 'Delete this user?',
  hint: (name: string, email: string) =>
    `${name} (${email}): the answers, the photos, the showcase videos, the public story, and what anyone has sent under this e-mail are deleted for good.`,
  confirm: 'Delete user',
  deleting: 'Deleting…',
  deleted: (name: string) => `${name} and all their data are deleted.`,
  failed: 'Failed to delete user',
  failedHint: 'Please try again.',
};

export const PHOTO_MESSAGES = {
  title: (name: string) => `Photos of ${name}`,
  photos: 'the photos',
  close: 'Close',
  loading: 'Loading photos…',
  retrying: (attempt: number) => `No answer yet. Trying again (${attempt} of ${ADMIN_PHOTO_RETRIES})…`,
  failed: (reason: string) => `Failed to load photos: ${reason}`,
  refused: (status: number, body: string) => `Failed to fetch user photos: ${status} ${body}`.trim(),
  unanswered: `Failed to fetch user photos: no answer within ${timeoutSeconds} seconds`,
  unreachable: 'Failed to fetch user photos: the server cannot be reached',
  none: 'No photos found for this user',
  noneHint: 'Photos appear here as soon as the person has uploaded them.',
  unregistered: 'Nobody registered this e-mail.',
  load: 'Load Image',
  loadVideo: 'Load Video',
  loadingImage: 'Loading…',
  view: 'View Photo',
  inNewTab: ' (opens in a new tab)',
  download: 'Download',
  picture: 'Photo',
  back: 'All users',
  loadFailed: 'Failed to load photo',
  loadFailedHint: 'Could not load photo data',
  noDescription: 'No description',
  fromPublicPage: 'Came through the public upload page',
};

/** Beside a photo, a recording or words that came by a helper's link. */

export const ANSWER_MESSAGES = {
  heading: 'Recorded answers',
  loading: 'Loading answers…',
  failed: 'The answers could not be loaded.',
  none: 'No answers recorded yet',
  question: (questionId: number, title: string) => `${questionId}. ${title}`,
  original: 'Download original',
  written: 'Written answers',
  writtenFailed: 'The written answers could not be loaded.',
  writtenTo: (questionId: number) => `Question ${questionId}`,
  makeChapter: 'Make a chapter of it',
  makingChapter: 'Making it…',
  chapterWaits: 'It waits for approval with the finished videos.',
  chapterIsApproved: 'It is an approved chapter.',
  openChapters: 'Open finished videos',
  chapterFailed: 'Not made',
  chapterFailedHint: 'Please try again.',
};

export const PREPARATION_MESSAGES = {
  preparing: 'Being prepared for all devices. Until then it plays as it was sent.',
  joining: 'They are being joined to one video. Until then each plays by itself.',
  joined: 'They are joined to one video now. Close this and open it again to see it.',
  cannotBePlayed: (problem: string) => `This video cannot be played: ${problem}.`,
  notJoined: (problem: string) => `They could not be joined to one video: ${problem}.`,
  tryAgain: 'Try again',
  tryingAgain: 'Asking…',
  failed: 'Not tried again',
  failedHint: 'Please try again.',
};

export const UNREGISTERED_MESSAGES = {
  heading: 'Uploads under other e-mails',
  empty: 'No uploads under other e-mails',
  emptyHint: 'What came through the public upload page under an e-mail that nobody registered.',
};

export const DELETE_UPLOADS_MESSAGES = {
  delete: 'Delete',
  title: 'Delete these uploads?',
  hint: (email: string) => `${email}: every photo and video that came under this e-mail is deleted for good.`,
  confirm: 'Delete uploads',
  deleting: 'Deleting…',
  deleted: (email: string) => `What came under ${email} is deleted.`,
  failed: 'Failed to delete uploads',
  failedHint: 'Please try again.',
};

export const DELETE_UPLOAD_MESSAGES = {
  delete: 'Delete',
  title: 'Delete this upload?',
  hint: (name: string) => `${name} came through the public upload page. It is deleted for good.`,
  confirm: 'Delete upload',
  deleting: 'Deleting…',
  deleted: (name: string) => `${name} is deleted.`,
  failed: 'Failed to delete upload',
  failedHint: 'It is still there. Please try again.',
};

export const AUDIT_MESSAGES = {
  heading: 'Last staff actions',
  when: 'When',
  what: 'What',
  whom: 'On',
  empty: 'No staff actions yet',
  emptyHint: `What staff change, view or export is listed here, with the names that they gave when they signed in. How long it stays is told at “${KEEPING_MESSAGES.heading}”.`,
  loading: 'Loading staff actions…',
  loadFailed: 'The staff actions could not be loaded.',
  about: 'About',
  by: 'By',
  kind: 'Kind',
  anyone: 'Anyone',
  everything: 'Everything',
  person: (name: string, email: string) => `${name} (${email})`,
  noneFound: 'No staff action fits.',
  showAll: 'Show all',
  noName: 'No name given',
  unknown: 'Somebody without the password',
  participant: 'The person',
  system: 'By itself',
  kinds: {
    gate: 'Signing in',
    viewed: 'Looking',
    taken: 'Downloads and exports',
    changed: 'Changes',
    published: 'Approvals',
    deleted: 'Deletions',
  } satisfies Record<AuditKind, string>,
  actions: {
    signed_in: 'Signed in',
    signed_in_by_link: 'Signed in by a mailed link',
    signed_in_by_passkey: 'Signed in with a passkey',
    signed_out: 'Signed out',
    sign_in_failed: 'Wrong password',
    sign_in_locked: 'Locked out after wrong passwords',
    participant_done: 'Marked as done',
    participant_not_done: 'Took Done back',
    participant_corrected: 'Corrected a user',
    participant_changed: 'Changed whether photos are needed',
    participant_deleted: 'Deleted a user',
    photos_viewed: 'Listed the photos',
    photo_viewed: 'Viewed a photo',
    photo_downloaded: 'Downloaded a photo',
    public_uploads_deleted: 'Deleted public uploads',
    answers_viewed: 'Listed the answers',
    answer_viewed: 'Viewed an answer',
    answer_downloaded: 'Downloaded an answer',
    video_added: 'Added a video',
    video_changed: 'Changed the words or the address of a video',
    draft_rejected: 'Rejected an automatic transcript',
    video_approved: 'Approved a video',
    video_unapproved: 'Unapproved a video',
    release_over: 'The time of a release was over',
    paper_release_recorded: 'Recorded a release on paper',
    paper_release_viewed: 'Looked at the scan of a release',
    video_moved: 'Moved a video to another person or question',
    video_deleted: 'Deleted a video',
    redirect_added: 'Added a redirect',
    redirect_changed: 'Changed a redirect',
    redirect_deleted: 'Deleted a redirect',
    story_reopened: 'Reopened the story',
    people_exported: 'Exported the people',
    transcripts_exported: 'Exported the transcripts',
    story_hidden: 'Hid their own story',
    story_shown_again: 'Showed their own story again',
    story_withdrawn: 'Withdrew their own story',
    answer_withdrawn: 'Withdrew an answer of their own',
    recording_removed: 'Removed a recording of their own',
    photo_withdrawn: 'Withdrew a photo of their own',
    video_withdrawn: 'Withdrew a video of themselves',
    participant_left: 'Deleted everything about themselves',
    own_data_changed: 'Changed their own details',
    own_data_downloaded: 'Downloaded what is theirs',
    urgent_marked: 'Said that somebody is needed today',
    urgent_taken: 'Took it on to be there for somebody',
    urgent_given_back: 'Gave that back',
    urgent_done: 'Was there for somebody, and said so',
    consent_asked_anew: 'Had somebody asked about the recording anew',
    consent_sound_changed: 'Changed the sound of the consent',
    place_added: 'Added a place elsewhere',
    place_removed: 'Took a place elsewhere off the list',
    removed_elsewhere: 'Settled a removal elsewhere',
    removal_kept: 'Kept something past its time',
    removals_allowed: 'Allowed many removals',
    producer_added: 'Added a producer',
    producer_removed: 'Removed a producer',
    producer_link_made: 'Made a link that signs a producer in',
    passkey_added: 'Added a passkey',
    passkey_removed: 'Removed a passkey',
    period_ended: 'Removed at the end of its time',
  } satisfies Record<AuditAction, string>,
  subjects: {
    participant: 'User',
    photo: 'Photo',
    answer: 'Answer',
    video: 'Video',
    redirect: 'Redirect',
    producer: 'Producer',
    archive: 'The whole archive',
    gate: 'The staff pages',
  } satisfies Record<AuditSubject['type'], string>,
};
