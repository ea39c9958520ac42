import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../platform/database/bigint-column.js';

/** What one sender has sent on one day. */
@Entity('public_upload_quota')
export class UploadQuotaEntry {
  /** An e-mail or an address, hashed with a secret: it can be found again, but not read. */
  @PrimaryColumn('bytea')
  subject: Buffer;

  /** YYYY-MM-DD, UTC. */
  @PrimaryColumn('date')
  day: string;

  @Column('bigint', { transformer: bigintAsNumber })
  bytes: number;
}
