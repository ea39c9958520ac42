import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** The advisory lock of whoever publishes; the number is arbitrary. */
const PUBLISHING_LOCK = 0x50554253;

/** Lets one process at a time publish, among all that share the database. */
@Injectable()
export class PublishingLockRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Waits for the lock and holds it, on a connection of its own, while `work` runs. */
  async hold(work: () => Promise<void>): Promise<void> {
    const connection = this.dataSource.createQueryRunner();
    try {
      await connection.query('SELECT pg_advisory_lock($1)', [PUBLISHING_LOCK]);
      try {
        await work();
      } finally {
        await connection.query('SELECT pg_advisory_unlock($1)', [PUBLISHING_LOCK]);
      }
    } finally {
      await connection.release();
    }
  }
}
