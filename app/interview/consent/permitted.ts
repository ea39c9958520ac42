import {
  type Consent,
  type KeptAlone,
  mayGive,
  type RecordingConsentState,
  saidNoToPhotos,
} from '../../../api/contract/consent/consent.js';

/** What may be recorded, written and added in the interview, by what was agreed to. */
export interface Permitted {
  recording: 'open' | 'not-agreed' | 'guardian-asked' | 'guardian-refused';
  words: 'open' | 'closed';
  /** `asked-alone`: of whoever is not recorded they need a yes of their own; `declined`: that was a no. */
  photos: 'open' | 'asked-alone' | 'declined' | 'closed';
}

type SaidConsent = Pick<Consent, 'recording' | KeptAlone>;

export function permittedBy(consent: SaidConsent): Permitted {
  return {
    recording: RECORDING[consent.recording],
    words: isOpen('words', consent) ? 'open' : 'closed',
    photos: photosOf(consent),
  };
}

function photosOf(consent: SaidConsent): Permitted['photos'] {
  if (isOpen('photos', consent)) return 'open';
  if (saidNoToPhotos(consent)) return 'declined';
  return consent.recording === 'refused' || consent.recording === 'withdrawn' ? 'asked-alone' : 'closed';
}

function isOpen(what: KeptAlone, consent: SaidConsent): boolean {
  return consent.recording !== 'none' && mayGive(what, consent);
}

const RECORDING: Record<RecordingConsentState, Permitted['recording']> = {
  none: 'not-agreed',
  given: 'open',
  refused: 'not-agreed',
  withdrawn: 'not-agreed',
  guardian_asked: 'guardian-asked',
  guardian_refused: 'guardian-refused',
};
