import type { AuditAction } from '../../api/contract/staff/audit.js';
import { counted } from '../../api/contract/common/grammar.js';
import type { OwnThing, Withdrawal } from '../../api/contract/stories/my-story.js';
import { TRY_AGAIN } from '../shared/http/http-error.js';

export const MY_STORY_MESSAGES = {
  heading: 'My story',
  intro: 'This is everything that we have of you. You can watch it, take it with you, hide it or take it back.',
  loading: 'One moment, please...',
  loadFailed: 'Your story could not be loaded. Nothing of it is lost.',
  signedOut: 'Please sign in first. We mail you a link for it.',
  signIn: 'Sign in',
  toInterview: 'Back to the interview',
  unproven: {
    heading: 'First, one link',
    text: (email: string) =>
      `Anyone can type an e-mail. So we mail a link to ${email}. Once you have opened it, you can do everything here. Until then you see what this browser recorded.`,
    action: 'Mail me the link',
    pending: 'Sending...',
    sent: 'The link is on its way. Please look for it in your mail.',
  },
  unclaimed:
    'Something was begun under your e-mail in another browser. Please say first whether it is yours. Then your finished videos are listed here.',
  unclaimedAction: 'Answer that question',
};

export const STATE_MESSAGES = {
  heading: 'Who can see it',
  public: (date: string) => `Your story has been public since ${date}.`,
  unlisted: (date: string) =>
    `Your story has been public since ${date}, only for those who have its link. Copy it from the public page, and give it to whom you like.`,
  publicNow: 'Your story is public.',
  private: 'Nothing of your story is public.',
  hidden: (date: string) => `Your story has been hidden since ${date}. Nobody but you and our producers can see it.`,
  withdrawn: (date: string) => `You have withdrawn your story on ${date}. Nothing of it can be published.`,
  open: 'Open the public page',
  hide: 'Hide now',
  hideHint: 'Hides your public page at once. You can show it again whenever you like.',
  hideAheadHint: 'Then nothing is shown, whatever our producers approve, until you show it again.',
  hiding: 'Hiding...',
  show: 'Show it again',
  showing: 'Showing...',
};

export const THINGS_MESSAGES = {
  videos: 'Finished videos',
  noVideos: 'There is no finished video yet. Our producers make it from your answers.',
  noVideosAnyMore: 'There are no finished videos.',
  answers: 'Your answers',
  noAnswers: 'There are no answers.',
  photos: 'Your photos',
  noPhotos: 'There are no photos.',
  uploads: (number: number) =>
    `${counted(number, { one: 'file', other: 'files' })} came through the public upload page under your e-mail. Only our producers see them. They go when you delete everything.`,
  removedAtHelpers: 'You can remove it below, under “Somebody who helps”.',
  earlier: (title: string) => `${title} (an earlier recording)`,
  earlierState: (moment: string) => `Saved ${moment}. It goes when you submit your story, or take this answer back.`,
  unsaved: (title: string) => `${title} (not saved yet)`,
  unsavedState: (until: string) => `A recording that you have not saved. It goes by itself on ${until}.`,
  mayGoOn: 'It may be paused on another device.',
  growing: 'It is being recorded just now.',
  remove: 'Remove',
  withProducers: 'With the producers',
  notHandedIn: 'Saved, and not handed in yet',
  publicSince: (date: string) => `Public since ${date}`,
  hidden: 'Hidden',
  later: (date: string) => `Approved. It is public from ${date} on`,
  replaced: 'Approved; a newer video is shown in its place',
  waiting: 'With the producers, not public',
  watch: 'Watch',
  read: 'Read',
  watchOrDownload: 'Watch or download',
  watchAndAnswer: 'Watch and answer',
  readAndAnswer: 'Read and answer',
  close: 'Close',
  download: 'Download',
  withdraw: 'Withdraw',
  untitled: 'Photo',
};

export const REMOVAL_MESSAGES = {
  title: 'Remove this recording?',
  hint: 'It cannot be brought back.',
  keep: 'Keep it',
  pending: 'Removing...',
  failed: TRY_AGAIN,
};

const THING: Record<OwnThing, string> = { answer: 'answer', photo: 'photo', video: 'video' };

export const WITHDRAW_MESSAGES = {
  heading: 'Take it back',
  story: 'Withdraw my story',
  storyHint:
    'Your videos, answers and photos go, and nothing of yours can be published after that. You stay registered.',
  everything: 'Delete everything about me',
  everythingHint: 'All of that goes, and your name, your e-mail and your settings, too.',
  everythingExportHint: 'You may want to download what you want to keep first.',
  title: { story: 'Withdraw your story?', everything: 'Delete everything about you?' },
  thingTitle: (what: OwnThing) => `Withdraw this ${THING[what]}?`,
  confirm: { story: 'Yes, withdraw it', everything: 'Yes, delete everything' },
  confirmThing: 'Yes, withdraw it',
  pending: 'Taking it back...',
  cancel: 'No, keep it',
  failed: TRY_AGAIN,
  done: 'It is done',
  doneOn: (date: string) => `On ${date}, this was removed:`,
  nothing: 'There was nothing left to remove.',
  saveReceipt: 'Save this receipt',
  goHome: 'Go to the start page',
};

/** What a withdrawal has removed, a line each. */
export function removedLines({ answers, photos, videos, publicVideos, publicUploads, what }: Withdrawal): string[] {
  const things = [
    { number: videos, one: 'finished video', other: 'finished videos' },
    { number: answers, one: 'answer', other: 'answers' },
    { number: photos, one: 'photo', other: 'photos' },
    { number: publicUploads, one: 'file from the upload page', other: 'files from the upload page' },
  ];
  const lines = things.flatMap(({ number, ...forms }) => (number > 0 ? counted(number, forms) : []));
  if (publicVideos > 0) lines.push('your public page, and every word of it in the search');
  if (what === 'everything') lines.push('your name, your e-mail and your settings');
  return lines;
}

export const DETAILS_MESSAGES = {
  heading: 'My details',
  name: 'Name shown with my story',
  nameHint: (firstName: string) =>
    `Leave it empty for “${firstName}”. With another name, your page gets a new address, and the old one is gone. Only our producers know your real name.`,
  tag: 'Tag me on social media',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  email: 'E-mail',
  emailHint: (email: string) => `We write to ${email}.`,
  newEmail: 'New e-mail',
  emailInvalid: 'Please check your e-mail address: it should look like name@example.com.',
  emailUnchanged: 'We write to this e-mail already.',
  changeEmail: 'Change my e-mail',
  sending: 'Sending...',
  emailSent: 'We have mailed a link to the new address. It counts once you have opened it there.',
  failed: TRY_AGAIN,
};

export const NEW_EMAIL_MESSAGES = {
  title: 'Confirm your new e-mail',
  text: 'Press the button, and we write to this address from now on.',
  action: 'Use this e-mail',
  pending: 'One moment...',
  done: 'Your e-mail is changed.',
  failed: 'That did not work just now. The link still works. Please try again.',
  close: 'Close',
};

/** Where the words still tell the name that somebody does not want to be shown. */
export const MENTIONS_MESSAGES = {
  warning: 'Your own name can still be heard or read here. Nobody changes it by itself:',
  where: { title: 'In the title', description: 'In the description', transcript: 'In the transcript' },
  of: (title: string) => ` of “${title}”: `,
  next: 'Our producers see this, too. You can ask for a change beside the video.',
};

export const TAKE_ALONG_MESSAGES = {
  heading: 'Take it with you',
  text: 'Everything in one file. Your videos, answers and photos are in it as they came. So are every word and your receipts. A page in it shows them without internet.',
  action: 'Download everything',
  withoutUnsaved: 'What you have not saved is not in it. You can download that above, one by one.',
  withoutUploads: 'What came through the public upload page is not in it. You can ask us for that.',
  hint: 'The file is a ZIP folder and may be large. If the download breaks off, begin it again.',
};

export const RECEIPTS_MESSAGES = {
  heading: 'My receipts',
  text: 'What you said yes and no to, and when. We mail you each of them, too.',
  none: 'There are no receipts yet.',
  download: 'Download',
};

export const WISHES_MESSAGES = {
  heading: 'If I cannot decide any more',
  text: 'You may write down what should become of your story. It counts if you die, or are too ill to say. You need not write anything. Our producers read it, and nobody else.',
  begin: 'Write it down',
  written: (date: string) => `Written down on ${date}`,
  words: 'What I wish',
  wordsHint: 'In your own words. For instance: keep it, take it down, or ask somebody first.',
  contactName: 'Whom you can ask',
  contactNameHint: 'The name of a person whom you trust. Please tell them.',
  contact: 'How to reach them',
  contactHint: 'An e-mail, a telephone number or an address.',
  save: 'Save my wishes',
  saved: 'Saved. You can change it at any time. Empty it, and it is gone.',
};

export const BROWSERS_MESSAGES = {
  heading: 'My devices',
  text: 'Browsers in which you are signed in, or which know you.',
  current: 'This browser',
  other: 'Another browser',
  signedIn: 'signed in',
  known: 'taking a break',
  lastSeen: (date: string) => `used last on ${date}`,
  end: 'End',
  ending: 'Ending...',
  endAll: 'End all others',
  endNamed: (date: string) => ` the browser of ${date}`,
};

export const LOOKS_MESSAGES = {
  heading: 'Who has looked at it',
  text: 'When our producers look at your recordings and photos, it is written down here.',
  none: 'Nobody has looked yet.',
  aProducer: 'A producer',
  actions: {
    photos_viewed: 'saw the list of your photos',
    photo_viewed: 'looked at a photo',
    photo_downloaded: 'downloaded a photo',
    answers_viewed: 'saw the list of your answers',
    answer_viewed: 'watched an answer',
    answer_downloaded: 'downloaded an answer',
  } satisfies Partial<Record<AuditAction, string>> as Partial<Record<AuditAction, string>>,
  something: 'looked at something of yours',
};
