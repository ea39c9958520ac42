import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftCue } from '../../../contract/transcripts/transcript-drafts.js';

@Entity('transcript_draft')
export class TranscriptDraft {
  @PrimaryColumn('uuid')
  videoId: string;

  /** Settled: accepted, rejected, or overtaken by a transcript from a person; the video is not transcribed again. */
  @Column('text')
  state: 'waiting' | 'ready' | 'failed' | 'settled';

  /** Of `ready` alone. */
  @Column('jsonb', { nullable: true })
  cues: DraftCue[] | null;

  /** What went wrong the last time, in a sentence. */
  @Column('text', { nullable: true })
  problem: string | null;

  @Column('int', { default: 0 })
  tries: number;

  /** When it is tried again, after it was tried in vain. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz')
  changedAt: Date;
}
