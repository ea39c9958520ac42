import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An address that people are led on to after a step of the interview. */
@Entity('redirect')
export class Redirect {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int')
  questionNumber: number;

  @Column('text')
  redirectUrl: string;

  /** For staff only. */
  @Column('text')
  description: string;

  /** By the database's clock, fine enough to tell the newest of two. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
