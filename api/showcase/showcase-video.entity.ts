import type { TranscriptCue } from '../contract/cues.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A finished video that tells a person's story or answers one question; public once it is approved. */
@Entity('showcase_video')
export class ShowcaseVideo {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  participantId: string;

  /** Null: the story overview. */
  @Column('int', { nullable: true })
  questionId: number | null;

  @Column('uuid')
  mediaId: string;

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
  @Column('text')
  filename: string;

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
}
