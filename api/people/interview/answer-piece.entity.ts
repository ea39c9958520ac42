import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { MediaFile } from '../../media/store/media-file.entity.js';

/** One of several recordings that together are an answer. What was recorded in one go has none of these. */
@Entity('answer_piece')
export class AnswerPiece {
  /** Of the first recording it is the id of the answer. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  answerId: string;

  /** Orders the pieces of an answer; there may be gaps. */
  @Column('int')
  place: number;

  @Column('uuid')
  mediaId: string;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  media: MediaFile;

  /** The upload session that brought the recording, null when it came in one request. */
  @Column('uuid', { nullable: true })
  uploadId: string | null;

  /** As the recorder's timer showed it. */
  @Column('text', { nullable: true })
  durationHint: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
