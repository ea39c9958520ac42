import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PublicUpload } from './public-upload.entity.js';

/** How many uploads came under one e-mail. */
export interface UploadCount {
  /** As it was typed the last time. */
  email: string;
  emailKey: string;
  count: number;
}

export type RemovedUpload = Pick<PublicUpload, 'id' | 'mediaId'>;

@Injectable()
export class PublicUploadsRepository {
  constructor(@InjectRepository(PublicUpload) private readonly uploads: Repository<PublicUpload>) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.uploads.manager.transaction(work);
  }

  async insert(uploads: PublicUpload[], transaction: Transaction): Promise<void> {
    await transaction.insert(PublicUpload, uploads);
  }

  /** With their files, the oldest first. */
  findByEmailKey(submitterEmailKey: string): Promise<PublicUpload[]> {
    return this.uploads.find({
      where: { submitterEmailKey },
      relations: { media: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  findById(id: string): Promise<PublicUpload | null> {
    return this.uploads.findOne({ where: { id }, relations: { media: true } });
  }

  countByEmailKey(): Promise<UploadCount[]> {
    return this.uploads.query<UploadCount[]>(
      `SELECT (array_agg(submitter_email ORDER BY created_at DESC))[1] AS "email", submitter_email_key AS "emailKey",
         count(*)::int AS "count"
       FROM public_upload GROUP BY submitter_email_key ORDER BY submitter_email_key`,
    );
  }

  /** @returns what was removed: nothing refers to its media any more. */
  removeByEmailKey(emailKey: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove('submitter_email_key = $1', emailKey, transaction);
  }

  /** As `removeByEmailKey`, for one alone. */
  removeById(id: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove('id = $1', id, transaction);
  }

  private async remove(condition: string, value: string, transaction: Transaction): Promise<RemovedUpload[]> {
    const [removed] = await transaction.query<[RemovedUpload[], number]>(
      `DELETE FROM public_upload WHERE ${condition} RETURNING id, media_id AS "mediaId"`,
      [value],
    );
    return removed;
  }
}
