import { Column, Entity } from 'typeorm';
import type { AuditAction, AuditEntry as AuditEntryOnTheWire, AuditSubject } from '../../contract/staff/audit.js';
import { bigintAsNumber } from '../database/bigint-column.js';

export interface UnlistedSubject {
  type: 'recording' | 'upload';
  id: string;
}

/** One thing that staff did. The database refuses to change it, and to remove it before its time. */
@Entity('audit_entry')
export class AuditEntry {
  /** Counts up in the order of recording. */
  @Column({
    type: 'bigint',
    primary: true,
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column('text')
  actor: AuditEntryOnTheWire['actor'];

  /** Of staff, as they gave it themselves: never that of a participant. */
  @Column('text', { nullable: true })
  producerName: string | null;

  @Column('text')
  action: AuditAction;

  /**
   * A recording is one that went with its answer, or by itself, and then by the id of its file; an upload is one that went with
   * its person, or with others of its sender. Whoever rebuilds what is lost needs their ids, and no list shows them.
   */
  @Column('text')
  subjectType: AuditSubject['type'] | UnlistedSubject['type'];

  /** A column of ids: no name and no address fits in. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  /** Whose the subject was then, null when it was nobody's. */
  @Column('uuid', { nullable: true })
  participantId: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;
}
