import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, QueryRunner } from 'typeorm';

/** The advisory lock of whoever publishes; the number is arbitrary. */
const PUBLISHING_LOCK = 0x50554253;

const RETRY_MS = 100;

/** Five seconds after the last sign of its machine a connection is over. */
const KEEP_ALIVE = [
  ['tcp_keepalives_idle', 2],
  ['tcp_keepalives_interval', 1],
  ['tcp_keepalives_count', 3],
] as const;

/** Lets one process at a time publish, among all that share the database. */
@Injectable()
export class PublishingLockRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Waits for the lock and holds it, on a connection of its own, while `work` runs. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const connection = this.dataSource.createQueryRunner();
    try {
      // A machine that is gone lets go of it.
      for (const [name, seconds] of KEEP_ALIVE) await connection.query(`SET ${name} = ${seconds}`);
      await takeLock(connection);
      try {
        return await work();
      } finally {
        await connection.query('SELECT pg_advisory_unlock($1)', [PUBLISHING_LOCK]);
      }
    } finally {
      await connection.release();
    }
  }
}

/** Asks again and again: a query that waited as long as somebody else publishes would look like a server that hangs. */
async function takeLock(connection: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await connection.query('SELECT pg_try_advisory_lock($1) AS taken', [PUBLISHING_LOCK])) as [
      { taken: boolean },
    ];
    if (row.taken) return;
    await pause(RETRY_MS);
  }
}
