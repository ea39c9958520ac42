import type { AuditAction, AuditSubject } from '../../api/contract/audit.js';
import { ADMIN_PHOTO_RETRIES, ADMIN_PHOTO_TIMEOUT_MS } from '../../api/contract/limits.js';

const numbers = new Intl.NumberFormat('en-US');
const timeoutSeconds = ADMIN_PHOTO_TIMEOUT_MS / 1_000;

export const OVERVIEW_MESSAGES = {
  label: 'Overview',
  users: 'Users',
  media: 'Media',
  number: (value: number) => numbers.format(value),
  refresh: 'Refresh Data',
  refreshing: 'Refreshing…',
  updated: (date: string) => `As of ${date}`,
  loading: 'Loading users…',
  usersFailed: 'The users could not be loaded. Press Refresh Data to try again.',
  refreshFailed: (date: string) => `The data could not be refreshed. What you see is from ${date}.`,
  photosFailed: 'Photo loading error: Failed to fetch photo summary',
  tryAgain: 'Try again',
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
  unknown: 'Unknown',
};

export const TABLE_MESSAGES = {
  /** How many are shown, and of how many where that is not the same. */
  count: (shown: number, total: number) => {
    if (total === 0) return '';
    return shown === total ? numbers.format(total) : `${numbers.format(shown)} of ${numbers.format(total)}`;
  },
  range: (from: number, to: number, total: number) =>
    `${numbers.format(from)}–${numbers.format(to)} of ${numbers.format(total)}`,
  pages: (heading: string) => `Pages of ${heading}`,
  previous: 'Previous',
  next: 'Next',
};

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
  changeFailed: 'Failed to change photos needed',
  changeFailedHint: 'It is as it was before. Please try again.',
};

export const DELETE_MESSAGES = {
  delete: 'Delete',
  title: 'Delete this user?',
  hint: (name: string, email: string) =>
    `${name} (${email}): the answers, the photos, the showcase videos and the public story are deleted for good.`,
  confirm: 'Delete user',
  deleting: 'Deleting…',
  deleted: (name: string) => `${name} and all their data are deleted.`,
  failed: 'Failed to delete user',
  failedHint: 'Please try again.',
};

export const PHOTO_MESSAGES = {
  title: (name: string) => `Photos of ${name}`,
  close: 'Close',
  loading: 'Loading photos…',
  retrying: (attempt: number) => `No answer yet. Trying again (${attempt} of ${ADMIN_PHOTO_RETRIES})…`,
  failed: (reason: string) => `Failed to load photos: ${reason}`,
  refused: (status: number, body: string) => `Failed to fetch user photos: ${status} ${body}`.trim(),
  unanswered: `Failed to fetch user photos: no answer within ${timeoutSeconds} seconds`,
  unreachable: 'Failed to fetch user photos: the server cannot be reached',
  tryAgain: 'Try again',
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

export const ANSWER_MESSAGES = {
  heading: 'Recorded answers',
  loading: 'Loading answers…',
  failed: 'The answers could not be loaded.',
  tryAgain: 'Try again',
  none: 'No answers recorded yet',
  question: (questionId: number, title: string) => `${questionId}. ${title}`,
  original: 'Download original',
};

export const PREPARATION_MESSAGES = {
  preparing: 'Being prepared for all devices. Until then it plays as it was sent.',
  cannotBePlayed: (problem: string) => `This video cannot be played: ${problem}.`,
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
  emptyHint: 'What staff change, view or export is listed here and cannot be removed.',
  loading: 'Loading staff actions…',
  loadFailed: 'The staff actions could not be loaded.',
  tryAgain: 'Try again',
  showMore: 'Show more',
  loadingMore: 'Loading…',
  actions: {
    participant_done: 'Marked as done',
    participant_changed: 'Changed whether photos are needed',
    participant_deleted: 'Deleted a user',
    photos_viewed: 'Listed the photos',
    photo_viewed: 'Viewed a photo',
    photo_downloaded: 'Downloaded a photo',
    public_uploads_deleted: 'Deleted public uploads',
    answers_viewed: 'Listed the answers',
    answer_viewed: 'Viewed an answer',
    answer_downloaded: 'Downloaded an answer',
    video_approved: 'Approved a video',
    video_unapproved: 'Unapproved a video',
    video_moved: 'Moved a video to another person or question',
    video_deleted: 'Deleted a video',
    redirect_added: 'Added a redirect',
    redirect_changed: 'Changed a redirect',
    redirect_deleted: 'Deleted a redirect',
    people_exported: 'Exported the people',
    transcripts_exported: 'Exported the transcripts',
  } satisfies Record<AuditAction, string>,
  subjects: {
    participant: 'User',
    photo: 'Photo',
    answer: 'Answer',
    video: 'Video',
    redirect: 'Redirect',
    archive: 'The whole archive',
  } satisfies Record<AuditSubject['type'], string>,
};
