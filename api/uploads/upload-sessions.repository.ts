import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, In, IsNull, LessThan } from 'typeorm';
import type { FinishedFile } from '../media/temporary-file.js';
import { UploadChunk } from './upload-chunk.entity.js';
import type { UploadOwner } from './upload-owner.js';
import { UploadSession } from './upload-session.entity.js';

/** A transaction of the caller's, in which other rows change together with the session. */
export type Transaction = EntityManager;

@Injectable()
export class UploadSessionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(session: UploadSession): Promise<void> {
    await this.dataSource.manager.insert(UploadSession, session);
  }

  findOf(owner: UploadOwner, id: string): Promise<UploadSession | null> {
    const participantId = owner.audience === 'participant' ? owner.participantId : IsNull();
    return this.dataSource.manager.findOneBy(UploadSession, { id, audience: owner.audience, participantId });
  }

  async findReceivedChunks(id: string): Promise<number[]> {
    const chunks = await this.dataSource.manager.find(UploadChunk, {
      select: { chunkIndex: true },
      where: { uploadId: id },
      order: { chunkIndex: 'ASC' },
    });
    return chunks.map(({ chunkIndex }) => chunkIndex);
  }

  countChunks(id: string): Promise<number> {
    return this.dataSource.manager.countBy(UploadChunk, { uploadId: id });
  }

  /**
   * Notes a chunk after `place` has put its bytes where they belong. One at a time per chunk, across servers: two senders
   * never write into each other's bytes. A chunk that is there is only compared. While this runs the session stays.
   */
  receiveChunk(
    id: string,
    chunkIndex: number,
    { bytes, sha256 }: FinishedFile,
    place: () => Promise<void>,
  ): Promise<'stored' | 'same' | 'different' | 'no session'> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${id} ${chunkIndex}`]);
      const [session] = await transaction.query<{ earlier: Buffer | null }[]>(
        `SELECT (SELECT sha256 FROM upload_chunk WHERE upload_id = id AND chunk_index = $2) AS earlier
         FROM upload_session WHERE id = $1 FOR KEY SHARE`,
        [id, chunkIndex],
      );
      if (!session) return 'no session';
      if (session.earlier) return session.earlier.equals(sha256) ? 'same' : 'different';
      await place();
      await transaction.insert(UploadChunk, { uploadId: id, chunkIndex, bytes, sha256 });
      return 'stored';
    });
  }

  /** Notes the result of processing, once. Answers whether this was the first. */
  async saveResult(id: string, result: object, transaction: Transaction = this.dataSource.manager): Promise<boolean> {
    const { affected } = await transaction.update(UploadSession, { id, result: IsNull() }, { result });
    return affected === 1;
  }

  /** Answers whether the session was still there. */
  async remove(id: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(UploadSession, { id });
    return affected === 1;
  }

  /** Removes a person's sessions and those of staff that are about them; answers which. */
  async removeAllAbout(participantId: string, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      `DELETE FROM upload_session WHERE participant_id = $1 OR lower(details ->> 'userId') = $1::uuid::text RETURNING id`,
      [participantId],
    );
    return removed.map(({ id }) => id);
  }

  /** Removes the sessions that have all of `details`; answers which. */
  async removeAllWith(details: object, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      'DELETE FROM upload_session WHERE details @> $1::jsonb RETURNING id',
      [JSON.stringify(details)],
    );
    return removed.map(({ id }) => id);
  }

  async removeCreatedBefore(time: Date): Promise<string[]> {
    const sessions = await this.dataSource.manager.findBy(UploadSession, { createdAt: LessThan(time) });
    const ids = sessions.map(({ id }) => id);
    await this.dataSource.manager.delete(UploadSession, { id: In(ids) });
    return ids;
  }

  /** Those of `ids` that are no sessions. */
  async findUnknown(ids: string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT candidate.id FROM unnest($1::text[]) AS candidate (id)
       WHERE NOT EXISTS (SELECT 1 FROM upload_session WHERE upload_session.id::text = candidate.id)`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }
}
