import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, LessThan } from 'typeorm';
import { UploadQuotaEntry } from './upload-quota.entity.js';

@Injectable()
export class UploadQuotaRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async sum(subject: Buffer, day: string): Promise<number> {
    const entry = await this.dataSource.manager.findOneBy(UploadQuotaEntry, { subject, day });
    return entry?.bytes ?? 0;
  }

  /** Adds to a day's sum unless that would lead over `limit`. Returns whether it did; several at once take turns. */
  async addWithin(
    limit: number,
    { subject, day, bytes }: UploadQuotaEntry,
    transaction: Transaction = this.dataSource.manager,
  ): Promise<boolean> {
    const written = await transaction.query<unknown[]>(
      `INSERT INTO public_upload_quota AS quota (subject, day, bytes) SELECT $1::bytea, $2::date, $3::bigint WHERE $3 <= $4::bigint
       ON CONFLICT (subject, day) DO UPDATE SET bytes = quota.bytes + excluded.bytes
       WHERE quota.bytes + excluded.bytes <= $4 RETURNING 1`,
      [subject, day, bytes, limit],
    );
    return written.length === 1;
  }

  async subtract({ subject, day, bytes }: UploadQuotaEntry): Promise<void> {
    await this.dataSource.manager.decrement(UploadQuotaEntry, { subject, day }, 'bytes', bytes);
  }

  async removeBefore(day: string): Promise<void> {
    await this.dataSource.manager.delete(UploadQuotaEntry, { day: LessThan(day) });
  }
}
