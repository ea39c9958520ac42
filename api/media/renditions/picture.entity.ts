import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MediaFile } from '../store/media-file.entity.js';

/** The sizes in which one picture is shown. */
@Entity('picture')
export class Picture {
  /** Of the file as it came. */
  @PrimaryColumn('uuid')
  mediaId: string;

  @Column('uuid')
  largeMediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  largeMedia: MediaFile;

  /** Null of pictures from before there was this size. */
  @Column('uuid', { nullable: true })
  mediumMediaId: string | null;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  mediumMedia: MediaFile | null;

  @Column('uuid')
  thumbnailMediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  thumbnailMedia: MediaFile;
}
