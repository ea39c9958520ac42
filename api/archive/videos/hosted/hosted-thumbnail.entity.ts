import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The picture of a video that stands at a host: of every one there is such a row. */
@Entity('hosted_thumbnail')
export class HostedThumbnail {
  @PrimaryColumn('uuid')
  videoId: string;

  @Column('uuid', { nullable: true })
  mediaId: string | null;

  /** How often the host was asked in vain. */
  @Column('int')
  tries: number;

  /** When the host is asked next; null when it is not to be asked again. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;
}
