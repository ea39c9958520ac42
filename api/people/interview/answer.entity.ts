import { HelperName } from '../participants/added-by-helper.entity.js';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { VideoPreparation } from '../../contract/media/preparation.js';
import { MediaFile } from '../../media/store/media-file.entity.js';
import { Question } from './question.entity.js';

/** A recording to a question: the one that its participant has chosen as the answer, or an earlier one that stays until Submit. */
@Entity('answer')
export class Answer {
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

  /** What is played as the answer: of several pieces (`AnswerPiece`) what was joined of them last, or the first. */
  @Column('uuid')
  mediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  media: MediaFile;

  /** One of the recordings to a question is. */
  @Column('boolean', { default: true })
  isChosen: boolean;

  /** The upload session that brought the recording, null when it came in one request. */
  @Column('uuid', { nullable: true })
  uploadId: string | null;

  @Column('text')
  title: string;

  /** As the recorder's timer showed it. */
  @Column('text', { nullable: true })
  durationHint: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** The link of the helper who added it; null: the participant did. */
  @Column('uuid', { nullable: true })
  helperLinkId: string | null;

  @HelperName()
  helperName?: string | null;

  /** Recorded before the e-mail was proven, in another browser; its owner has not said yet whether it is theirs. */
  @Column('boolean', { default: false })
  isSetApart: boolean;

  /** Counts the changes of the pieces. */
  @Column('int', { default: 0 })
  piecesRevision: number;

  /** The revision of the pieces that `media` plays. */
  @Column('int', { default: 0 })
  joinedRevision: number;

  /** How often joining this revision was begun, and not ended. */
  @Column('int', { default: 0 })
  joinAttempts: number;

  /** How often joining this revision failed through no fault of its own, and was put off. */
  @Column('int', { default: 0 })
  joinFailures: number;

  /** When its pieces are to be joined; null when there is nothing to join, or it cannot be done. */
  @Column('timestamptz', { nullable: true })
  joinDueAt: Date | null;

  /** Why its pieces could not be joined, in words. */
  @Column('text', { nullable: true })
  joinProblem: string | null;
}

/** One of several recordings that together are an answer. What was recorded in one go has none of these. */
@Entity('answer_piece')
export class AnswerPiece {
  /** Of the first recording it is the id of the answer. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  answerId: string;

  /** Orders the pieces of an answer; there may be gaps. */
  @Column('int')
  place: number;

  @Column('uuid')
  mediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  media: MediaFile;

  /** The upload session that brought the recording, null when it came in one request. */
  @Column('uuid', { nullable: true })
  uploadId: string | null;

  /** As the recorder's timer showed it. */
  @Column('text', { nullable: true })
  durationHint: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** Whether the recording of an answer plays all of its pieces. */
export function isJoined({ piecesRevision, joinedRevision }: Answer): boolean {
  return piecesRevision === joinedRevision;
}

/** How long an answer is: until its recording plays all pieces, as long as these; null while that is not known. */
export function joinedSeconds(answer: Answer, seconds: number | null, pieces: Length[]): number | null {
  if (isJoined(answer)) return seconds;
  const lengths = pieces.map(({ durationSeconds }) => durationSeconds);
  return lengths.reduce((sum, length) => (sum === null || length === null ? null : sum + length), 0);
}

interface Length {
  durationSeconds: number | null;
}

/** What is still to be made of an answer: while its pieces are to be joined, more than of its recording. */
export function joinedPreparation(answer: Answer, preparation: VideoPreparation): VideoPreparation {
  if (isJoined(answer) || preparation.state === 'off') return preparation;
  if (answer.joinProblem !== null) return { state: 'failed', problem: answer.joinProblem };
  return { state: answer.joinAttempts > 0 ? 'working' : 'waiting', problem: null };
}
