import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../platform/database/bigint-column.js';

/** One file that is kept. Its row is written after its bytes and removed before them. */
@Entity('media_file')
export class MediaFile {
  @PrimaryColumn('uuid')
  id: string;

  /** Where the media store keeps the bytes. */
  @Column('text')
  key: string;

  @Column('bytea')
  sha256: Buffer;

  @Column('bigint', { transformer: bigintAsNumber })
  bytes: number;

  /** Read from the bytes, never what a client said. */
  @Column('text')
  mimeType: string;

  @Column('timestamptz')
  createdAt: Date;
}
