import type { TranscriptCue } from '../../../contract/transcripts/cues.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A showcase video or a written chapter: it tells a person's story or answers one question, and is public once it is approved. */
@Entity('showcase_video')
export class ShowcaseVideo {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  participantId: string;

  /** Null: the story overview. */
  @Column('int', { nullable: true })
  questionId: number | null;

  /** The uploaded file; null of a video that stands at a host, and of words. */
  @Column('uuid', { nullable: true })
  mediaId: string | null;

  /** Where it is watched at its host; null of a file, and of words. */
  @Column('text', { nullable: true })
  videoUrl: string | null;

  /** What a written chapter was made of, and is known by when that is gone; null of a video. */
  @Column('uuid', { nullable: true, unique: true })
  writtenAnswerId: string | null;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text')
  transcript: string;

  /** The transcript's timed lines, by their beginnings; null when it has no times. */
  @Column('jsonb', { nullable: true })
  cues: TranscriptCue[] | null;

  /** As the client named the file; only ever shown. */
  @Column('text', { nullable: true })
  filename: string | null;

  @Column('boolean')
  isApproved: boolean;

  /** When it was approved last. */
  @Column('timestamptz', { nullable: true })
  approvedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Counts every change that the public could see. */
  @Column('int')
  revision: number;

  /** When that was last counted: the database dates it. */
  @Column({ type: 'timestamptz', insert: false, update: false })
  changedAt?: Date;

  /** By when the ledger says that it was moved to whose it is. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  movedAt?: Date | null;
}
