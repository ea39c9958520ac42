import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Bytes that no row needs: of a removed file at once, and of a file being stored from the time
 * when whoever was storing it must have died.
 */
@Entity('media_deletion')
export class MediaDeletion {
  @PrimaryColumn('text')
  key: string;

  /** The bytes are removed from this time on. */
  @Column('timestamptz')
  requestedAt: Date;
}
