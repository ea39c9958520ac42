import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** What is known of one object of the public site. */
export interface SiteObject {
  /** As the manifest has it; null: it may hold anything, or be gone. */
  hash: string | null;
  etag: string | null;
  /** Since when no page refers to it. */
  staleAt: Date | null;
}

interface SiteObjectRow extends SiteObject {
  key: string;
}

/**
 * What stands in the bucket: all publishers of one database share it, and whoever has the publishing lock writes it.
 * It says at any moment at least as much as the bucket holds.
 */
@Injectable()
export class SiteObjectRepository {
  private readonly id = randomUUID();
  private objects: Map<string, SiteObject> | null = null;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Read anew only where another process has written since. */
  async load(place: string): Promise<ReadonlyMap<string, SiteObject>> {
    try {
      const [{ earlier }] = await this.dataSource.query<[{ earlier: string | null }]>(
        `INSERT INTO site_bucket (place, writer) VALUES ($1, $2) ON CONFLICT (place) DO UPDATE SET writer = $2
         RETURNING (SELECT writer FROM site_bucket WHERE place = $1) AS earlier`,
        [place, this.id],
      );
      if (this.objects && earlier === this.id) return this.objects;
      const rows = await this.dataSource.query<SiteObjectRow[]>(
        `SELECT key, hash, etag, stale_at AS "staleAt" FROM site_object WHERE place = $1`,
        [place],
      );
      this.objects = new Map(rows.map(({ key, ...object }) => [key, object]));
      return this.objects;
    } catch (error) {
      // This one counts as the last writer by now, perhaps, without having read what the one before has written.
      this.objects = null;
      throw error;
    }
  }

  async set(place: string, objects: [key: string, object: SiteObject][]): Promise<void> {
    if (objects.length === 0) return;
    const rows = objects.map(([key, { hash, etag, staleAt }]) => ({ key, hash, etag, stale_at: staleAt }));
    await this.write(
      `INSERT INTO site_object (place, key, hash, etag, stale_at)
       SELECT $1, o.key, o.hash, o.etag, o.stale_at
       FROM jsonb_to_recordset($2::jsonb) AS o (key text, hash text, etag text, stale_at timestamptz)
       ON CONFLICT (place, key) DO UPDATE
       SET hash = excluded.hash, etag = excluded.etag, stale_at = excluded.stale_at`,
      [place, JSON.stringify(rows)],
    );
    for (const [key, object] of objects) this.objects?.set(key, object);
  }

  async remove(place: string, keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.write('DELETE FROM site_object WHERE place = $1 AND key = ANY($2::text[])', [place, keys]);
    for (const key of keys) this.objects?.delete(key);
  }

  /** What failed may have been done all the same. */
  private async write(sql: string, values: unknown[]): Promise<void> {
    try {
      await this.dataSource.query(sql, values);
    } catch (error) {
      this.objects = null;
      throw error;
    }
  }
}
