import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A chunk whose bytes are on the disk. */
@Entity('upload_chunk')
export class UploadChunk {
  @PrimaryColumn('uuid')
  uploadId: string;

  @PrimaryColumn('int')
  chunkIndex: number;

  @Column('int')
  bytes: number;

  /** CRC-32 as a signed number: for whoever sends a chunk again when the file is gone. Null of one from before. */
  @Column('int', { nullable: true })
  checksum: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt: Date;
}
