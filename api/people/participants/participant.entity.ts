import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ParticipantStatus } from '../../contract/participants.js';
import type { StepField } from '../../contract/steps.js';

/** A person who tells a story. The eight step times and the media time are set once and never moved. */
@Entity('participant')
export class Participant implements Record<StepField, Date | null> {
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

  @Column('timestamptz', { nullable: true })
  identityConfirmedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  introductionCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lifeBeforeCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  triggerEventCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lifeTodayCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  copingStrategiesCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  dreamsGoalsCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  wishPeopleUnderstoodCompletedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  mediaUploadCompletedAt: Date | null;
}
