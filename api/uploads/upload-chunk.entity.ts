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

  @Column('bytea')
  sha256: Buffer;
}
