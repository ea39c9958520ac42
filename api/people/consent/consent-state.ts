import { randomUUID } from 'node:crypto';
import type { KeptAlone, RecordingConsentState } from '../../contract/consent/consent.js';
import { findPrivacyVersion, PRIVACY, type PrivacyVersion } from '../../contract/consent/privacy.js';
import type { ReceiptKind } from '../../contract/consent/receipts.js';
import type { ConsentWord } from '../ledger/withdrawal-ledger.js';
import {
  ALONE_FIELDS,
  type GuardianSetApart,
  isSetApart,
  isUnder18,
  lacksGuardiansYes,
  lacksYesAnew,
  type RecordingConsent,
} from './recording-consent.entity.js';
import type { NewReceipt } from './receipts.service.js';

// What was said, in the words of receipts and of the ledger, and what becomes of two that meet.

export type AnyConsent = RecordingConsent | GuardianSetApart;

/** What becomes of a yes that an older database brings back: how its receipt calls it. A yes itself is asked for again. */
export const REPEATED: Partial<Record<RecordingConsentState, ReceiptKind>> = {
  refused: 'recording_refused',
  withdrawn: 'recording_withdrawn',
  guardian_asked: 'guardian_asked',
  guardian_refused: 'recording_refused',
};

/** The words that hold now, as receipts note them. */
export const WORDING = wordingOf(PRIVACY);

/** The words that somebody has read: where nobody knows them any more, those that hold now. */
export function readWords(version: string): typeof WORDING {
  return wordingOf(findPrivacyVersion(version) ?? PRIVACY);
}

function wordingOf({ version, text }: PrivacyVersion): { version: string; words: string } {
  return { version, words: JSON.stringify(text) };
}

/** The receipt of whoever is asked anew. */
export const ASKED_ANEW = 'recording_asked_anew' satisfies ReceiptKind;

/** As the ledger keeps it. */
export function wordOf(consent: AnyConsent, kind: ReceiptKind): ConsentWord {
  const { participantId, state, mayTranscribe } = consent;
  if (isSetApart(consent)) return { kind: 'guardian_refused', participantId };
  if (kind === ASKED_ANEW) return { kind: 'asked_anew', participantId };
  const alone = aloneOf(kind);
  if (alone !== null) return { kind: alone, participantId, isAllowed: consent[ALONE_FIELDS[alone]] === true };
  return kind.startsWith('transcription_')
    ? { kind: 'transcription', participantId, isAllowed: mayTranscribe === true }
    : { kind: 'recording', participantId, state, guardianDecides: isUnder18(consent) };
}

/** Which of what is kept without a recording a receipt is about; null for another. */
export function aloneOf(kind: ReceiptKind): KeptAlone | null {
  if (kind.startsWith('words_')) return 'words';
  return kind.startsWith('photos_') ? 'photos' : null;
}

/** What becomes of it, and what the receipt says; nothing where it was no yes, or is none to repeat. */
export function repeatedOn(
  before: Readonly<AnyConsent>,
  word: ConsentWord,
  at: Date,
): [Readonly<AnyConsent>, ReceiptKind | undefined] {
  if (word.kind === 'asked_anew') {
    if (isSetApart(before) || (before.askedAnewAt !== null && before.askedAnewAt >= at)) return [before, undefined];
    return [askedAnew(before, at), ASKED_ANEW];
  }
  if (word.kind === 'transcription') {
    const isKnown = word.isAllowed || before.mayTranscribe === false;
    return [{ ...before, mayTranscribe: false }, isKnown ? undefined : 'transcription_withdrawn'];
  }
  if (word.kind !== 'recording' && word.kind !== 'guardian_refused') {
    const field = ALONE_FIELDS[word.kind];
    const isKnown = word.isAllowed || before[field] === false;
    return [{ ...before, [field]: false }, isKnown ? undefined : `${word.kind}_withdrawn`];
  }
  const said = word.kind === 'guardian_refused' ? { state: 'guardian_refused' as const, guardianDecides: true } : word;
  // Which guardian said yes is in no ledger: they are asked again.
  const isUnknown = !isUnder18(before) || before.state === 'none';
  const state = said.state === 'given' && said.guardianDecides && isUnknown ? 'guardian_asked' : said.state;
  const isNewlyUnder18 = said.guardianDecides && !isUnder18(before);
  const isKnown = before.state === state && !isNewlyUnder18;
  return [{ ...before, state, ...(isNewlyUnder18 && { guardianEmail: '' }) }, isKnown ? undefined : REPEATED[state]];
}

/** As if nothing had been said, but for what they have refused themselves beside the recording. */
export function askedAnew(
  { participantId, mayTranscribe, mayKeepWords, mayKeepPhotos }: Readonly<RecordingConsent>,
  at: Date,
): Readonly<RecordingConsent> {
  return {
    ...nothingSaid(participantId, at),
    askedAnewAt: at,
    mayTranscribe: mayTranscribe && null,
    mayKeepWords: mayKeepWords && null,
    mayKeepPhotos: mayKeepPhotos && null,
  };
}

/** Joins two consents of one person: the stricter of both in each field. Under 18 is whoever is so in one of them. */
export function joinedOf(
  own: Readonly<RecordingConsent>,
  said: Readonly<RecordingConsent>,
): Readonly<RecordingConsent> {
  const { guardianEmail, guardianTokenHash, guardianAskedAt } = own.guardianEmail ? own : said;
  const agreed = [...own.guardianAgreedHashes, ...said.guardianAgreedHashes];
  return {
    ...own,
    state: stricterOf(own, said),
    guardianEmail,
    guardianTokenHash,
    guardianAskedAt,
    guardianAgreedHashes: agreed,
    guardianMails: Math.max(own.guardianMails, said.guardianMails),
    mayTranscribe: ifBoth(own.mayTranscribe, said.mayTranscribe),
    mayKeepWords: ifBoth(own.mayKeepWords, said.mayKeepWords),
    mayKeepPhotos: ifBoth(own.mayKeepPhotos, said.mayKeepPhotos),
  };
}

function stricterOf(own: Readonly<RecordingConsent>, said: Readonly<RecordingConsent>): RecordingConsentState {
  if (own.state === 'guardian_refused' || said.state === 'guardian_refused') return 'guardian_refused';
  if (own.state === 'refused' || own.state === 'withdrawn') {
    // A no of their own is no guardian's yes.
    return lacksGuardiansYes(own) || lacksGuardiansYes(said) ? 'refused' : 'withdrawn';
  }
  // Whom they were asked anew about is asked anew, too.
  if (lacksYesAnew(own) && said.state === 'given') return 'guardian_asked';
  return isUnder18(own) ? own.state : said.state;
}

function ifBoth(own: boolean | null, said: boolean | null): boolean | null {
  return own === false || said === false ? false : (own ?? said);
}

/** Whose receipts tell of it. */
export function subjectOf(consent: Readonly<AnyConsent>): NewReceipt['subject'] {
  return isSetApart(consent) ? { subjectKey: consent.subjectKey } : { participantId: consent.participantId };
}

export function nothingSaidApart(participantId: string, changedAt: Date): Readonly<GuardianSetApart> {
  return {
    ...nothingSaid(participantId, changedAt),
    guardianEmail: '',
    subjectKey: randomUUID(),
    discardedAt: null,
  };
}

export function nothingSaid(participantId: string, changedAt = new Date()): Readonly<RecordingConsent> {
  return {
    participantId,
    state: 'none',
    version: PRIVACY.version,
    changedAt,
    mayTranscribe: null,
    mayKeepWords: null,
    mayKeepPhotos: null,
    guardianEmail: null,
    guardianTokenHash: null,
    guardianAgreedHashes: [],
    guardianAskedAt: null,
    guardianMails: 0,
    askedAnewAt: null,
  };
}
