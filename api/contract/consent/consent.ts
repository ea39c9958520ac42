/**
 * What somebody said about being recorded. `none`: nothing yet, which is no yes. `guardian_asked`: they are under 18, and a
 * parent or guardian has not answered. A `guardian_refused` cannot be turned into a yes by the person alone.
 */
export type RecordingConsentState = 'none' | 'given' | 'refused' | 'withdrawn' | 'guardian_asked' | 'guardian_refused';

export const CONSENT_PATH = '/api/consent';

/** GET /api/consent, and what every change of it returns. */
export interface Consent {
  recording: RecordingConsentState;
  /** Which words were said yes to; null before anything was said. */
  version: string | null;
  /** Where the parent or guardian was asked, masked; null when nobody was. */
  guardian: string | null;
  /** Which company turns speech into words, and whether it may: null before that was said. Null: there is none. */
  transcription: { service: string; isAllowed: boolean | null } | null;
  /** Staff had them asked anew, and they have not answered, whether or not they have handed in; left out of others. */
  isAskedAnew?: true;
  /** Whether written answers are kept of somebody who is not recorded; left out before that was said. */
  words?: boolean;
  /** The same of photos. */
  photos?: boolean;
  /** Address of the words about recording, read aloud; null while there is no such sound. */
  sound: string | null;
}

/** GET of the path below, and what POST (a form with the file `sound`) and DELETE return. */
export interface ConsentSound {
  /** Null while there is none. */
  sound: {
    /** Whether it reads the words of today; of others it is not played. */
    isPresent: boolean;
    bytes: number;
    /** ISO 8601. */
    changedAt: string;
    changedBy: string | null;
  } | null;
}

export const CONSENT_SOUND_PATH = '/api/admin/consent-sound';
/** Below it is played, by whoever is asked. */
export const CONSENT_SOUND_STREAM_PATH = `${CONSENT_PATH}/sound`;

/** What somebody agrees to who is not recorded, and would rather write. */
export const WORDS_CONSENT = {
  heading: 'Would you rather write?',
  text: 'Your no to being recorded holds. You can answer in words instead. We keep what you write, and our producers read it. Nothing is published without your yes to exactly that.',
};

/** The same of photos. */
export const PHOTOS_CONSENT = {
  heading: 'Would you like to add photos?',
  text: 'Your no to being recorded holds. You can add photos all the same. We keep them, and our producers see them. Nothing is published without your yes to exactly that.',
};

/** What can be kept of somebody who is not recorded, each with a yes of its own. */
export type KeptAlone = 'words' | 'photos';

/** Whether it can be kept. A parent or guardian decides about words and photos, too. */
export function mayGive(what: KeptAlone, consent: Pick<Consent, 'recording' | KeptAlone>): boolean {
  const { recording } = consent;
  if (recording === 'refused' || recording === 'withdrawn') return consent[what] === true;
  return recording !== 'guardian_asked' && recording !== 'guardian_refused';
}

/** Whoever said no to being recorded and to photos can hand in without any. */
export function saidNoToPhotos({ recording, photos }: Pick<Consent, 'recording' | 'photos'>): boolean {
  return (recording === 'refused' || recording === 'withdrawn') && photos === false;
}

/** POST /api/consent/recording, and the same of /api/consent/transcription, /api/consent/words and /api/consent/photos. A yes to the first says also that the person is 18 or older. */
export interface RecordingConsentRequest {
  answer: 'yes' | 'no';
  /** Of the words that were shown. */
  version: string;
}

/** POST /api/consent/guardian: they are asked by mail. */
export interface AskGuardianRequest {
  email: string;
  version: string;
}

/** Fragment of the interview's address that shows what was agreed to. */
export const AGREED_FRAGMENT = '#agreed';

/** Where a mailed link leads a parent or guardian; behind it stands the token. */
export const GUARDIAN_PATH = '/guardian';

/** POST /api/consent/guardian/preview. */
export interface GuardianPreviewRequest {
  token: string;
}

export interface GuardianPreview {
  /** Whom it is about. */
  maskedEmail: string;
  recording: RecordingConsentState;
}

/** POST /api/consent/guardian/answer; returns the preview as it is then. */
export interface GuardianAnswerRequest extends GuardianPreviewRequest {
  answer: 'yes' | 'no';
  version: string;
}
