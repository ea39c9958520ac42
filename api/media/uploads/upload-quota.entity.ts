import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../platform/database/bigint-column.js';

/** What one sender has sent on one day. */
@Entity('public_upload_quota')
export class UploadQuotaEntry {
  /** Who sends (an e-mail, an address, a participant, those registered at one network), hashed with a secret: it can be found again, but not read. */
  @PrimaryColumn('bytea')
  subject: Buffer;

  /** YYYY-MM-DD, UTC. */
  @PrimaryColumn('date')
  day: string;

  @Column('bigint', { transformer: bigintAsNumber })
  bytes: number;
}
