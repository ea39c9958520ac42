import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TranscriptCue } from '../../../contract/transcripts/cues.js';

/** The words of a video as somebody saved them. The database refuses to change them, and removes them with their video. */
@Entity('word_version')
export class WordVersion {
  @PrimaryColumn('uuid')
  videoId: string;

  /** Counted from 1 for each video. */
  @PrimaryColumn('int')
  number: number;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text')
  transcript: string;

  @Column('jsonb', { nullable: true })
  cues: TranscriptCue[] | null;

  /** Null: not known. */
  @Column('text', { nullable: true })
  producer: string | null;

  @Column('int', { nullable: true })
  restoredFrom: number | null;

  @Column('timestamptz')
  savedAt: Date;
}
