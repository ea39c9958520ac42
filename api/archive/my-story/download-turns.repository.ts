import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { DOWNLOAD_LOCK } from '../../platform/database/advisory-locks.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { DATABASE_CONNECTION } from '../../platform/database/database-connection.js';

const TIMEOUT_MS = 10_000;

/**
 * To whom a download is being sent, among all servers on this database. A download may take hours, so all of a process
 * share one connection, which is open as long as there are any, and none of the pool. A crash lets go of them.
 */
@Injectable()
export class DownloadTurnsRepository {
  private readonly held = new Set<string>();
  private client: Promise<pg.Client> | null = null;

  constructor(@Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection) {}

  /** @returns what gives the turn back; null while another download of that person runs */
  async take(participantId: string): Promise<(() => Promise<void>) | null> {
    // The same session would get the same lock twice.
    if (this.held.has(participantId)) return null;
    this.held.add(participantId);
    let isTaken = false;
    try {
      isTaken = await this.lock(participantId);
    } finally {
      if (!isTaken) await this.leave(participantId);
    }
    return isTaken ? () => this.giveBack(participantId) : null;
  }

  private async lock(participantId: string): Promise<boolean> {
    this.client ??= this.open();
    const client = await this.client;
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken', [
      DOWNLOAD_LOCK,
      participantId,
    ]);
    return rows[0]!.taken;
  }

  private open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.connection,
      application_name: 'stories downloads',
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    const opened = client.connect().then(() => client);
    // What is lost with it is asked for anew by the next download.
    const forget = () => {
      if (this.client === opened) this.client = null;
    };
    client.on('error', forget);
    opened.catch(forget);
    return opened;
  }

  private async giveBack(participantId: string): Promise<void> {
    const client = await this.client?.catch(() => null);
    await client
      ?.query('SELECT pg_advisory_unlock($1, hashtext($2))', [DOWNLOAD_LOCK, participantId])
      .catch(() => undefined);
    await this.leave(participantId);
  }

  private async leave(participantId: string): Promise<void> {
    this.held.delete(participantId);
    if (this.held.size > 0) return;
    const opened = this.client;
    this.client = null;
    const client = await opened?.catch(() => null);
    await client?.end().catch(() => undefined);
  }
}
