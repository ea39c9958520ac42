import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ParticipantStatus } from '../../contract/people/participants.js';
import { TRACKED_STEPS, type StepTimes } from '../../contract/interview/steps.js';

/** A column for each step of the interview. */
class StepColumns {}
for (const { field } of TRACKED_STEPS) Column('timestamptz', { nullable: true })(StepColumns.prototype, field);
const TimedSteps = StepColumns as new () => StepTimes<Date>;

/** A person who tells a story. The times of the steps and of the media are set once and never moved. */
@Entity('participant')
export class Participant extends TimedSteps {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  firstName: string;

  @Column('text')
  lastName: string;

  /** As it was typed, trimmed. */
  @Column('text')
  email: string;

  /** What tells two addresses apart: see emailKey(). */
  @Column('text')
  emailKey: string;

  /** When a mailed link was first used; null while nobody has shown that they read this person's mail. */
  @Column('timestamptz', { nullable: true })
  emailProvenAt: Date | null;

  /**
   * When producers typed another e-mail for them; null once a link that was mailed there was used.
   * Until then it is nobody's word that they read that mail: see `isMailboxProven`.
   */
  @Column('timestamptz', { nullable: true })
  mailboxCorrectedAt: Date | null;

  /** Under which ids this person's browsers keep recordings, new ones under the first; null: under the person's own. */
  @Column('jsonb', { nullable: true })
  keptUnder: string[] | null;

  /** The slug of the story page; made once, at registration. */
  @Column('text')
  userName: string;

  @Column('text')
  status: ParticipantStatus;

  /** Set by staff once the story is processed. */
  @Column('boolean')
  isDone: boolean;

  /** Whether the person wants to be tagged on social media; only then are there handles. */
  @Column('boolean')
  tag: boolean;

  @Column('text', { nullable: true })
  instagram: string | null;

  @Column('text', { nullable: true })
  tiktok: string | null;

  /** False once staff said that this person's photos are not needed. */
  @Column('boolean')
  photosNeeded: boolean;

  @Column('timestamptz')
  createdAt: Date;

  /** When the person last took back their Submit, to change something. */
  @Column('timestamptz', { nullable: true })
  reopenedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  mediaUploadCompletedAt: Date | null;
}

/** Whether they have shown that they read the mail of the e-mail that they have now. */
export function isMailboxProven({
  emailProvenAt,
  mailboxCorrectedAt,
}: Pick<Participant, 'emailProvenAt' | 'mailboxCorrectedAt'>): boolean {
  return emailProvenAt !== null && mailboxCorrectedAt === null;
}

/** SQL: the same of a `participant p`. */
export const IS_MAILBOX_PROVEN = 'p.email_proven_at IS NOT NULL AND p.mailbox_corrected_at IS NULL';
