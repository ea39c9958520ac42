import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository } from 'typeorm';
import { PublicUpload } from './public-upload.entity.js';

/** How many uploads came under one e-mail. */
export interface UploadCount {
  /** As it was typed the last time. */
  email: string;
  emailKey: string;
  count: number;
}

/** Null: nobody else has it now. */
export interface FormerEmail {
  emailKey: string;
  until: Date | null;
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

  /** The e-mails that this person had before. What came later is not theirs where somebody else has the e-mail now. */
  async findFormerEmails(
    participantId: string,
    transaction: Transaction = this.uploads.manager,
  ): Promise<FormerEmail[]> {
    return transaction.query<FormerEmail[]>(
      `SELECT f.email_key AS "emailKey", CASE WHEN p.id IS NULL THEN NULL ELSE f.until END AS "until"
       FROM former_email f LEFT JOIN participant p ON p.email_key = f.email_key
       WHERE f.participant_id = $1`,
      [participantId],
    );
  }

  countUnder({ emailKey, until }: FormerEmail): Promise<number> {
    return this.uploads.countBy({ submitterEmailKey: emailKey, ...(until && { createdAt: LessThanOrEqual(until) }) });
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
    return this.remove('submitter_email_key = $1', [emailKey], transaction);
  }

  removeUnder({ emailKey, until }: FormerEmail, transaction: Transaction): Promise<RemovedUpload[]> {
    const condition = 'submitter_email_key = $1 AND created_at <= coalesce($2::timestamptz, created_at)';
    return this.remove(condition, [emailKey, until], transaction);
  }

  /** As `removeByEmailKey`, for one alone. */
  removeById(id: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove('id = $1', [id], transaction);
  }

  private async remove(condition: string, values: unknown[], transaction: Transaction): Promise<RemovedUpload[]> {
    const [removed] = await transaction.query<[RemovedUpload[], number]>(
      `DELETE FROM public_upload WHERE ${condition} RETURNING id, media_id AS "mediaId"`,
      values,
    );
    return removed;
  }
}
