import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProofState, RecordedFacts } from '../../contract/media/recording-proof.js';

/** Whether a recording was decoded whole, and is what was recorded; one that nobody could check has none. */
@Entity('recording_proof')
export class RecordingProofRow {
  @PrimaryColumn('uuid')
  mediaId: string;

  @Column('text')
  state: ProofState;

  /** In words that go on from "This recording is not whole: ". */
  @Column('text', { nullable: true })
  problem: string | null;

  /** What its sender knew of it. */
  @Column('jsonb')
  recorded: RecordedFacts;

  /** How often checking it was begun, and not ended. */
  @Column('int', { default: 0 })
  attempts: number;

  /** How often what is due failed through no fault of the recording, and was put off. */
  @Column('int', { default: 0 })
  failures: number;

  /** When it is to be checked, or its owner to be told; null when nothing is to be done. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;
}
