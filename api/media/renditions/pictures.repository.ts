import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Picture } from './picture.entity.js';

const WITH_FILES = { largeMedia: true, mediumMedia: true, thumbnailMedia: true } as const;

@Injectable()
export class PicturesRepository {
  constructor(@InjectRepository(Picture) private readonly pictures: Repository<Picture>) {}

  /** With their files. */
  findAll(mediaIds: string[]): Promise<Picture[]> {
    return this.pictures.find({ where: { mediaId: In(mediaIds) }, relations: WITH_FILES });
  }

  /** Returns false where there is one of that file already: no statement fails for it. */
  async insert(picture: Picture, transaction: Transaction): Promise<boolean> {
    const { raw } = await transaction
      .createQueryBuilder()
      .insert()
      .into(Picture)
      .values(picture)
      .orIgnore()
      .returning('media_id')
      .execute();
    return (raw as unknown[]).length === 1;
  }
}
