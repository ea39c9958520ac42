import { HelperName } from '../participants/added-by-helper.entity.js';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Question } from './question.entity.js';

/** A participant's answer to a question in words, beside whatever they record. */
@Entity('written_answer')
export class WrittenAnswer {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  participantId: string;

  @Column('int')
  questionId: number;

  /** Read where answers are put in order. */
  @ManyToOne(() => Question)
  @JoinColumn()
  question?: Question;

  /** Blank once its owner has taken it back. */
  @Column('text')
  text: string;

  /** Counts what was kept. */
  @Column('int')
  revision: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  changedAt: Date;

  /** The link of the helper who added it; null: the participant did. */
  @Column('uuid', { nullable: true })
  helperLinkId: string | null;

  @HelperName()
  helperName?: string | null;

  /** Written before the e-mail was proven, in another browser; its owner has not said yet whether it is theirs. */
  @Column('boolean', { default: false })
  isSetApart: boolean;

  /** Of words that were added to these when a beginning was claimed: an older database has them by themselves. */
  @Column('uuid', { array: true, default: [] })
  joinedIds: string[];
}
