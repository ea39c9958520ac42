import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Signals } from '../../platform/database/signals.js';

/** A server that was not seen for so long shows no story any more, see `SiteServers`. */
const GONE_AFTER_SECONDS = 6;

/** How far a server has followed. */
export interface Followed {
  id: string;
  /** All that was withdrawn until then is refused. */
  blocked: number;
  /** Its tree is what it should have been then. */
  published: number;
  /** The version that it publishes with; null: it does not. */
  publishes: string | null;
}

/** A publisher that was seen just now, and how far it is. */
export interface SeenPublisher {
  version: string;
  published: number;
}

@Injectable()
export class SiteServersRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly signals: Signals,
  ) {}

  /**
   * The next generation of the public site. It tells of its time, too, so that none comes twice, not even where the database
   * is an older one that was restored.
   */
  async next(): Promise<number> {
    const [[row]] = await this.dataSource.query<[[{ generation: string }], number]>(
      `UPDATE site_generation
       SET generation = greatest(generation + 1, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
       RETURNING generation`,
    );
    return Number(row.generation);
  }

  async newest(): Promise<number> {
    const [row] = await this.dataSource.query<[{ generation: string }]>('SELECT generation FROM site_generation');
    return Number(row.generation);
  }

  /** Tells that this server is there, over the line of signals; returns the newest generation, and how many servers there are. */
  async see({ id, blocked, published, publishes }: Followed): Promise<{ generation: number; count: number }> {
    const [row] = await this.signals.ask<{ generation: string; count: string }>(
      `INSERT INTO site_server (id, seen_at, blocked, published, publishes) VALUES ($1, now(), $2, $3, $5)
       ON CONFLICT (id) DO UPDATE SET seen_at = now(), blocked = $2, published = $3, publishes = $5
       RETURNING (SELECT generation FROM site_generation),
         (SELECT count(*) FROM site_server WHERE seen_at > now() - $4 * interval '1 second')`,
      [id, blocked, published, GONE_AFTER_SECONDS, publishes],
    );
    return { generation: Number(row!.generation), count: Number(row!.count) };
  }

  /** Of all servers but this one that show stories, as far as anybody knows. */
  async countBehind(generation: number, id: string): Promise<{ unblocked: number; unpublished: number }> {
    const [row] = await this.dataSource.query<[{ unblocked: string; unpublished: string }]>(
      `SELECT count(*) FILTER (WHERE blocked < $1) AS unblocked,
         count(*) FILTER (WHERE published > 0 AND published < $1) AS unpublished
       FROM site_server WHERE id <> $2 AND seen_at > now() - $3 * interval '1 second'`,
      [generation, id, GONE_AFTER_SECONDS],
    );
    return { unblocked: Number(row.unblocked), unpublished: Number(row.unpublished) };
  }

  /** All but this one. */
  async findPublishers(id: string): Promise<SeenPublisher[]> {
    const rows = await this.dataSource.query<{ version: string; published: string }[]>(
      `SELECT publishes AS version, published FROM site_server
       WHERE id <> $1 AND publishes IS NOT NULL AND seen_at > now() - $2 * interval '1 second'`,
      [id, GONE_AFTER_SECONDS],
    );
    return rows.map(({ version, published }) => ({ version, published: Number(published) }));
  }

  async leave(id: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM site_server WHERE id = $1 OR seen_at < now() - interval '1 day'`, [id]);
  }
}
