import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { StoredRelease } from './release-state.js';

/** Of a `showcase_video v` with its `media_file m`: what film it is. */
export const FILM = `coalesce(encode(m.sha256, 'hex'), v.video_url)`;

/** Of the same: what its person said last to that film, as JSON. */
export const LAST_RELEASE = `(
  SELECT json_build_object('cutHash', l.cut_hash, 'decision', l.decision, 'words', l.words, 'at', l.at)
  FROM cut_release l
  WHERE l.participant_id = v.participant_id AND l.film = ${FILM}
  ORDER BY l.number DESC LIMIT 1)`;

/** Of the same: how often its person was asked about each cut of it, by its hash. */
export const ASKED = `(
  SELECT coalesce(json_object_agg(a.cut_hash, a.count), '{}')
  FROM (SELECT cut_hash, count(*)::int FROM release_request WHERE video_id = v.id GROUP BY cut_hash) a)`;

export interface NewRelease extends Omit<StoredRelease, 'at'> {
  participantId: string;
  film: string;
}

export interface NewRequest {
  id: string;
  videoId: string;
  cutHash: string;
  producerName: string | null;
}

@Injectable()
export class ReleasesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert({ participantId, film, cutHash, decision, words }: NewRelease, transaction: Transaction): Promise<void> {
    await transaction.query(
      'INSERT INTO cut_release (participant_id, film, cut_hash, decision, words) VALUES ($1, $2, $3, $4, $5)',
      [participantId, film, cutHash, decision, words],
    );
  }

  /** What was said to that film goes, with its words. */
  async removeOf(participantId: string, film: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM cut_release WHERE participant_id = $1 AND film = $2', [participantId, film]);
  }

  async insertRequest({ id, videoId, cutHash, producerName }: NewRequest, transaction: Transaction): Promise<void> {
    await transaction.query(
      'INSERT INTO release_request (id, video_id, cut_hash, producer_name) VALUES ($1, $2, $3, $4)',
      [id, videoId, cutHash, producerName],
    );
  }

  async removeRequest(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM release_request WHERE id = $1', [id]);
  }
}
