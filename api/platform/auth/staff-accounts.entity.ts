import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StaffPageName } from '../../contract/staff/staff.js';

/** A producer with an account: whoever reads their mail, or has a passkey of theirs, signs in as them. */
@Entity('staff_account')
export class StaffAccount {
  @PrimaryColumn('uuid')
  id: string;

  /** What all spellings of it have in common, see `emailKey`. */
  @Column('text')
  email: string;

  @Column('text')
  name: string;

  @Column('timestamptz')
  createdAt: Date;

  /** The account of whoever did; null for the operator, and where that account is gone. */
  @Column('uuid', { nullable: true })
  addedBy: string | null;

  @Column('timestamptz', { nullable: true })
  lastSignedInAt: Date | null;
}

/** A mailed link that signs a producer in, until it is used. The token itself is only in the mail. */
@Entity('staff_link')
export class StaffLink {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('uuid')
  accountId: string;

  @Column('text')
  page: StaffPageName;

  @Column('timestamptz')
  createdAt: Date;
}
