import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeptAlone, RecordingConsentState } from '../../contract/consent/consent.js';

/** What was said about being recorded, by or for one person. */
export abstract class SaidConsent {
  @PrimaryColumn('uuid')
  participantId: string;

  @Column('text')
  state: RecordingConsentState;

  /** Of the words that were read. */
  @Column('text')
  version: string;

  @Column('timestamptz')
  changedAt: Date;

  /** Whether another company may turn speech into words; null before that was said. */
  @Column('boolean', { nullable: true })
  mayTranscribe: boolean | null;

  /** Whether written answers are kept of somebody who is not recorded; null before that was said. */
  @Column('boolean', { nullable: true })
  mayKeepWords: boolean | null;

  /** The same of photos. */
  @Column('boolean', { nullable: true })
  mayKeepPhotos: boolean | null;

  /** Of whom there is one: see `isUnder18`. Empty where nobody could be mailed, or a restored database does not know it. */
  abstract guardianEmail: string | null;

  /** Of the link that was mailed last; the token itself is only in the mail. */
  @Column('bytea', { nullable: true })
  guardianTokenHash: Buffer | null;

  /** Of the links over which they said yes, all in one mailbox: these take it back at any time, and nobody else is asked. */
  @Column('bytea', { array: true })
  guardianAgreedHashes: Buffer[];

  @Column('timestamptz', { nullable: true })
  guardianAskedAt: Date | null;

  /** How many have been sent in all. */
  @Column('int')
  guardianMails: number;
}

/** What holds now for one person. Who has said nothing has no row. */
@Entity('recording_consent')
export class RecordingConsent extends SaidConsent {
  @Column('text', { nullable: true })
  guardianEmail: string | null;

  /** When staff had them asked anew, last; null where they never did. It stays as they say something again. */
  @Column('timestamptz', { nullable: true })
  askedAnewAt: Date | null;
}

/** What was said in a beginning that waits for its owner's answer, of somebody under 18: it is given back with the rest. */
@Entity('guardian_set_apart')
export class GuardianSetApart extends SaidConsent {
  @Column('text')
  guardianEmail: string;

  /** Under which its receipts stand. */
  @Column('uuid')
  subjectKey: string;

  /** When the owner said that it is not theirs; of what was made until then it holds. */
  @Column('timestamptz', { nullable: true })
  discardedAt: Date | null;
}

export function isSetApart(
  consent: Readonly<RecordingConsent | GuardianSetApart>,
): consent is Readonly<GuardianSetApart> {
  return 'subjectKey' in consent;
}

/** A parent or guardian is asked about them, whoever that is: they decide nothing alone. */
export function isUnder18({ guardianEmail }: Pick<SaidConsent, 'guardianEmail'>): boolean {
  return guardianEmail !== null;
}

/**
 * Whether somebody is under 18 of whom no parent or guardian has said yes, or may be so, and was asked anew. A no of their own
 * is no answer to that.
 */
export function lacksGuardiansYes(consent: Readonly<SaidConsent>): boolean {
  const { state } = consent;
  if (state === 'guardian_asked' || state === 'guardian_refused') return true;
  return (state === 'refused' && isUnder18(consent)) || lacksYesAnew(consent);
}

/** Whether nobody has said yes since they were asked anew. */
export function lacksYesAnew(consent: Readonly<SaidConsent>): boolean {
  return wasAskedAnew(consent) && (consent.state === 'none' || consent.state === 'refused');
}

/** Whether they were asked anew, and have not answered: unlike of those whom other clients never ask, nothing is taken. */
export function isAskedAnew(consent: Readonly<SaidConsent>): boolean {
  return wasAskedAnew(consent) && consent.state === 'none';
}

function wasAskedAnew(consent: Readonly<SaidConsent>): boolean {
  return 'askedAnewAt' in consent && consent.askedAnewAt !== null;
}

/** Whether it can still be answered over the link with that hash. */
export function isGuardiansLink(consent: Readonly<SaidConsent>, tokenHash: Buffer): boolean {
  return [consent.guardianTokenHash, ...consent.guardianAgreedHashes].some((hash) => hash?.equals(tokenHash));
}

/** Where it stands whether each is kept of somebody who is not recorded. */
export const ALONE_FIELDS = { words: 'mayKeepWords', photos: 'mayKeepPhotos' } as const satisfies Record<
  KeptAlone,
  keyof SaidConsent
>;

/** What they have said to what is kept alone; null: nothing. Of somebody under 18 a no counts, and no yes, whenever it was said. */
export function saidAlone(what: KeptAlone, consent: Readonly<SaidConsent>): boolean | null {
  const mayKeep = consent[ALONE_FIELDS[what]];
  return mayKeep === true && isUnder18(consent) ? null : mayKeep;
}
