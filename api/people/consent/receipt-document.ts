import { findAnsweredWords } from '../../contract/consent/answered-words.js';
import { createHash } from 'node:crypto';
import type { OwnThing } from '../../contract/stories/my-story.js';
import {
  findPrivacyVersion,
  type PrivacyFacts,
  type PrivacyVersion,
  privacyVersionAt,
  privacyVersionPath,
} from '../../contract/consent/privacy.js';
import type { Receipt, ReceiptActor, ReceiptKind } from '../../contract/consent/receipts.js';

/** A receipt as ISO/IEC TS 27560 orders it, in the words of the Data Privacy Vocabulary, as JSON-LD. */
export type ReceiptDocument = Record<string, unknown>;

const CONTEXT = {
  dpv: 'https://w3id.org/dpv#',
  pd: 'https://w3id.org/dpv/pd#',
  gdpr: 'https://w3id.org/dpv/legal/eu/gdpr#',
  dct: 'http://purl.org/dc/terms/',
  schema: 'https://schema.org/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

type Status = 'ConsentGiven' | 'ConsentRefused' | 'ConsentWithdrawn' | 'ConsentRequested';

interface Meaning {
  status: Status;
  /** What may be done, or no more. */
  purpose: string;
}

const RECORDING = 'Recording answers, photos and words, for a short video';
const RELEASE = 'Publishing exactly this cut';
const WORDS = 'Keeping written answers, without any recording';
const PHOTOS = 'Keeping photos, without any recording';
const TRANSCRIPTION = 'Turning speech into words, by another company';

const MEANINGS: Record<ReceiptKind, Meaning> = {
  recording_given: { status: 'ConsentGiven', purpose: RECORDING },
  recording_refused: { status: 'ConsentRefused', purpose: RECORDING },
  recording_withdrawn: { status: 'ConsentWithdrawn', purpose: RECORDING },
  recording_asked_anew: { status: 'ConsentRequested', purpose: RECORDING },
  guardian_asked: { status: 'ConsentRequested', purpose: RECORDING },
  transcription_given: { status: 'ConsentGiven', purpose: TRANSCRIPTION },
  transcription_refused: { status: 'ConsentRefused', purpose: TRANSCRIPTION },
  transcription_withdrawn: { status: 'ConsentWithdrawn', purpose: TRANSCRIPTION },
  words_given: { status: 'ConsentGiven', purpose: WORDS },
  words_refused: { status: 'ConsentRefused', purpose: WORDS },
  words_withdrawn: { status: 'ConsentWithdrawn', purpose: WORDS },
  photos_given: { status: 'ConsentGiven', purpose: PHOTOS },
  photos_refused: { status: 'ConsentRefused', purpose: PHOTOS },
  photos_withdrawn: { status: 'ConsentWithdrawn', purpose: PHOTOS },
  public_upload_given: { status: 'ConsentGiven', purpose: 'Keeping photos and videos that were sent' },
  release_given: { status: 'ConsentGiven', purpose: RELEASE },
  release_refused: { status: 'ConsentRefused', purpose: RELEASE },
  release_withdrawn: { status: 'ConsentWithdrawn', purpose: RELEASE },
  changes_asked: { status: 'ConsentRefused', purpose: RELEASE },
  paper_release_recorded: { status: 'ConsentGiven', purpose: RELEASE },
  story_withdrawn: { status: 'ConsentWithdrawn', purpose: 'Showing this story' },
  person_deleted: { status: 'ConsentWithdrawn', purpose: 'Keeping anything of this person' },
  outward_removal: { status: 'ConsentWithdrawn', purpose: 'Showing this story elsewhere' },
};

/** Of `story_withdrawn`, where it was one thing. */
const WITHDRAWN_THINGS: Record<OwnThing, string> = {
  answer: 'Keeping this answer',
  photo: 'Keeping this photo',
  video: 'Keeping and showing this video',
};

const ACTORS: Record<ReceiptActor, string> = {
  participant: 'dpv:DataSubject',
  sender: 'dpv:DataSubject',
  guardian: 'dpv:GuardianOfDataSubject',
  staff: 'dpv:DataController',
  system: 'dpv:DataController',
};

/** The file: it names whoever is responsible, and never the person; who has it knows whose it is. */
export function receiptDocument(receipt: Receipt, { organisation }: PrivacyFacts, publicUrl: string): ReceiptDocument {
  const { status } = MEANINGS[receipt.kind];
  const purpose = purposeOf(receipt);
  const id = `urn:uuid:${receipt.id}`;
  const notice = noticeOf(receipt);
  const answered = findAnsweredWords(receipt.wordingHash);
  return {
    '@context': CONTEXT,
    '@id': id,
    '@type': 'dpv:ConsentReceipt',
    'dct:conformsTo': 'ISO/IEC TS 27560:2023',
    'dct:identifier': receipt.id,
    'dct:created': { '@type': 'xsd:dateTime', '@value': receipt.at },
    'dpv:hasDataController': {
      '@type': 'dpv:DataController',
      'dpv:hasName': organisation.name,
      'dpv:hasAddress': organisation.address,
      'dpv:hasContact': organisation.email,
    },
    'dpv:hasDataSubject': { '@id': `urn:sha256:${pseudonymOf(receipt)}`, '@type': 'dpv:Participant' },
    'dpv:hasNotice': [
      {
        '@type': 'dpv:PrivacyNotice',
        'dct:hasVersion': notice.version,
        'schema:sha256': notice.sha256,
        'schema:url': publicUrl + privacyVersionPath(notice.version),
      },
      // The very words that were answered, where they are others.
      ...(receipt.wordingHash === notice.sha256
        ? []
        : [
            {
              '@type': 'dpv:ConsentNotice',
              'dct:hasVersion': receipt.wordingVersion,
              'schema:sha256': receipt.wordingHash,
              ...(answered && { 'schema:text': answered.words }),
            },
          ]),
    ],
    'dpv:hasProcess': {
      '@type': 'dpv:Process',
      'dct:description': purpose,
      'dpv:hasPurpose': purpose,
      'dpv:hasLegalBasis': ['gdpr:A6-1-a', 'gdpr:A9-2-a'],
      'dpv:hasPersonalData': ['pd:Name', 'pd:EmailAddress', 'pd:Picture', 'pd:Voice', 'pd:MedicalHealth'],
      ...(receipt.cutHash && { 'dpv:hasData': { '@type': 'schema:VideoObject', 'schema:sha256': receipt.cutHash } }),
    },
    'dpv:hasConsentStatus': `dpv:${status}`,
    'dpv:isIndicatedBy': ACTORS[receipt.actor],
    'dpv:hasIndicationMethod': receipt.method,
    'dpv:isIndicatedAtTime': { '@type': 'xsd:dateTime', '@value': receipt.at },
    'schema:additionalProperty': Object.entries(receipt.details).map(([name, value]) => ({
      '@type': 'schema:PropertyValue',
      'schema:name': name,
      'schema:value': value,
    })),
    'dpv:hasTechnicalOrganisationalMeasure': {
      '@type': 'dpv:HashFunctions',
      'dct:identifier': receipt.number,
      'schema:sha256': receipt.hash,
      'dct:replaces': receipt.previousHash,
    },
  };
}

function purposeOf({ kind, details }: Receipt): string {
  const withdrawn = kind === 'story_withdrawn' ? WITHDRAWN_THINGS[details.what as OwnThing] : undefined;
  return withdrawn ?? MEANINGS[kind].purpose;
}

/** The privacy notice that the words were part of, or that held beside them. */
function noticeOf({ wordingVersion, wordingHash, details, at }: Receipt): PrivacyVersion {
  const own = findPrivacyVersion(wordingVersion);
  if (own?.sha256 === wordingHash) return own;
  const { privacyVersion } = details;
  const noted = typeof privacyVersion === 'string' ? findPrivacyVersion(privacyVersion) : null;
  return noted ?? privacyVersionAt(at);
}

/** Of this receipt alone: two receipts of one person cannot be put together by it. */
function pseudonymOf({ id, hash }: Receipt): string {
  return createHash('sha256').update(`${id} ${hash}`).digest('hex');
}
