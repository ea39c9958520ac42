import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that leads a participant back, once. */
@Entity('reminder')
export class Reminder {
  @PrimaryColumn('uuid')
  participantId: string;

  /** `held_draft`: a browser holds a recording that the server has not. */
  @PrimaryColumn('text')
  kind: 'asked' | 'held_draft';

  @Column('timestamptz')
  dueAt: Date;

  /** Noted before the mail is handed over, so that no two servers send it. It tells also whose note that is. */
  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}
