import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, IsNull, LessThan, Not, Raw } from 'typeorm';
import {
  PARTICIPANT_UPLOADS_WITH_ROOM,
  RECORDING_ROOM_BYTES,
  UPLOAD_CHUNK_BYTES,
} from '../../contract/common/limits.js';
import type { UploadOwner } from './upload-owner.js';
import { UploadChunk, type UploadRefusal, UploadSession } from './upload-session.entity.js';

export type NewChunk = Omit<UploadChunk, 'receivedAt'>;
export type EarlierChunk = Pick<UploadChunk, 'checksum'>;

/** What somebody may still be sending: nobody waits longer between two chunks, or before the first. */
const IS_ACTIVE = `s.result IS NULL AND (s.created_at > $1 OR EXISTS (
  SELECT FROM upload_chunk c WHERE c.upload_id = s.id AND c.received_at > $1
))`;

@Injectable()
export class UploadSessionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    sessions: UploadSession | UploadSession[],
    transaction: Transaction = this.dataSource.manager,
  ): Promise<void> {
    await transaction.insert(UploadSession, sessions);
  }

  /**
   * As `insert`, of what somebody begins to send: a participant while nobody deletes them, takes their e-mail or their story
   * from whoever sends, who are all waited for.
   * @returns false where who began it may not any more
   */
  insertBegun(session: UploadSession, isProven: boolean): Promise<boolean> {
    const { participantId, helperLinkId } = session;
    return this.dataSource.transaction(async (transaction) => {
      if (participantId !== null) {
        const held = await transaction.query<unknown[]>(
          'SELECT FROM participant WHERE id = $1 AND ($2 OR email_proven_at IS NULL) FOR SHARE',
          [participantId, isProven],
        );
        if (held.length === 0) return false;
      }
      // Only now: a statement sees what was ended until it begins.
      if (helperLinkId !== null) {
        const live = 'SELECT FROM helper_link WHERE id = $1 AND ended_at IS NULL AND ends_at > now()';
        if ((await transaction.query<unknown[]>(live, [helperLinkId])).length === 0) return false;
      }
      await this.insert(session, transaction);
      return true;
    });
  }

  /** The results of processing, by the ids of those that have one. */
  async findResults(audience: UploadSession['audience'], ids: string[]): Promise<Map<string, object>> {
    if (ids.length === 0) return new Map();
    const sessions = await this.dataSource.manager.findBy(UploadSession, {
      id: In(ids),
      audience,
      result: Not(IsNull()),
    });
    return new Map(sessions.map(({ id, result }) => [id, result!]));
  }

  findOf(owner: UploadOwner, id: string): Promise<UploadSession | null> {
    const { participantId = IsNull(), helperLinkId = IsNull() } = owner.audience === 'participant' ? owner : {};
    return this.dataSource.manager.findOneBy(UploadSession, {
      id,
      audience: owner.audience,
      participantId,
      helperLinkId,
    });
  }

  find(id: string): Promise<UploadSession | null> {
    return this.dataSource.manager.findOneBy(UploadSession, { id });
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

  /** As of an upload that was begun without a size: the numbers of its chunks do not tell where they stand. */
  hasShortChunks({ id, totalChunks }: Pick<UploadSession, 'id' | 'totalChunks'>): Promise<boolean> {
    return this.dataSource.manager.existsBy(UploadChunk, {
      uploadId: id,
      chunkIndex: LessThan(totalChunks - 1),
      bytes: Not(UPLOAD_CHUNK_BYTES),
    });
  }

  /** By their numbers; the checksum is null of one from before there were any. */
  findChunks(id: string): Promise<Pick<UploadChunk, 'chunkIndex' | 'bytes' | 'checksum'>[]> {
    return this.dataSource.manager.find(UploadChunk, {
      select: { chunkIndex: true, bytes: true, checksum: true },
      where: { uploadId: id },
      order: { chunkIndex: 'ASC' },
    });
  }

  /**
   * Notes the next chunk of an upload that is open, which `place` meanwhile writes after what there is. One at a time.
   * @param alsoNote what is known of the whole with it
   * @returns what `place` returned; the chunk that is there; 'gap' when one before it is missing, 'over' when the upload was
   * closed or is gone
   */
  async receiveNext<Placed>(
    { uploadId, chunkIndex, bytes, checksum }: NewChunk,
    alsoNote: object,
    place: (at: number) => Promise<Placed>,
  ): Promise<{ placed: Placed } | { earlier: EarlierChunk } | 'gap' | 'over'> {
    return this.dataSource.transaction(async (transaction) => {
      const session = await transaction.findOne(UploadSession, {
        where: { id: uploadId, isOpen: true },
        lock: { mode: 'pessimistic_write' },
      });
      if (!session) return 'over';
      if (chunkIndex > session.totalChunks) return 'gap';
      if (chunkIndex < session.totalChunks) {
        const earlier = await transaction.findOneByOrFail(UploadChunk, { uploadId, chunkIndex });
        return { earlier };
      }
      await transaction.insert(UploadChunk, { uploadId, chunkIndex, bytes, checksum });
      const placed = await place(session.totalSize);
      const [totalSize, totalChunks] = [session.totalSize + bytes, chunkIndex + 1];
      await transaction.update(
        UploadSession,
        { id: uploadId },
        { totalSize, totalChunks, details: { ...session.details, ...alsoNote } },
      );
      return { placed };
    });
  }

  /** From now on nothing is added; false when it has come to something else. */
  async close(
    id: string,
    { totalSize, totalChunks }: Pick<UploadSession, 'totalSize' | 'totalChunks'>,
  ): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      UploadSession,
      { id, totalSize, totalChunks },
      { isOpen: false },
    );
    return affected === 1;
  }

  /** With when something came last, the newest first: those of a participant that have the key among their details. */
  async findWithDetail(participantId: string, key: string): Promise<(UploadSession & { touchedAt: Date })[]> {
    const sessions = await this.dataSource.manager.findBy(UploadSession, {
      participantId,
      audience: 'participant',
      details: Raw((column) => `${column} ? :key`, { key }),
    });
    const rows = await this.dataSource.query<{ id: string; at: Date }[]>(
      'SELECT upload_id AS id, max(received_at) AS at FROM upload_chunk WHERE upload_id = ANY($1::uuid[]) GROUP BY 1',
      [sessions.map(({ id }) => id)],
    );
    const times = new Map(rows.map(({ id, at }) => [id, at]));
    return sessions
      .map((session) => Object.assign(session, { touchedAt: times.get(session.id) ?? session.createdAt }))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  }

  /**
   * The bytes for which room is kept, of what open sessions, active since `time`, have announced and that have not come yet.
   * Announcing costs nothing, so that nobody can keep others out with it: for strangers, and who has only registered, as much
   * is kept as they have sent, and one chunk at least; of a participant the newest two uploads count.
   */
  async sumAnnouncedSince(time: Date): Promise<number> {
    const [row] = await this.dataSource.query<[{ bytes: string }]>(
      `SELECT coalesce(sum(CASE WHEN is_stranger THEN least(missing, greatest(received, $2)) ELSE missing END), 0) AS bytes
       FROM (
         SELECT s.audience, received,
           s.audience = 'public' OR (s.audience = 'participant' AND EXISTS (
             SELECT FROM participant p WHERE p.id = s.participant_id AND p.email_proven_at IS NULL)) AS is_stranger,
           CASE WHEN s.is_open THEN greatest($4 - received, 0) ELSE s.total_size - received END AS missing,
           row_number() OVER (PARTITION BY s.participant_id ORDER BY s.created_at DESC) AS nth
         FROM upload_session s
         CROSS JOIN LATERAL (SELECT coalesce(sum(bytes), 0) AS received FROM upload_chunk WHERE upload_id = s.id) arrived
         WHERE ${IS_ACTIVE}
       ) announced
       WHERE audience <> 'participant' OR nth <= $3`,
      [time, UPLOAD_CHUNK_BYTES, PARTICIPANT_UPLOADS_WITH_ROOM, RECORDING_ROOM_BYTES],
    );
    return Number(row.bytes);
  }

  /** How many open sessions, active since `time`, have all of `details`. */
  async countOpenSince(time: Date, details: object): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: string }]>(
      `SELECT count(*) FROM upload_session s WHERE ${IS_ACTIVE} AND s.details @> $2::jsonb`,
      [time, JSON.stringify(details)],
    );
    return Number(row.count);
  }

  /**
   * Notes a chunk, which `place` meanwhile puts where it belongs: the note counts only then. One at a time per chunk, across
   * servers: a second sender waits for the first, and writes only where that has failed. While this runs the session stays.
   * @param alsoWrite runs in the same transaction, after `place`, for a chunk that is new
   * @returns what `place` returned, or the chunk that was there before; null when there is no such session
   */
  receiveChunk<Placed>(
    chunk: NewChunk,
    place: () => Promise<Placed>,
    alsoWrite: (transaction: Transaction) => Promise<void> = async () => {},
  ): Promise<{ placed: Placed } | { earlier: EarlierChunk } | null> {
    const { uploadId, chunkIndex, bytes, checksum } = chunk;
    return this.dataSource.transaction(async (transaction) => {
      const noted = await transaction.query<unknown[]>(
        `INSERT INTO upload_chunk (upload_id, chunk_index, bytes, checksum)
         SELECT id, $2, $3, $4 FROM upload_session WHERE id = $1 FOR KEY SHARE
         ON CONFLICT DO NOTHING RETURNING upload_id`,
        [uploadId, chunkIndex, bytes, checksum],
      );
      if (noted.length === 1) {
        const placed = await place();
        await alsoWrite(transaction);
        return { placed };
      }
      const [earlier] = await transaction.query<EarlierChunk[]>(
        'SELECT checksum FROM upload_chunk WHERE upload_id = $1 AND chunk_index = $2',
        [uploadId, chunkIndex],
      );
      return earlier ? { earlier } : null;
    });
  }

  /** Notes the result of processing, once. Returns whether this was the first. */
  async saveResult(id: string, result: object, transaction: Transaction = this.dataSource.manager): Promise<boolean> {
    const { affected } = await transaction.update(UploadSession, { id, result: IsNull() }, { result });
    return affected === 1;
  }

  /** Notes why the file is refused. Where something was made of it meanwhile, that counts. */
  async saveRefusal(id: string, refusal: UploadRefusal): Promise<void> {
    await this.dataSource.manager.update(UploadSession, { id }, { refusal });
  }

  /** Returns whether the session was still there. */
  async remove(id: string, transaction: Transaction = this.dataSource.manager): Promise<boolean> {
    const { affected } = await transaction.delete(UploadSession, { id });
    return affected === 1;
  }

  /** Removes a person's sessions and those of staff that are about them; returns which. */
  async removeAllAbout(participantId: string, transaction: Transaction, until?: Date): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      `DELETE FROM upload_session
       WHERE (participant_id = $1 OR lower(details ->> 'userId') = $1::uuid::text)
         AND ($2::timestamptz IS NULL OR created_at <= $2)
       RETURNING id`,
      [participantId, until ?? null],
    );
    return removed.map(({ id }) => id);
  }

  /** The sessions that led to this result are about another person from now on. */
  async reassign(resultId: string, userId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE upload_session SET details = jsonb_set(details, '{userId}', to_jsonb($2::text)) WHERE result ->> 'id' = $1`,
      [resultId, userId],
    );
  }

  /** The sessions of staff that led to this result are forgotten with it. */
  async forget(resultId: string, transaction: Transaction): Promise<void> {
    await transaction.query(`DELETE FROM upload_session WHERE audience = 'staff' AND result ->> 'id' = $1`, [resultId]);
  }

  /** Removes the sessions of a helper's link; returns which. */
  async removeAllBy(helperLinkId: string, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      'DELETE FROM upload_session WHERE helper_link_id = $1 RETURNING id',
      [helperLinkId],
    );
    return removed.map(({ id }) => id);
  }

  /** Removes what was set apart of a person's own; returns which. */
  async removeAllSetApart(participantId: string, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      `DELETE FROM upload_session WHERE audience = 'set_apart' AND participant_id = $1 RETURNING id`,
      [participantId],
    );
    return removed.map(({ id }) => id);
  }

  /** Removes the sessions that have all of `details`; returns which. */
  async removeAllWith(details: object, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ id: string }[], number]>(
      'DELETE FROM upload_session WHERE details @> $1::jsonb RETURNING id',
      [JSON.stringify(details)],
    );
    return removed.map(({ id }) => id);
  }

  /** Removes the sessions that were begun before `time` and got no chunk since, but for those set apart; returns which. */
  async removeUntouchedSince(time: Date): Promise<string[]> {
    const [removed] = await this.dataSource.query<[{ id: string }[], number]>(
      `DELETE FROM upload_session s WHERE created_at < $1 AND audience <> 'set_apart' AND NOT EXISTS (
         SELECT FROM upload_chunk c WHERE c.upload_id = s.id AND c.received_at >= $1
       ) RETURNING id`,
      [time],
    );
    return removed.map(({ id }) => id);
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

  /** Those of `ids` whose bytes nobody needs any more: they are no sessions, or something was made of them, or they were refused. */
  async findEnded(ids: string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT candidate.id FROM unnest($1::text[]) AS candidate (id)
       WHERE NOT EXISTS (
         SELECT FROM upload_session s WHERE s.id::text = candidate.id
           AND refusal IS NULL AND (result IS NULL OR audience IN ('participant', 'set_apart'))
       )`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }
}
