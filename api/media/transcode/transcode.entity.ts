import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { PreparationState } from '../../contract/media/preparation.js';
import type { TranscodeLine } from '../store/transcode-line.js';
import { MediaFile } from '../store/media-file.entity.js';

/** What is made, or is to be made, of one video or sound recording: of every one there is such a row. */
@Entity('video_preparation')
export class Transcode {
  /** Of the file as it came. */
  @PrimaryColumn('uuid')
  mediaId: string;

  @Column('text')
  state: PreparationState;

  /** Why it failed, in words. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** How often it was begun and neither finished nor put back: by processes that were killed. */
  @Column('int')
  attempts: number;

  @Column('double precision', { nullable: true })
  durationSeconds: number | null;

  @Column('text')
  line: TranscodeLine;

  @Column('timestamptz')
  waitingSince: Date;

  /** Of whoever is at it now. */
  @Column('uuid', { nullable: true })
  claim: string | null;

  /** Until then nobody else begins with it, nor after a failure that was not the file's. */
  @Column('timestamptz', { nullable: true })
  claimedUntil: Date | null;

  /** As it is shown, in pixels. */
  @Column('int', { nullable: true })
  width: number | null;

  @Column('int', { nullable: true })
  height: number | null;

  @Column('uuid', { nullable: true })
  posterMediaId: string | null;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  posterMedia: MediaFile | null;

  /** What every device plays; of a sound recording the sound. */
  @Column('uuid', { nullable: true })
  playableMediaId: string | null;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  playableMedia: MediaFile | null;

  /** The sound alone. */
  @Column('uuid', { nullable: true })
  audioMediaId: string | null;

  @ManyToOne(() => MediaFile)
  @JoinColumn()
  audioMedia: MediaFile | null;

  /** Of the copy below: null before the public has needed one, and once it needs none any more. */
  @Column('text', { nullable: true })
  copyState: 'wanted' | 'made' | 'impossible' | null;

  /** The file without anything that it tells of place, time and person: what the public plays until there is better. */
  @Column('uuid', { nullable: true })
  copyMediaId: string | null;

  @Column('timestamptz')
  changedAt: Date;
}
