import { BEHIND } from '../../admin-gate/gate.messages.js';
import { counted, plural } from '../../../api/contract/common/grammar.js';
import { PAPER_REFUSED } from '../../../api/contract/videos/releases.js';
import { SHORT_FORMS } from '../../../api/contract/transcripts/short-forms.js';
import { wholeNumber } from '../../shared/text/format.js';
import { storyTitle } from '../../../api/contract/stories/story-title.js';
import { NO_TRANSCRIPT, PAPER_SCAN_MAX_SIZE } from '../../../api/contract/common/wordings.js';

const ARE = { one: 'is', other: 'are' };
const VIDEOS = { one: 'video', other: 'videos' };
const LINES = { one: 'line', other: 'lines' };
const TIMED_LINES = { one: 'timed line', other: 'timed lines' };

export const TRANSCRIPT_MESSAGES = {
  file: 'Or choose a .vtt or .srt file',
  unreadable: 'This file is not readable text',
  timed: (lines: number) => `${counted(lines, TIMED_LINES)}: the video will have captions.`,
};

export const PUBLISHING_MESSAGES = {
  upToDate: (date: string) => `The public pages are up to date, last published ${date}.`,
  failing: (date: string, reason: string) => `The public pages are not up to date since ${date}. ${reason}`,
  retryAt: (time: string) => `It is tried again at ${time}.`,
  retrying: 'It is being tried again now.',
};

/** The two lists, each with its own words. */
export const LIST_TEXTS = {
  waiting: {
    heading: 'Videos Waiting for Approval',
    empty: 'No videos waiting for approval',
    emptyHint: 'A video appears here as soon as it is uploaded.',
  },
  approved: {
    heading: 'Approved Videos',
    empty: 'No approved videos yet',
    emptyHint: 'A video appears here, and on the story page of its user, once it is approved.',
  },
};

export const PART_MESSAGES = {
  label: 'Parts of this page',
  parts: { waiting: 'Waiting', approved: 'Approved', upload: 'Upload' },
  count: wholeNumber,
};

/** Of the videos of one person in a list. */
export const GROUP_MESSAGES = {
  waiting: (videos: number) => `${wholeNumber(videos)} waiting`,
  approved: (videos: number) => `${wholeNumber(videos)} approved`,
  shown: (shown: number, whole: string) => `${wholeNumber(shown)} of ${whole} shown`,
};

export const APPROVE_ALL_MESSAGES = {
  action: (videos: number) => `Approve all ${wholeNumber(videos)}`,
  actionFor: (name: string) => ` videos of ${name}`,
  heading: (videos: number, name: string) => `Approve ${counted(videos, VIDEOS)} of ${name}?`,
  headingUnknown: (name: string) => `Approve the videos of ${name}?`,
  hint: (storyOf: string) => `One after the other, each as you have seen it. “${storyOf}” shows each of them at once.`,
  loading: 'Loading the videos…',
  loadFailed: 'The videos could not be loaded.',
  none: 'Nothing of this person waits any more.',
  newer: 'Another one on the same question follows: the story will show that one.',
  approve: (videos: number) => `Approve ${counted(videos, VIDEOS)}`,
  again: (videos: number) => `Approve the other ${counted(videos, VIDEOS)}`,
  cancel: 'Cancel',
  close: 'Close',
  stop: 'Stop after this one',
  stopping: 'Stopping…',
  approving: (place: number, all: number) => `Approving ${place} of ${all}…`,
  states: {
    open: '',
    approving: 'Approving…',
    approved: 'Approved',
    behind: 'Approved, not public yet',
    failed: 'Not approved',
  },
  changed: 'It has changed since you looked at it. Approve it by itself to see how.',
  failed: 'It could not be approved. Please try again.',
  signedOut: 'Your session had ended.',
  stopped: (approved: number, all: number, others: string) =>
    `${approved} of ${all} are approved. Not approved: ${others}.`,
  done: (videos: number, name: string) =>
    `${counted(videos, VIDEOS)} of ${name} ${plural(videos, ARE)} approved and live.`,
  doneUnseen: (videos: number, name: string) =>
    `${counted(videos, VIDEOS)} of ${name} ${plural(videos, ARE)} approved, and not public yet.`,
  unseen: (videos: number) => `${videos} more ${plural(videos, ARE)} approved, and not public yet.`,
  doneWithout: (videos: number) =>
    `${videos} of them ${plural(videos, { one: 'follows there once it is', other: 'follow there once they are' })} prepared.`,
};

export const LIST_MESSAGES = {
  loading: 'Loading videos…',
  loadFailed: 'The videos could not be loaded.',
  uploadedAt: (date: string) => `Uploaded ${date}`,
  madeAt: (date: string) => `Made of an answer ${date}`,
  written: 'In words',
  noTranscript: NO_TRANSCRIPT,
  captions: (lines: number) => `Captions, ${counted(lines, LINES)}`,
  noCaptions: 'No captions',
  preparing: 'Being prepared for all devices. Until then it plays as it was uploaded.',
  noTools:
    'This server has no ffmpeg to prepare videos with. The public does not see this one before that is installed.',
  cannotBePlayed: (problem: string) => `This video cannot be played: ${problem}.`,
  prepareAgain: 'Try again',
  preparingAgain: (title: string) => `“${title}” is being prepared once more.`,
  prepareAgainFailed: 'Not tried again',
  prepareAgainFailedHint: 'Please try again.',
  measures: (duration: string, size: string | null) => (size ? `${duration}, ${size}` : duration),
  original: 'Original',
  openAt: (host: string) => `Open at ${host}`,
  willBePublic: (storyOf: string, chapter: string, parts: string) =>
    `Once approved, “${storyOf}” shows under “${chapter}” ${parts}.`,
  parts: { video: 'the video', transcript: 'its transcript', captions: 'captions', words: 'these words' },
  liveSince: (date: string) => `Live since ${date}`,
  liveWithout: (date: string, why: string) => `The page is live since ${date}, without the video: ${why}`,
  without: {
    preparing: 'it follows once it is prepared.',
    noTools:
      'this server has no ffmpeg, which removes what a file tells of place and person. Once that is installed, the video follows.',
    failed: 'it cannot be prepared. Please upload it in another format, such as MP4.',
  },
  later: (date: string) => `Approved. Its person lets it be public from ${date} on.`,
  replaced: 'Approved, but not shown: a video on the same question was approved after it.',
  notShown: {
    hidden: (date: string) =>
      `Its person has hidden their story since ${date}. Nothing of it is public until they show it again.`,
    guardian_refused: (date: string) =>
      `Not public since ${date}: a parent or guardian has said no. It cannot be published.`,
    withdrawn: (date: string) => `Its person withdrew their story on ${date}. It cannot be published.`,
  },
  wouldReplace: (title: string, date: string) => `It takes the place of “${title}”, live since ${date}.`,
  wouldLose: (parts: string) => `That one has ${parts}, and this one has not.`,
  lost: { transcript: 'a transcript', captions: 'captions' },
  showsInstead: (title: string, date: string) =>
    `Once this one is taken away, the page shows “${title}” in its place, approved ${date}.`,
  find: 'Find by name, title, question or words',
  found: (videos: number) => `${counted(videos, VIDEOS)} found`,
  noneFound: 'No video fits.',
  showAll: 'Show all',
};

/** What its person has said to a video. */
export const RELEASE_MESSAGES = {
  none: 'No release on file.',
  outdated: (date: string) => `No release on file for it as it is: it has changed since their answer of ${date}.`,
  yes: (date: string) => `Released on ${date}.`,
  change: (date: string, words: string) => `They asked for changes on ${date}${words === '' ? '.' : `: “${words}”`}`,
  wished: (words: string) => `They asked for changes${words === '' ? '.' : `: “${words}”`}`,
  no: (date: string) => `They said no on ${date}. It cannot be published.`,
  expired: (date: string) => `The time of their yes of ${date} is over. It cannot be published.`,
  elsewhere: (date: string) => `They said yes on ${date}, and not to the archive. It cannot be published there.`,
  asked: (times: number) =>
    times === 2 ? 'Asked twice.' : plural(times, { one: 'Asked once.', other: `Asked ${times} times.` }),
  ask: 'Ask for it',
  remind: 'Remind them',
  asking: 'Sending…',
  sent: (name: string) => `${name} is asked by mail.`,
  failed: 'Not asked',
  failedHint: 'Please try again.',
  terms: (terms: string) => `It is ${terms}.`,
  marks: 'What they have marked',
  gone: '(gone)',
  stretch: (from: string, until: string) => `${from} to ${until}`,
};

/** A release that a person has given on paper. */
export const PAPER_MESSAGES = {
  action: 'Record a paper',
  recorded: (date: string, producer: string) => `Released on paper. ${producer} recorded it on ${date}.`,
  scan: 'Scan',
  title: 'Record a release on paper',
  description: (title: string) =>
    `For “${title}” exactly as it is now. Your name is written down with it, and the person gets a receipt.`,
  scanLabel: 'Scan of the paper',
  scanHint: `A PDF or a picture, ${PAPER_SCAN_MAX_SIZE} at most. Only staff can open it.`,
  signedOn: 'Day on the paper',
  uses: 'They said yes to',
  use: { archive: 'The archive', social: 'Social media', documentary: 'The documentary' },
  linkOnly: 'Only with the link',
  staysUnlisted:
    'This story is found by its link alone, and stays so. Only this person can list it again, with a yes of their own.',
  notBefore: 'Not before',
  notAfter: 'Not after',
  scanNotKept: 'Please choose the scan again.',
  scanMissing: 'Please choose the scan.',
  scanTooLarge: PAPER_REFUSED.tooLarge,
  dayMissing: PAPER_REFUSED.day,
  unnamed: PAPER_REFUSED.unnamed,
  usesMissing: 'Please tick at least one use.',
  save: 'Record it',
  saveChanged: 'Record it for the new version',
  unseen: 'What has changed cannot be shown here: it may be the picture.',
  saving: 'Saving…',
  cancel: 'Cancel',
  done: 'The paper is recorded.',
  failed: 'It could not be recorded. Please try again.',
};

export const VIDEO_MESSAGES = {
  view: 'View',
  edit: 'Edit',
  more: 'More',
  approve: 'Approve',
  approving: 'Approving…',
  failedOf: (title: string, failure: string) => `“${title}”: ${failure}`,
  approved: (title: string) => `“${title}” is approved and live.`,
  approvedWithout: (title: string) =>
    `“${title}” is approved and its page is live. The video follows there once it is prepared.`,
  approvedLater: (title: string, date: string) =>
    `“${title}” is approved. Its person lets it be public from ${date} on.`,
  approvedUnseen: (title: string) =>
    `“${title}” is approved. The public does not see it: its story shows another one here.`,
  approvedBehind: (title: string) => `“${title}” is approved, and not public yet. ${BEHIND}`,
  approveFailed: 'Approve Failed',
  approveFailedHint: 'The video could not be approved. Please try again.',
  unapprove: 'Unapprove',
  unapproving: 'Unapproving…',
  unapproved: (title: string) => `“${title}” is no longer public and waits for approval again.`,
  unapprovedBehind: (title: string) => `“${title}” is not approved any more and waits for approval again. ${BEHIND}`,
  unapproveFailed: 'Unapprove Failed',
  unapproveFailedHint: 'The video could not be unapproved. Please try again.',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleted: (title: string) => `“${title}” is deleted.`,
  deleteTitle: 'Delete this video?',
  deleteHint: (title: string, name: string) =>
    `“${title}” by ${name}: the file, its description and its transcript are deleted for good.`,
  deleteHostedHint: (title: string, name: string, host: string) =>
    `“${title}” by ${name}: its description and its transcript are deleted for good. The video itself stays at ${host}.`,
  deletePublicHint: 'It also disappears from the public story page at once.',
  deleteChangedHint: 'It is not deleted. Here is what is other now than what you have seen:',
  deleteChanged: 'Delete it as it is now',
  deleteFailed: 'Delete Failed',
  deleteFailedHint: 'The video could not be deleted. Please try again.',
  openLive: 'Open live page',
  inNewTab: ' (opens in a new tab)',
};

/** Behind what is written of a change to an approved video that its person has to say yes to. */
export const TAKEN_BACK = 'It waits for its person’s yes to it as it is now, and then for approval again.';

/** Of somebody who is shown under another name. */
export const NAME_MESSAGES = {
  shownAs: (name: string) => `Shown under the name ${name}. The real name stays with you.`,
  stillTold: {
    title: 'The title still tells the real name:',
    description: 'The description still tells the real name:',
    transcript: 'The transcript still tells the real name:',
  },
};

const ORIGINAL_NOT_PLAYABLE = 'This browser cannot play the file as it was uploaded.';

export const VIEW_MESSAGES = {
  notLoaded: 'The video could not be loaded. Please close this and open it again.',
  notPlayable: 'This browser cannot play the file.',
  originalNotPlayable: ORIGINAL_NOT_PLAYABLE,
  notPlayableYet: `${ORIGINAL_NOT_PLAYABLE} It is being prepared: please close this and open it again in a while.`,
  storyOf: storyTitle,
  transcript: 'Transcript',
  captions: 'Captions',
  play: 'Play video',
  playsFrom: (host: string) => `Plays from ${host}`,
  frameTitle: (host: string, title: string) => `Video player of ${host}: ${title}`,
  preview: 'As the public sees it once it is approved.',
  public: 'As the public sees it.',
};

export const CUE_MESSAGES = {
  action: 'Captions',
  heading: 'Captions',
  hint: `Enter splits a line where the cursor is. Backspace at its beginning merges it with the line before. The arrow keys go from line to line, Ctrl+Enter plays one, Ctrl+S saves. Choose which lines those hear who have ${SHORT_FORMS.join(' or ')} minutes; what is in ${SHORT_FORMS[0]} minutes is in ${SHORT_FORMS[1]}.`,
  lines: 'Timed lines',
  line: (number: number, start: string, end: string) => `Line ${number}, ${start} to ${end}`,
  notPlayed: (host: string) => `A video at ${host} cannot be played line by line: play it beside them.`,
  play: (start: string, end: string) => `Play ${start} to ${end}`,
  split: 'Split at the cursor',
  merge: 'Merge with the next',
  undo: 'Undo',
  form: (number: number) => `Line ${number} is in`,
  forms: { whole: 'Whole story', 10: '10 minutes', 2: '2 minutes' },
  counted: (lines: number, forms: { minutes: number; time: string }[] | null) =>
    [
      `${counted(lines, LINES)}. A line without words is left out.`,
      ...(forms
        ? [`In this video ${forms.map(({ minutes, time }) => `${time} for ${minutes} minutes`).join(', ')}.`]
        : []),
    ].join(' '),
  save: 'Save captions',
  saved: (title: string) => `The captions of “${title}” are saved.`,
};

export const DRAFT_MESSAGES = {
  heading: 'Automatic transcript',
  hint: 'Made by a machine, and not public before you accept it.',
  waiting: 'An automatic transcript is being made.',
  waitingAgain: (problem: string) => `${problem} The automatic transcript is tried again by itself.`,
  ready: (lines: number, doubtful: number) =>
    `Automatic transcript, not public: ${counted(lines, LINES)}${doubtful > 0 ? `, ${doubtful} to check` : ''}.`,
  failed: (problem: string) => `No automatic transcript. ${problem}`,
  review: 'Review',
  reviewing: 'Review the automatic transcript',
  reject: 'Reject',
  rejectIt: 'Reject the automatic transcript',
  rejectTitle: 'Reject the automatic transcript?',
  rejectHint: (title: string) => `The one of “${title}” is deleted for good, and no other one is made.`,
  rejecting: 'Rejecting…',
  rejected: (title: string) => `The automatic transcript of “${title}” is rejected.`,
  rejectFailed: 'Reject Failed',
  tryAgain: 'Try again',
  trying: (title: string) => `An automatic transcript of “${title}” is being made.`,
  tryAgainFailed: 'Try Again Failed',
  failedHint: 'Please try again.',
  accept: 'Accept transcript',
  accepted: (title: string) => `The automatic transcript of “${title}” is accepted.`,
  doubts: { silence: 'Perhaps nobody speaks here', unsure: 'Hard to hear: please listen' },
};

export const EDIT_MESSAGES = {
  heading: 'Edit video',
  title: 'Title',
  titleMissing: 'Please give the video a title',
  description: 'Description',
  transcript: 'Transcript',
  words: 'Words',
  address: 'Address at Vimeo or YouTube (optional)',
  addressHint: 'Given one, the video plays from there, and the uploaded file is deleted.',
  otherAddress: 'Address at Vimeo or YouTube',
  timesLost: (lines: number) =>
    `Saving this takes away the times of ${plural(lines, { one: 'the timed line', other: `all ${lines} timed lines` })}, and with them the captions.`,
  timesKept: (lines: number) => `${counted(lines, TIMED_LINES)}. To change words and keep their times, use Captions.`,
  save: 'Save changes',
  saving: 'Saving…',
  cancel: 'Cancel',
  putTogether:
    'Somebody else has changed these texts since you opened them. What you had not changed is theirs in the form now: look at it, and save once more.',
  takeTheirs: 'Take theirs',
  theirs: (who: string, when: string) => `Saved by ${who}, ${when}.`,
  saved: (title: string, note = '') => `The changes to “${title}” are saved.${note && ` ${note}`}`,
  overtaken:
    'Somebody else has changed these texts since you opened them. Yours are still here, and theirs below: take theirs, or replace them.',
  replace: 'Replace their version',
  gone: 'This video was deleted meanwhile, so these words cannot be saved. Copy what you need of them before you close this.',
  failed: 'Edit Failed',
  failedHint: 'The changes could not be saved. They are still here; please try again.',
};

export const FIELD_NAMES = {
  title: 'Title',
  description: 'Description',
  transcript: 'Transcript',
  captions: 'Captions',
  person: 'Person',
  question: 'Question',
  name: 'Shown name',
  video: 'Video',
  approval: 'Approval',
  videoUrl: 'Address',
  sentence: 'Sentence that stands for it',
};

export const DIFFERENCE_MESSAGES = {
  empty: 'Nothing',
  unknownBefore: 'Before: no longer known. Now:',
  tooMuch: 'Too much is different to mark it word by word.',
  before: 'Before',
  after: 'After',
  gap: ' … ',
};

export const APPROVE_CHANGED_MESSAGES = {
  heading: 'This video changed since you looked at it',
  hint: 'It is not approved. Here is what is other now than what you have seen:',
  approve: 'Approve the new version',
  notNow: 'Not now',
};

export const HISTORY_MESSAGES = {
  action: 'History',
  heading: 'History of the words',
  hint: 'Every version of title, description, transcript and captions. A restored one becomes the newest: nothing is lost.',
  loading: 'Loading the versions…',
  failed: 'The versions could not be loaded.',
  version: (number: number) => `Version ${number}`,
  now: 'as it is now',
  nobody: 'a producer without a name',
  savedBy: (who: string, when: string) => `${when}, by ${who}`,
  restoredFrom: (number: number) => `Restored from version ${number}`,
  first: 'As it was added',
  nothingIn: 'Without any words',
  compare: 'Compare with',
  before: 'The version before',
  current: 'The version as it is now',
  same: 'Both say the same.',
  restore: 'Restore',
  restoreNumber: (number: number) => `Restore version ${number}`,
  restoring: 'Restoring…',
  restored: (number: number, title: string) => `Version ${number} of “${title}” is restored.`,
  restoreFailed: 'Restore Failed',
  restoreFailedHint: 'The version could not be restored. Please try again.',
  overtaken: 'Somebody else has saved a newer version meanwhile. Look at it, and restore again if you still want to.',
};

export const MOVE_MESSAGES = {
  action: 'Move',
  heading: 'Move this video',
  hint: (title: string, name: string, question: string) => `“${title}” is a video of ${name}, under “${question}”.`,
  user: 'Person',
  question: 'Question',
  unapproves: (name: string) =>
    `It was approved for the page of ${name}. There it disappears at once; for the other person it waits for approval again.`,
  staysPublic: 'It stays approved, and the public page follows at once.',
  wasReleased:
    'Its person has said yes to it where it is now. Where their yes is needed, it waits for another one, and for approval again; else it stays approved, and the public page follows at once.',
  move: 'Move video',
  moving: 'Moving…',
  cancel: 'Cancel',
  overtaken: 'Somebody else has changed it meanwhile. Here is where it is now: move it if you still want to.',
  moved: (title: string, name: string, question: string) =>
    `“${title}” is a video of ${name} now, under “${question}”.`,
  failed: 'Move Failed',
  failedHint: 'The video could not be moved. It is where it was; please try again.',
};

export const SENTENCE_MESSAGES = {
  label: 'Sentence that stands for it',
  hint: 'Shown in the archive, on the landing page and above the folded answer.',
  found: 'Found by its words',
  save: 'Save sentence',
  saving: 'Saving…',
  saved: 'Saved. The public pages show it.',
  savedOnly: 'Saved.',
  savedWaiting: 'Saved. It is shown once the video is approved.',
  failed: 'Sentence not saved',
  failedHint: 'Please try again.',
};
