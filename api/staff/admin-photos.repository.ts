import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Photo } from '../people/photos/photo.entity.js';
import type { EmailCount } from './sum-by-email.js';

const WITH_MEDIA = { originalMedia: true } as const;

/** Reads the photos of everyone but those set apart, which are nobody's yet; only their own feature changes them. */
@Injectable()
export class AdminPhotosRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  /** Of everyone, also of those who have none. */
  countByEmail(): Promise<EmailCount[]> {
    return this.photos.query(
      `SELECT p.email, p.email_key AS "emailKey", count(photo.id)::int AS count
       FROM participant p LEFT JOIN photo ON photo.participant_id = p.id AND NOT photo.is_set_apart GROUP BY p.id`,
    );
  }

  /** With the files as they came, oldest first. */
  findAllOf(participantId: string): Promise<Photo[]> {
    return this.photos.find({
      where: { participantId, isSetApart: false },
      relations: WITH_MEDIA,
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** With the file as it came. */
  find(id: string): Promise<Photo | null> {
    return this.photos.findOne({ where: { id, isSetApart: false }, relations: WITH_MEDIA });
  }
}
