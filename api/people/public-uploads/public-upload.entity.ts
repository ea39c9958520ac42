import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MediaFile } from '../../media/store/media-file.entity.js';

/** A photo or a video that someone sent without being signed in. Only staff see it: nobody has shown whose it is. */
@Entity('public_upload')
export class PublicUpload {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  mediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  media: MediaFile;

  /** As it was typed, trimmed. */
  @Column('text')
  submitterEmail: string;

  /** What tells two addresses apart: see emailKey(). */
  @Column('text')
  submitterEmailKey: string;

  @Column('text')
  description: string;

  @Column('text')
  originalName: string;

  /** Of the words that its sender said yes to; null where they said nothing, as other clients than ours do. */
  @Column('text', { nullable: true })
  consentVersion: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
