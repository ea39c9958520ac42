import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager, FindOptionsWhere } from 'typeorm';
import { Photo } from './photo.entity.js';

/** A transaction in which media or an upload session changes together with the photo. */
export type Transaction = EntityManager;

/** A photo with its three files. */
const WITH_MEDIA = { originalMedia: true, displayMedia: true, thumbnailMedia: true } as const;

@Injectable()
export class PhotosRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(photo: Photo, transaction: Transaction): Promise<void> {
    await transaction.insert(Photo, photo);
  }

  /** Oldest first. */
  findAllOf(participantId: string): Promise<Photo[]> {
    return this.dataSource.manager.find(Photo, {
      where: { participantId },
      relations: WITH_MEDIA,
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  countOf(participantId: string): Promise<number> {
    return this.dataSource.manager.countBy(Photo, { participantId });
  }

  findOf(participantId: string, which: Pick<FindOptionsWhere<Photo>, 'id' | 'uploadId'>): Promise<Photo | null> {
    return this.dataSource.manager.findOne(Photo, { where: { ...which, participantId }, relations: WITH_MEDIA });
  }

  /** Removes a photo and, in the same transaction, what `alsoRemove` removes. Answers whether it was there. */
  remove(id: string, alsoRemove: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      const { affected } = await transaction.delete(Photo, { id });
      if (affected !== 1) return false;
      await alsoRemove(transaction);
      return true;
    });
  }

  /** Removes a person's photos; answers the media of their three sizes. */
  async removeAllOf(participantId: string, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ mediaIds: string[] }[], number]>(
      `DELETE FROM photo WHERE participant_id = $1
       RETURNING array[original_media_id, display_media_id, thumbnail_media_id] AS "mediaIds"`,
      [participantId],
    );
    return removed.flatMap(({ mediaIds }) => mediaIds);
  }
}
