import { Column, Entity } from 'typeorm';
import type { AuditAction, AuditSubject } from '../contract/audit.js';
import { bigintAsNumber } from '../media/bigint-column.js';

/** One thing that staff did. The database refuses to change or remove it. */
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
  actor: 'staff';

  @Column('text')
  action: AuditAction;

  @Column('text')
  subjectType: AuditSubject['type'];

  /** A column of ids: no name and no address fits in. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at: Date;
}
