import { fileSize } from '../../shared/text/format.js';
import { counted } from '../../../api/contract/common/grammar.js';
import { SHOWCASE_INCOMPLETE, VIDEO_MAX_SIZE, VIDEO_TOO_LARGE } from '../../../api/contract/common/wordings.js';

const VIDEOS = { one: 'video', other: 'videos' };

export const UPLOAD_MESSAGES = {
  user: 'User',
  chooseUser: 'Select a user',
  question: 'Question',
  chooseQuestion: 'Select a question',
  optionsFailed: 'The users and questions could not be loaded.',
  fileHint: `MP4, MOV, AVI up to ${VIDEO_MAX_SIZE}`,
  missing: 'Missing Information',
  invalidFile: 'Invalid File',
  notAVideo: 'Please select a video file',
  tooLarge: (filename: string, size: number) => `“${filename}” has ${fileSize(size)}. ${VIDEO_TOO_LARGE}`,
  underWay: 'Uploading…',
  uploading: (percent: number) => `Uploading ${percent} %`,
  processing: 'Uploaded, now being checked',
  failed: 'Upload Failed',
  failedHint: 'The video could not be uploaded. Please try again.',
};

export const SINGLE_UPLOAD_MESSAGES = {
  heading: 'Upload a video',
  source: 'The video is',
  aFile: 'A file',
  anAddress: 'At Vimeo or YouTube',
  file: 'Video file',
  address: 'Address of the video',
  addressHint:
    'Such as https://vimeo.com/123456789. Visitors are told that it plays from there before they press play.',
  invalidAddress: 'Invalid Address',
  title: 'Title (optional)',
  titleHint: 'Left empty, the video is named after its question.',
  description: 'Description (optional)',
  transcript: 'Transcript (optional)',
  transcriptHint: 'Plain text, or the content of a .vtt or .srt file. A blank line begins a new paragraph.',
  draftHint: 'A file has to be chosen again.',
  submit: 'Upload video',
  cancel: 'Cancel upload',
  missingHint: SHOWCASE_INCOMPLETE,
  addressMissingHint: 'Please select a user and question, and give the address of the video',
  adding: 'Adding the video…',
  added: 'Video added',
  stopped: 'The upload was stopped. The form is as you left it.',
  done: 'Upload complete',
  doneHint: (title: string, note = '') => `“${title}” is waiting for approval.${note && ` ${note}`}`,
};

export const BULK_UPLOAD_MESSAGES = {
  heading: 'Bulk upload',
  files: 'Video files',
  filesHint: `Upload 8+ files for one user. ${UPLOAD_MESSAGES.fileHint} each.`,
  filesOfUser: 'Files to upload',
  ofUser: (user: string) => `For ${user}`,
  chooseAgain: (files: number) =>
    `${counted(files, { one: 'file', other: 'files' })} of the list before: choose the same again, and each has its question.`,
  questionOf: (filename: string) => `Question for ${filename}`,
  submit: (waiting: number) => (waiting === 0 ? 'Upload videos' : `Upload ${counted(waiting, VIDEOS)}`),
  cancel: 'Cancel upload',
  remove: 'Remove',
  removeFile: (filename: string) => `Remove ${filename}`,
  retry: 'Retry',
  retryFile: (filename: string) => `Retry ${filename}`,
  retryAll: (failed: number) => `Retry ${counted(failed, VIDEOS)}`,
  waiting: 'Waiting',
  uploadComplete: 'Upload complete',
  uploadFailed: 'Upload failed',
  missingHint: 'Please select a user and add video files',
  filtered: 'Non-video files filtered',
  filteredHint: (videos: number, total: number) => `Selected ${videos} video files out of ${total} total files`,
  tooLargeLeftOut: 'Some files are too large',
  failed: 'Bulk Upload Failed',
  failedHint: (failed: number, total: number) => `${failed} of ${counted(total, VIDEOS)} could not be uploaded.`,
  done: 'Bulk upload complete',
  doneHint: (uploaded: number) => `${counted(uploaded, VIDEOS)} waiting for approval.`,
  clear: 'Clear list',
  counted: (uploaded: number, failed: number, total: number) =>
    `${uploaded} of ${counted(total, VIDEOS)} uploaded${failed > 0 ? `, ${failed} failed` : ''}.`,
};

export const INTERRUPTED_MESSAGES = {
  heading: 'Uploads that were cut off',
  hint: 'Choose the same file again and it goes on where it stopped.',
  cutOff: (filename: string, size: string, date: string) => `${filename}, ${size}, begun ${date}`,
  goOn: 'Go on',
  goOnWith: (filename: string) => `Go on with ${filename}`,
  chooseAgain: (filename: string) => `The form is filled in again. Now choose ${filename}.`,
  confirmGoOn: 'Fill the form in anew?',
  confirmGoOnHint: (filename: string) =>
    `What stands in the form is not sent yet. What belongs to ${filename} takes its place.`,
  fillIn: 'Fill it in anew',
  keep: 'Keep what I typed',
  forget: 'Forget',
  forgetFile: (filename: string) => `Forget ${filename}`,
};
