import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { PublicUpload } from './public-upload.entity.js';

/** How many uploads there are of one person, or under one e-mail that is nobody's. */
export interface UploadCount {
  /** The one that their owner has now; else as it was typed the last time. */
  email: string;
  emailKey: string;
  count: number;
  isOwned: boolean;
}

/** An e-mail that a person has, or had. */
export interface HeldEmail {
  emailKey: string;
  /** Nobody else has it now, or had it after them: what comes under it is theirs. */
  isOpen: boolean;
}

/** The e-mails that a person has, and had; `until` is when they left each. */
const HELD = `
  SELECT email_key, 'infinity'::timestamptz AS until FROM participant WHERE id = $1
  UNION ALL SELECT email_key, until FROM former_email WHERE participant_id = $1`;
const OWNER = '(SELECT o.participant_id FROM public_upload_owner o WHERE o.upload_id = public_upload.id)';
/** The e-mails lead to the few rows of which the owner is asked. */
const IS_OWNED = `submitter_email_key IN (SELECT email_key FROM (${HELD}) AS held) AND ${OWNER} = $1`;
const IS_UNOWNED = `submitter_email_key = $1 AND ${OWNER} IS NULL`;

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

  /** What is a person's, with its files, the oldest first. */
  findAllOf(participantId: string): Promise<PublicUpload[]> {
    return this.findWhere(IS_OWNED, participantId);
  }

  /** As `findAllOf`, of what came under an e-mail and is nobody's. */
  findUnowned(emailKey: string): Promise<PublicUpload[]> {
    return this.findWhere(IS_UNOWNED, emailKey);
  }

  private async findWhere(condition: string, value: string): Promise<PublicUpload[]> {
    const rows = await this.uploads.query<{ id: string }[]>(`SELECT id FROM public_upload WHERE ${condition}`, [value]);
    return this.uploads.find({
      where: { id: In(rows.map(({ id }) => id)) },
      relations: { media: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Within a transaction: the e-mail that a person has, and those that they had before. */
  findEmailsOf(participantId: string, transaction: Transaction): Promise<HeldEmail[]> {
    return transaction.query<HeldEmail[]>(
      `SELECT email_key AS "emailKey",
         NOT EXISTS (SELECT FROM participant p WHERE p.email_key = held.email_key AND p.id <> $1)
         AND NOT EXISTS (SELECT FROM former_email o
                         WHERE o.email_key = held.email_key AND o.participant_id <> $1 AND o.until > held.until) AS "isOpen"
       FROM (${HELD}) AS held`,
      [participantId],
    );
  }

  /** How much is a person's. */
  async countOf(participantId: string): Promise<number> {
    const [{ count }] = await this.uploads.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM public_upload WHERE ${IS_OWNED}`,
      [participantId],
    );
    return count;
  }

  findById(id: string): Promise<PublicUpload | null> {
    return this.uploads.findOne({ where: { id }, relations: { media: true } });
  }

  /** Whose an upload is, null while it is nobody's. */
  async findOwnerId(id: string): Promise<string | null> {
    const rows = await this.uploads.query<{ participantId: string }[]>(
      'SELECT participant_id AS "participantId" FROM public_upload_owner WHERE upload_id = $1',
      [id],
    );
    return rows[0]?.participantId ?? null;
  }

  countByEmailKey(): Promise<UploadCount[]> {
    return this.uploads.query<UploadCount[]>(
      `SELECT coalesce(p.email, (array_agg(u.submitter_email ORDER BY u.created_at DESC))[1]) AS "email",
         coalesce(p.email_key, u.submitter_email_key) AS "emailKey", count(*)::int AS "count", p.id IS NOT NULL AS "isOwned"
       FROM public_upload u LEFT JOIN public_upload_owner o ON o.upload_id = u.id LEFT JOIN participant p ON p.id = o.participant_id
       GROUP BY coalesce(p.email_key, u.submitter_email_key), p.id ORDER BY 2`,
    );
  }

  /** @returns what was removed: nothing refers to its media any more. */
  removeUnowned(emailKey: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove(IS_UNOWNED, [emailKey], transaction);
  }

  /** As `removeUnowned`, of what `countOf` counts. */
  removeAllOf(participantId: string, transaction: Transaction): Promise<RemovedUpload[]> {
    return this.remove(IS_OWNED, [participantId], transaction);
  }

  /** As `removeUnowned`, for one alone. */
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
