import type { KnownPhoto } from '../../contract/people/photos.js';
import type { OnlyThese } from '../participants/only-these.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import { Photo } from './photo.entity.js';

/** What is set apart is nobody's photo until it is claimed. */
const NOT_SET_APART = { isSetApart: false } as const;
/** Before those that helpers have added. */
const OWN_FIRST = { helperLinkId: { direction: 'ASC', nulls: 'FIRST' } } as const;

const WITH_MEDIA = { originalMedia: true } as const;

/** How many photos a person has, under their e-mail. */
export interface PersonPhotoCount {
  email: string;
  emailKey: string;
  count: number;
}

@Injectable()
export class PhotosRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(photo: Photo, transaction: Transaction): Promise<void> {
    await transaction.insert(Photo, photo);
  }

  /** Oldest first. */
  findAllOf(participantId: string): Promise<Photo[]> {
    return this.dataSource.manager.find(Photo, {
      where: { participantId, ...NOT_SET_APART },
      relations: WITH_MEDIA,
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findKnownOf(participantId: string): Promise<KnownPhoto[]> {
    return this.dataSource.manager.find(Photo, {
      select: { id: true, description: true },
      where: { participantId, ...NOT_SET_APART },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  find(id: string): Promise<Photo | null> {
    return this.dataSource.manager.findOne(Photo, { where: { id, ...NOT_SET_APART }, relations: WITH_MEDIA });
  }

  /** Of everyone, also of those who have none. */
  countByEmail(): Promise<PersonPhotoCount[]> {
    return this.dataSource.query(
      `SELECT p.email, p.email_key AS "emailKey", count(photo.id)::int AS count
       FROM participant p LEFT JOIN photo ON photo.participant_id = p.id AND NOT photo.is_set_apart GROUP BY p.id`,
    );
  }

  countOf(participantId: string, transaction: Transaction = this.dataSource.manager): Promise<number> {
    return transaction.countBy(Photo, { participantId, ...NOT_SET_APART });
  }

  /** Of the person's own, or of all that helpers have added. */
  countBy(who: 'person' | 'helpers', participantId: string, transaction: Transaction): Promise<number> {
    const helperLinkId = who === 'person' ? IsNull() : Not(IsNull());
    return transaction.countBy(Photo, { participantId, helperLinkId, ...NOT_SET_APART });
  }

  findOf(
    participantId: string,
    which: Pick<FindOptionsWhere<Photo>, 'id' | 'uploadId' | 'helperLinkId'>,
  ): Promise<Photo | null> {
    return this.dataSource.manager.findOne(Photo, {
      where: { ...which, participantId, ...NOT_SET_APART },
      relations: WITH_MEDIA,
    });
  }

  /** The photo with these very bytes; of those that came by that link where one is named. */
  findSame(participantId: string, sha256: Buffer, helperLinkId?: string): Promise<Photo | null> {
    return this.dataSource.manager.findOne(Photo, {
      where: { participantId, ...NOT_SET_APART, ...(helperLinkId && { helperLinkId }), originalMedia: { sha256 } },
      relations: WITH_MEDIA,
      order: OWN_FIRST,
    });
  }

  /**
   * The photo is named by the upload that brought it last; what is said of it now is what it is told. Returns whether it was
   * there.
   */
  async setSame(
    { id }: Photo,
    changes: Pick<Photo, 'uploadId' | 'description' | 'helperLinkId'>,
    transaction: Transaction,
  ): Promise<boolean> {
    const { affected } = await transaction.update(Photo, { id, ...NOT_SET_APART }, changes);
    return affected === 1;
  }

  /** Returns whether it was there. */
  async remove(id: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(Photo, { id, ...NOT_SET_APART });
    return affected === 1;
  }

  /** Also where it is set apart. Returns whether it was there. */
  async removeKeptIn(mediaId: string, participantId: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(Photo, { originalMediaId: mediaId, participantId });
    return affected === 1;
  }

  /** Removes a person's photos, also those set apart, as with their answers; returns the media that they were kept in. */
  async removeAllOf(participantId: string, transaction: Transaction, { id, until }: OnlyThese = {}): Promise<string[]> {
    const [removed] = await transaction.query<[{ mediaId: string }[], number]>(
      `DELETE FROM photo
       WHERE participant_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::timestamptz IS NULL OR created_at <= $3)
       RETURNING original_media_id AS "mediaId"`,
      [participantId, id ?? null, until ?? null],
    );
    return removed.map(({ mediaId }) => mediaId);
  }
}
