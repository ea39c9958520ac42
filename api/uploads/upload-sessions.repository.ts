import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, In, IsNull, LessThan } from 'typeorm';
import { UploadChunk } from './upload-chunk.entity.js';
import type { UploadOwner } from './upload-owner.js';
import { type UploadRefusal, UploadSession } from './upload-session.entity.js';

/** A transaction of the caller's, in which other rows change together with the session. */
export type Transaction = EntityManager;

export type EarlierChunk = Pick<UploadChunk, 'checksum'>;

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
   * Notes a chunk, which `place` meanwhile puts where it belongs: the note counts only then. One at a time per chunk, across
   * servers: a second sender waits for the first, and writes only where that has failed. While this runs the session stays.
   * @returns what `place` answered, or the chunk that was there before; null when there is no such session
   */
  receiveChunk<Placed>(
    chunk: UploadChunk,
    place: () => Promise<Placed>,
  ): Promise<{ placed: Placed } | { earlier: EarlierChunk } | null> {
    const { uploadId, chunkIndex, bytes, checksum } = chunk;
    return this.dataSource.transaction(async (transaction) => {
      const noted = await transaction.query<unknown[]>(
        `INSERT INTO upload_chunk (upload_id, chunk_index, bytes, checksum)
         SELECT id, $2, $3, $4 FROM upload_session WHERE id = $1 FOR KEY SHARE
         ON CONFLICT DO NOTHING RETURNING upload_id`,
        [uploadId, chunkIndex, bytes, checksum],
      );
      if (noted.length === 1) return { placed: await place() };
      const [earlier] = await transaction.query<EarlierChunk[]>(
        'SELECT checksum FROM upload_chunk WHERE upload_id = $1 AND chunk_index = $2',
        [uploadId, chunkIndex],
      );
      return earlier ? { earlier } : null;
    });
  }

  /** Notes the result of processing, once. Answers whether this was the first. */
  async saveResult(id: string, result: object, transaction: Transaction = this.dataSource.manager): Promise<boolean> {
    const { affected } = await transaction.update(UploadSession, { id, result: IsNull() }, { result });
    return affected === 1;
  }

  /** Notes why the file is refused, unless something has been made of it. */
  async saveRefusal(id: string, refusal: UploadRefusal): Promise<void> {
    await this.dataSource.query(
      `UPDATE upload_session SET refusal = $2 WHERE id = $1 AND (result IS NULL OR result ? 'uploadId')`,
      [id, JSON.stringify(refusal)],
    );
  }

  /** Answers whether the session was still there. */
  async remove(id: string, transaction: Transaction = this.dataSource.manager): Promise<boolean> {
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
