import { HelperName } from '../participants/added-by-helper.entity.js';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MediaFile } from '../../media/store/media-file.entity.js';

/** One picture of a participant's life. */
@Entity('photo')
export class Photo {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  participantId: string;

  @Column('uuid')
  originalMediaId: string;

  /** As it was sent, for staff. */
  @ManyToOne(() => MediaFile)
  @JoinColumn()
  originalMedia: MediaFile;

  /** The upload session it came from, if it came in chunks. */
  @Column('uuid', { nullable: true })
  uploadId: string | null;

  @Column('text')
  filename: string;

  @Column('text')
  originalName: string;

  @Column('text')
  description: string;

  @Column('timestamptz')
  createdAt: Date;

  /** The link of the helper who added it; null: the participant did. */
  @Column('uuid', { nullable: true })
  helperLinkId: string | null;

  @HelperName()
  helperName?: string | null;

  /** Added before the e-mail was proven, in another browser; its owner has not said yet whether it is theirs. */
  @Column('boolean', { default: false })
  isSetApart: boolean;
}
