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

/** An e-mail that a person has, or had. */
export interface HeldEmail {
  emailKey: string;
  /** Nobody else has it now, or had it after them: what comes under it is theirs. */
  isOpen: boolean;
}

/** The e-mails of a person: from when the one before them left each, to when they did where somebody else came after them. */
const HELD = `
  SELECT h.email_key, coalesce(before_them.until, '-infinity') AS since,
    CASE WHEN after_them.is_there THEN h.until ELSE 'infinity' END AS until, NOT after_them.is_there AS is_open
  FROM (SELECT email_key, 'infinity'::timestamptz AS until FROM participant WHERE id = $1
        UNION ALL SELECT email_key, until FROM former_email WHERE participant_id = $1) AS h,
    LATERAL (SELECT max(until) AS until FROM former_email o
             WHERE o.email_key = h.email_key AND o.participant_id <> $1 AND o.until < h.until) AS before_them,
    LATERAL (SELECT EXISTS (SELECT FROM participant p WHERE p.email_key = h.email_key AND p.id <> $1)
                 OR EXISTS (SELECT FROM former_email o
                            WHERE o.email_key = h.email_key AND o.participant_id <> $1 AND o.until > h.until)
               AS is_there) AS after_them`;
const IS_UNDER_HELD = `EXISTS (
  SELECT FROM (${HELD}) AS held
  WHERE held.email_key = submitter_email_key AND created_at > held.since AND created_at <= held.until)`;

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

  /** Within a transaction: the e-mail that a person has, and those that they had before. */
  findEmailsOf(participantId: string, transaction: Transaction): Promise<HeldEmail[]> {
    return transaction.query<HeldEmail[]>(
      `SELECT email_key AS "emailKey", is_open AS "isOpen" FROM (${HELD}) AS held`,
      [participantId],
    );
  }

  /** What came under each e-mail of a person while it was theirs. */
  async countOf(participantId: string): Promise<number> {
    const [{ count }] = await this.uploads.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM public_upload WHERE ${IS_UNDER_HELD}`,
      [participantId],
    );
    return count;
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

  /** As `removeByEmailKey`, of what `countOf` counts. */
  removeAllOf(participantId: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove(IS_UNDER_HELD, [participantId], transaction);
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
