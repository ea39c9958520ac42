import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { PlaceElsewhere, RemovalCause, RemovalElsewhere, RemovalOutcome } from '../../contract/staff/elsewhere.js';
import type { Transaction } from '../../platform/database/transaction.js';

const SETTLED_SHOWN = 100;

const PERSON = `CASE WHEN p.id IS NOT NULL
  THEN json_build_object('id', p.id, 'name', concat_ws(' ', p.first_name, p.last_name)) END AS person`;

const PLACES = `
  SELECT e.id, e.kind, e.name, e.address, e.updated_at AS "updatedAt", ${PERSON},
    CASE e.kind WHEN 'export' THEN (SELECT count(*)::int FROM exported_story s WHERE s.place_id = e.id) END AS stories
  FROM place_elsewhere e LEFT JOIN participant p ON p.id = e.participant_id`;

const REMOVALS = `
  SELECT r.id, r.kind, r.place, r.address, r.cause, r.asked_at AS "askedAt", r.outcome, r.note, r.done_by AS "doneBy",
    r.done_at AS "doneAt", ${PERSON}
  FROM removal_elsewhere r LEFT JOIN participant p ON p.id = r.participant_id`;

type PlaceRow = Omit<PlaceElsewhere, 'updatedAt'> & { updatedAt: Date };
type RemovalRow = Omit<RemovalElsewhere, 'askedAt' | 'settled'> & {
  askedAt: Date;
  outcome: RemovalOutcome | null;
  note: string;
  doneBy: string | null;
  doneAt: Date | null;
};

export interface NewPlace {
  name: string;
  address: string | null;
  participantId: string | null;
  addedBy: string | null;
}

export interface NewRemoval {
  subjectKey: string;
  participantId: string | null;
  placeId: string | null;
  kind: RemovalElsewhere['kind'];
  place: string;
  address: string | null;
  cause: RemovalCause;
}

/** A removal as its receipt needs it. */
export type OpenRemoval = Pick<NewRemoval, 'subjectKey' | 'kind' | 'place' | 'cause' | 'participantId'> & {
  id: string;
};

/** What was open then; what is taken back of the same person later has another time. */
export interface KnownRemoval {
  id: string;
  /** As the database writes it, exactly. */
  askedAt: string;
}

@Injectable()
export class ElsewhereRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async findPlaces(): Promise<PlaceElsewhere[]> {
    const rows = await this.dataSource.query<PlaceRow[]>(`${PLACES} ORDER BY lower(e.name), e.id`);
    return rows.map(toPlace);
  }

  /** Of one story: copies of the site that hold it, and what staff have added for it or for every public one. */
  async findPlacesOf(participantId: string, transaction?: Transaction): Promise<PlaceElsewhere[]> {
    const rows = await (transaction ?? this.dataSource).query<PlaceRow[]>(
      `${PLACES} WHERE CASE e.kind
         WHEN 'export' THEN EXISTS (SELECT FROM exported_story s WHERE s.place_id = e.id AND s.participant_id = $1)
         ELSE coalesce(e.participant_id = $1, true) END
       ORDER BY lower(e.name), e.id`,
      [participantId],
    );
    return rows.map(toPlace);
  }

  /** Which of these addresses a video of somebody else has by now: what stands there is not this person's. */
  async findOthersHosted(participantId: string, addresses: string[], transaction: Transaction): Promise<string[]> {
    const rows = await transaction.query<{ address: string }[]>(
      'SELECT video_url AS address FROM showcase_video WHERE participant_id <> $1 AND video_url = ANY($2)',
      [participantId, addresses],
    );
    return rows.map(({ address }) => address);
  }

  /** Addresses of a person's videos that stand at a host, and those at which they stood before and nobody else's do now. */
  async findHosted(participantId: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ address: string }[]>(
      `SELECT v.video_url AS address FROM showcase_video v WHERE v.participant_id = $1 AND v.video_url IS NOT NULL
       UNION
       SELECT f.film FROM former_film f JOIN showcase_video v ON v.id = f.video_id
       WHERE v.participant_id = $1 AND f.film LIKE 'http%'
         AND NOT EXISTS (SELECT FROM showcase_video o WHERE o.participant_id <> $1 AND o.video_url = f.film)
       ORDER BY 1`,
      [participantId],
    );
    return rows.map(({ address }) => address);
  }

  async insertPlace(place: NewPlace, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO place_elsewhere (kind, name, address, participant_id, added_by) VALUES ('other', $1, $2, $3, $4)`,
      [place.name, place.address, place.participantId, place.addedBy],
    );
  }

  /** False where there is none. What is open there stays to be done. */
  async removePlace(id: string, transaction: Transaction): Promise<boolean> {
    const [, count] = await transaction.query<[unknown, number]>('DELETE FROM place_elsewhere WHERE id = $1', [id]);
    return count > 0;
  }

  /** A copy of the site; adds to the stories that it is known to hold. Returns what is open there. */
  async saveExport(
    { id, name, address }: Pick<PlaceElsewhere, 'id' | 'name' | 'address'>,
    participantIds: string[],
  ): Promise<KnownRemoval[]> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query(
        `INSERT INTO place_elsewhere (id, kind, name, address) VALUES ($1, 'export', $2, $3)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = coalesce(excluded.address, place_elsewhere.address),
           updated_at = clock_timestamp()`,
        [id, name, address],
      );
      await transaction.query(
        `INSERT INTO exported_story (place_id, participant_id)
         SELECT $1, p.id FROM participant p WHERE p.id = ANY($2::uuid[]) FOR KEY SHARE OF p ON CONFLICT DO NOTHING`,
        [id, participantIds],
      );
      return transaction.query(
        `SELECT id, asked_at::text AS "askedAt" FROM removal_elsewhere WHERE place_id = $1 AND done_at IS NULL`,
        [id],
      );
    });
  }

  /** Forgets that the copy holds any other story than these, unless a removal of that one is open there. */
  async removeExportedExcept(placeId: string, participantIds: string[], transaction: Transaction): Promise<void> {
    await transaction.query(
      `DELETE FROM exported_story s WHERE s.place_id = $1 AND s.participant_id <> ALL($2::uuid[])
         AND NOT EXISTS (SELECT FROM removal_elsewhere r
           WHERE r.place_id = $1 AND r.participant_id = s.participant_id AND r.done_at IS NULL)`,
      [placeId, participantIds],
    );
  }

  /** What is open there already gets this time, address and cause; but "hidden" replaces no cause, as that may end again. */
  async insertRemoval(removal: NewRemoval, transaction: Transaction): Promise<void> {
    const { subjectKey, participantId, placeId, kind, place, address, cause } = removal;
    await transaction.query(
      `INSERT INTO removal_elsewhere (subject_key, participant_id, place_id, kind, place, address, cause)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (subject_key, kind, (coalesce(place_id::text, address, place))) WHERE done_at IS NULL
       DO UPDATE SET address = excluded.address, asked_at = clock_timestamp(),
         cause = CASE WHEN excluded.cause = 'hidden' THEN removal_elsewhere.cause ELSE excluded.cause END`,
      [subjectKey, participantId, placeId, kind, place, address, cause],
    );
  }

  /** As `insertRemoval`, where something is open. */
  async updateOpen(
    { subjectKey, placeId, cause }: Pick<NewRemoval, 'subjectKey' | 'placeId' | 'cause'>,
    transaction: Transaction,
  ): Promise<void> {
    if (cause === 'hidden') return;
    await transaction.query(
      `UPDATE removal_elsewhere SET cause = $3, asked_at = clock_timestamp()
       WHERE subject_key = $1 AND place_id = $2 AND done_at IS NULL`,
      [subjectKey, placeId, cause],
    );
  }

  async insertSettled(
    { subjectKey, participantId, kind, place, cause }: NewRemoval,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO removal_elsewhere (subject_key, participant_id, kind, place, cause, outcome, done_at)
       VALUES ($1, $2, $3, $4, $5, 'removed', clock_timestamp())`,
      [subjectKey, participantId, kind, place, cause],
    );
  }

  /** The open ones, oldest first, then the last settled ones, newest first. */
  async findRemovals(): Promise<RemovalElsewhere[]> {
    const open = await this.dataSource.query<RemovalRow[]>(
      `${REMOVALS} WHERE r.done_at IS NULL ORDER BY r.asked_at, r.id`,
    );
    const settled = await this.dataSource.query<RemovalRow[]>(
      `${REMOVALS} WHERE r.done_at IS NOT NULL ORDER BY r.done_at DESC, r.id LIMIT ${SETTLED_SHOWN}`,
    );
    return [...open, ...settled].map(toRemoval);
  }

  /** Who is still there of those of whom this is open: one removal, or all at a copy of the site. */
  async findPeopleOfOpen(by: { id: string } | { placeId: string }, transaction: Transaction): Promise<string[]> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['place_id', by.placeId];
    const rows = await transaction.query<{ participantId: string }[]>(
      `SELECT DISTINCT participant_id AS "participantId" FROM removal_elsewhere
       WHERE ${column} = $1 AND done_at IS NULL AND participant_id IS NOT NULL`,
      [value],
    );
    return rows.map(({ participantId }) => participantId);
  }

  /** Null where it is settled, or there is none. */
  async lockOpen(id: string, transaction: Transaction): Promise<OpenRemoval | null> {
    const [row] = await transaction.query<OpenRemoval[]>(
      `SELECT id, subject_key AS "subjectKey", participant_id AS "participantId", kind, place, cause
       FROM removal_elsewhere WHERE id = $1 AND done_at IS NULL FOR UPDATE`,
      [id],
    );
    return row ?? null;
  }

  /** The removals open at a copy of the site that were `known` before it was made, and were not asked for again since. */
  lockOpenAt(placeId: string, known: KnownRemoval[], transaction: Transaction): Promise<OpenRemoval[]> {
    return transaction.query(
      `SELECT id, subject_key AS "subjectKey", participant_id AS "participantId", kind, place, cause
       FROM removal_elsewhere WHERE place_id = $1 AND done_at IS NULL AND (id, asked_at) IN (
         SELECT k.id, k."askedAt" FROM jsonb_to_recordset($2::jsonb) AS k (id uuid, "askedAt" timestamptz))
       ORDER BY asked_at, id FOR UPDATE OF removal_elsewhere`,
      [placeId, JSON.stringify(known)],
    );
  }

  async settle(
    id: string,
    { outcome, note, by }: { outcome: RemovalOutcome; note: string; by: string | null },
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `UPDATE removal_elsewhere SET outcome = $2, note = $3, done_by = $4, done_at = clock_timestamp(), address = NULL
       WHERE id = $1 AND done_at IS NULL`,
      [id, outcome, note, by],
    );
  }

  /** What was only hidden is shown again. */
  async settleHiddenOf(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE removal_elsewhere SET outcome = 'not_needed', done_at = clock_timestamp(), address = NULL
       WHERE participant_id = $1 AND cause = 'hidden' AND done_at IS NULL`,
      [participantId],
    );
  }
}

function toPlace({ updatedAt, ...place }: PlaceRow): PlaceElsewhere {
  return { ...place, updatedAt: updatedAt.toISOString() };
}

function toRemoval({ askedAt, outcome, note, doneBy, doneAt, ...removal }: RemovalRow): RemovalElsewhere {
  return {
    ...removal,
    askedAt: askedAt.toISOString(),
    settled: outcome && doneAt && { outcome, note, by: doneBy, at: doneAt.toISOString() },
  };
}
