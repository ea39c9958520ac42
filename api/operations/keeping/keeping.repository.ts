import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import {
  type DueKind,
  type DueRemoval,
  type Keeping,
  KEEPING_LISTED_DAYS,
  KEEPING_NOTICE_DAYS,
  type KeepingPeriods,
} from '../../contract/staff/keeping.js';
import { TRACKED_STEPS } from '../../contract/interview/steps.js';
import { noteVisits, seenBySessions, visits } from '../../people/sign-in/visits.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** Of several servers one looks, once a night. A night that was written down in the future is none. */
const NIGHT = `interval '20 hours'`;
/** After the mail; the rest of the days is for those on which no server ran. */
const MAILED_NIGHTS = KEEPING_NOTICE_DAYS - 9;
/** On which the mail was refused for good: as long as its person would have had after it. */
const REFUSED_NIGHTS = KEEPING_NOTICE_DAYS;
/** After staff were told. Nights are written down, so that no clock makes them pass. */
const LISTED_NIGHTS = KEEPING_LISTED_DAYS;

const steps = TRACKED_STEPS.map(({ wireField }) => `p.${wireField}`);

/** Of a person: the last of what they have done, and of their visits. */
const LAST_SIGN = `greatest(p.created_at, p.reopened_at, ${steps.join(', ')},
  (SELECT max(at) FROM (${visits()}) AS visit WHERE participant_id = p.id),
  (SELECT max(created_at) FROM answer WHERE participant_id = p.id),
  (SELECT max(created_at) FROM photo WHERE participant_id = p.id),
  (SELECT max(changed_at) FROM written_answer WHERE participant_id = p.id))`;
/** What is set apart waits, and goes no further. */
const NOTHING_COMES = `NOT EXISTS (
  SELECT FROM upload_session s WHERE s.participant_id = p.id AND s.result IS NULL AND s.audience <> 'set_apart')`;

/**
 * Of each kind of thing its period, and which there are: the person or the upload, with its last sign of life. Nothing of it is
 * public, waits for a release or for staff.
 */
const KINDS: Record<DueKind, { period: keyof KeepingPeriods; things: string }> = {
  unsubmitted: {
    period: 'unsubmitted',
    things: `
  SELECT p.id AS participant_id, NULL::uuid AS public_upload_id, ${LAST_SIGN} AS active_at
  FROM participant p
  WHERE p.status = 'in_progress'
    AND (p.reopened_at IS NOT NULL OR (p.media_upload_completed_at IS NULL AND NOT p.is_done))
    AND NOT EXISTS (SELECT FROM showcase_video v WHERE v.participant_id = p.id)
    AND NOT EXISTS (SELECT FROM cut_release r WHERE r.participant_id = p.id)
    AND NOT EXISTS (SELECT FROM unclaimed_beginning b WHERE b.participant_id = p.id AND b.status = 'submitted')
    AND ${NOTHING_COMES}`,
  },
  answers: {
    period: 'answers',
    things: `
  SELECT p.id AS participant_id, NULL::uuid AS public_upload_id,
    greatest(${LAST_SIGN}, (SELECT max(approved_at) FROM showcase_video v WHERE v.participant_id = p.id)) AS active_at
  FROM participant p
  WHERE p.status = 'submitted' AND p.is_done
    AND (EXISTS (SELECT FROM answer a WHERE a.participant_id = p.id)
         OR EXISTS (SELECT FROM written_answer w WHERE w.participant_id = p.id))
    AND EXISTS (SELECT FROM public_video v WHERE v.participant_id = p.id)
    AND NOT EXISTS (SELECT FROM showcase_video v WHERE v.participant_id = p.id AND NOT v.is_approved)
    AND ${NOTHING_COMES}`,
  },
  public_upload: {
    period: 'publicUploads',
    things: `
  SELECT NULL::uuid AS participant_id, u.id AS public_upload_id, greatest(
    (SELECT max(created_at) FROM public_upload o WHERE o.submitter_email_key = u.submitter_email_key),
    (SELECT ${LAST_SIGN} FROM participant p JOIN public_upload_owner o ON o.participant_id = p.id WHERE o.upload_id = u.id)) AS active_at
  FROM public_upload u
  WHERE NOT EXISTS (
    SELECT FROM video_preparation v WHERE v.media_id = u.media_id AND v.state IN ('waiting', 'working'))`,
  },
};
const DUE_KINDS = Object.keys(KINDS) as DueKind[];
/** All of them, with their periods in months, which a query takes first, in the order of the kinds. */
const KEPT = DUE_KINDS.map(
  (kind, index) =>
    `SELECT '${kind}' AS kind, participant_id, public_upload_id, active_at, $${index + 1}::int AS months FROM (${KINDS[kind].things}) AS things`,
).join(' UNION ALL ');
const ENDS_AT = `(k.active_at + make_interval(months => k.months))`;
/** What is due, or soon will be, as it was read. */
const DUE = `json_to_recordset($1::json)
  AS k (kind text, participant_id uuid, public_upload_id uuid, active_at timestamptz, ends_at timestamptz)`;
/** Whose row `d` is about what `k` is. */
const SAME = `d.kind = k.kind AND d.participant_id IS NOT DISTINCT FROM k.participant_id
  AND d.public_upload_id IS NOT DISTINCT FROM k.public_upload_id`;
const IS_LISTED_LONG_ENOUGH = `d.listed_at <= clock_timestamp() - interval '${KEEPING_LISTED_DAYS} days'
  AND d.listed_nights >= ${LISTED_NIGHTS}`;

export interface DueRow {
  id: string;
  kind: DueKind;
  participantId: string | null;
  publicUploadId: string | null;
  email: string;
  isAllowed: boolean;
  /** Its person had handed the story in once, and reopened it. */
  isReopened: boolean;
  /** Its person was told by mail, as far as anybody knows. */
  isTold: boolean;
  /** Such a mail was refused for good. */
  isRefused: boolean;
  /** Staff were told by mail that it waits for them. */
  isToldToStaff: boolean;
}

const MAILBOX = 'coalesce(p.email_key, owner.email_key, u.submitter_email_key)';
/** Nobody has shown it to be theirs since producers typed it. */
const IS_TYPED = 'coalesce(p.mailbox_corrected_at, owner.mailbox_corrected_at) IS NOT NULL';
/** A mail to the person has gone, to the mailbox that is theirs. What an earlier version mailed says none. */
const IS_TOLD = `(d.mailed_at IS NOT NULL AND NOT ${IS_TYPED} AND coalesce(d.mailed_to, ${MAILBOX}) = ${MAILBOX})`;
/** Of whoever has what it is about; of what nobody has, as it was sent. */
const EMAIL = 'coalesce(p.email, owner.email, u.submitter_email)';
const ROW = `d.id, d.kind, d.participant_id AS "participantId", d.public_upload_id AS "publicUploadId",
  ${EMAIL} AS email, d.allowed_at IS NOT NULL AS "isAllowed",
  p.reopened_at IS NOT NULL AS "isReopened",
  ${IS_TOLD} AS "isTold", d.refused_nights > 0 AS "isRefused",
  d.staff_told_at IS NOT NULL AS "isToldToStaff"`;
const WITH_OWNERS = `due_removal d LEFT JOIN participant p ON p.id = d.participant_id
  LEFT JOIN public_upload u ON u.id = d.public_upload_id
  LEFT JOIN public_upload_owner o ON o.upload_id = u.id LEFT JOIN participant owner ON owner.id = o.participant_id`;

type ListedRow = Pick<DueRemoval, 'id' | 'kind' | 'person' | 'email' | 'isTold'> &
  Record<'activeAt' | 'notBefore', Date> &
  Record<'mailedAt' | 'listedAt' | 'keptUntil', Date | null> & { keptBy: string | null };

@Injectable()
export class KeepingRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Begins a night; null where it has been looked at already. */
  async beginNight(): Promise<string | null> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE keeping_night IN SHARE ROW EXCLUSIVE MODE');
      const rows = await transaction.query<{ id: string }[]>(
        `INSERT INTO keeping_night (at) SELECT clock_timestamp()
         WHERE NOT EXISTS (
           SELECT FROM keeping_night WHERE at > clock_timestamp() - ${NIGHT} AND at <= clock_timestamp())
         RETURNING id`,
      );
      await transaction.query(`DELETE FROM keeping_night WHERE at < clock_timestamp() - interval '400 days'`);
      return rows[0]?.id ?? null;
    });
  }

  async endNight(id: string, removed: number, stopped: number | null): Promise<void> {
    await this.dataSource.query('UPDATE keeping_night SET removed = $2, stopped = $3::int::text WHERE id = $1', [
      id,
      removed,
      stopped,
    ]);
  }

  /** Sessions go after a while; that somebody was there stays known. */
  async noteVisits(): Promise<void> {
    await this.dataSource.query(noteVisits(seenBySessions()));
  }

  /** What is due no more leaves the list, and what is newly due comes onto it; one more night has passed for the rest. */
  async bringUpToDate(periods: KeepingPeriods): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      // Once for all that follows: to look at everybody is by far the most of a night.
      const [{ due }] = await transaction.query<[{ due: string }]>(
        `SELECT coalesce(json_agg(due), '[]')::text AS due FROM (
           SELECT kind, participant_id, public_upload_id, active_at, ${ENDS_AT} AS ends_at FROM (${KEPT}) AS k) AS due
         WHERE ends_at <= clock_timestamp() + interval '${KEEPING_NOTICE_DAYS} days'`,
        valuesOf(periods),
      );
      // Whoever came back begins anew, and so does what was kept for a time that is over.
      await transaction.query(
        `DELETE FROM due_removal d
         WHERE d.kept_until <= clock_timestamp()
            OR (d.kept_until IS NULL
                AND NOT EXISTS (SELECT FROM ${DUE} WHERE ${SAME} AND k.active_at <= d.active_at))`,
        [due],
      );
      await transaction.query(
        `UPDATE due_removal SET
           mailed_nights = mailed_nights + (mailed_at IS NOT NULL AND listed_at IS NULL)::int,
           listed_nights = listed_nights + (listed_at IS NOT NULL)::int`,
      );
      await transaction.query(
        `UPDATE due_removal d SET listed_at = clock_timestamp(), listed_nights = 0, allowed_at = NULL, allowed_by = NULL,
           staff_told_at = NULL
         FROM ${DUE}
         WHERE ${SAME} AND d.listed_at IS NULL AND d.kept_until IS NULL
           AND (d.mailed_nights >= ${MAILED_NIGHTS} OR (d.mailed_at IS NULL AND d.refused_nights >= ${REFUSED_NIGHTS}))
           AND k.ends_at <= clock_timestamp()`,
        [due],
      );
      // What has gone meanwhile is no longer there to be referred to.
      await transaction.query(
        `INSERT INTO due_removal (kind, participant_id, public_upload_id, active_at)
         SELECT kind, participant_id, public_upload_id, active_at FROM ${DUE}
         WHERE EXISTS (SELECT FROM participant WHERE id = k.participant_id)
            OR EXISTS (SELECT FROM public_upload WHERE id = k.public_upload_id)
         ON CONFLICT DO NOTHING`,
        [due],
      );
    });
  }

  /** Whoever has not been told by mail yet, or only at a mailbox that staff had typed by mistake. */
  findUnmailed(): Promise<DueRow[]> {
    return this.dataSource.query(
      `SELECT ${ROW} FROM ${WITH_OWNERS}
       WHERE (d.mailed_at IS NULL OR NOT (${IS_TOLD} OR ${IS_TYPED})) AND d.kept_until IS NULL ORDER BY d.found_at, d.id`,
    );
  }

  /** From then on there is time to come back, also where staff were told before. */
  async setMailed(ids: string[], mailbox: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE due_removal SET mailed_at = clock_timestamp(), mailed_to = $2, mailed_nights = 0, listed_at = NULL
       WHERE id = ANY($1::uuid[])`,
      [ids, mailbox],
    );
  }

  async noteRefused(ids: string[]): Promise<void> {
    await this.dataSource.query(
      'UPDATE due_removal SET refused_nights = refused_nights + 1 WHERE id = ANY($1::uuid[])',
      [ids],
    );
  }

  async setToldToStaff(ids: string[]): Promise<void> {
    await this.dataSource.query('UPDATE due_removal SET staff_told_at = clock_timestamp() WHERE id = ANY($1::uuid[])', [
      ids,
    ]);
  }

  /** What goes in days, by ids, and staff were not told so by mail. */
  async findListedUntold(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT d.id FROM ${WITH_OWNERS}
       WHERE ${IS_TOLD} AND d.listed_at IS NOT NULL AND d.kept_until IS NULL AND d.listing_told_at IS NULL
         AND NOT (${IS_LISTED_LONG_ENOUGH})`,
    );
    return rows.map(({ id }) => id);
  }

  async setListingTold(ids: string[]): Promise<void> {
    await this.dataSource.query(
      'UPDATE due_removal SET listing_told_at = clock_timestamp() WHERE id = ANY($1::uuid[])',
      [ids],
    );
  }

  /** What staff have seen for long enough. */
  findRemovable(): Promise<DueRow[]> {
    return this.dataSource.query(
      `SELECT ${ROW} FROM ${WITH_OWNERS} WHERE d.kept_until IS NULL AND ${IS_LISTED_LONG_ENOUGH} ORDER BY d.listed_at, d.id`,
    );
  }

  /** Within the removal: nothing has happened since that lets it stay. */
  async isStillDue(id: string, periods: KeepingPeriods, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>(
      `WITH k AS (${KEPT})
       SELECT FROM due_removal d JOIN k ON ${SAME}
       WHERE d.id = $${DUE_KINDS.length + 1} AND d.kept_until IS NULL AND ${IS_LISTED_LONG_ENOUGH}
         AND k.active_at <= d.active_at AND ${ENDS_AT} <= clock_timestamp()
       FOR UPDATE OF d`,
      [...valuesOf(periods), id],
    );
    return rows.length > 0;
  }

  async remove(id: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM due_removal WHERE id = $1', [id]);
  }

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** How many people and uploads there are at all. */
  async countAll(): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(
      'SELECT ((SELECT count(*) FROM participant) + (SELECT count(*) FROM public_upload))::int AS count',
    );
    return row.count;
  }

  /** For a further period. Null where it is not on the list. */
  async keep(
    id: string,
    by: string | null,
    periods: KeepingPeriods,
    transaction: Transaction,
  ): Promise<Pick<DueRow, 'participantId' | 'publicUploadId'> | null> {
    const [rows] = await transaction.query<[Pick<DueRow, 'participantId' | 'publicUploadId'>[], number]>(
      `UPDATE due_removal SET kept_by = $2, kept_until = clock_timestamp() + make_interval(months => ${monthsOf('kind', 3)})
       WHERE id = $1 AND kept_until IS NULL
       RETURNING participant_id AS "participantId", public_upload_id AS "publicUploadId"`,
      [id, by, ...valuesOf(periods)],
    );
    return rows[0] ?? null;
  }

  /** What is on the list now may take its next step, however much it is. */
  async allowAll(by: string | null, transaction: Transaction): Promise<void> {
    await transaction.query(
      'UPDATE due_removal SET allowed_at = clock_timestamp(), allowed_by = $1 WHERE allowed_at IS NULL AND kept_until IS NULL',
      [by],
    );
    await transaction.query('UPDATE keeping_night SET stopped = NULL WHERE id = (SELECT max(id) FROM keeping_night)');
  }

  /** The next to go first. */
  async findAll(periods: KeepingPeriods): Promise<DueRemoval[]> {
    const rows = await this.dataSource.query<ListedRow[]>(
      `SELECT d.id, d.kind, ${EMAIL} AS email, d.active_at AS "activeAt",
         d.mailed_at AS "mailedAt", ${IS_TOLD} AS "isTold", d.listed_at AS "listedAt", d.kept_by AS "keptBy", d.kept_until AS "keptUntil",
         (SELECT json_build_object('id', id, 'name', concat_ws(' ', first_name, last_name))
          FROM participant WHERE id = coalesce(p.id, owner.id)) AS person,
         coalesce(d.listed_at + make_interval(days => ${KEEPING_LISTED_DAYS}),
           greatest(clock_timestamp(), d.active_at + make_interval(months => ${monthsOf('d.kind', 1)}))
           + make_interval(days => ${KEEPING_LISTED_DAYS})) AS "notBefore"
       FROM ${WITH_OWNERS} ORDER BY d.kept_until IS NOT NULL, "notBefore", d.id`,
      valuesOf(periods),
    );
    return rows.map(({ activeAt, mailedAt, listedAt, notBefore, keptBy, keptUntil, ...row }) => ({
      ...row,
      activeAt: activeAt.toISOString(),
      mailedAt: mailedAt?.toISOString() ?? null,
      listedAt: listedAt?.toISOString() ?? null,
      notBefore: notBefore.toISOString(),
      kept: keptUntil && { by: keptBy, until: keptUntil.toISOString() },
    }));
  }

  async findLastNight(): Promise<Keeping['lastNight']> {
    const [row] = await this.dataSource.query<{ at: Date; removed: number; stopped: number | null }[]>(
      'SELECT at, removed, stopped::int AS stopped FROM keeping_night ORDER BY id DESC LIMIT 1',
    );
    return row ? { ...row, at: row.at.toISOString() } : null;
  }
}

/** The months of each kind, in the order in which queries take them. */
function valuesOf(periods: KeepingPeriods): number[] {
  return DUE_KINDS.map((kind) => periods[KINDS[kind].period]);
}

/** The months of the kind that is in a column, where those of all kinds begin with this parameter. */
function monthsOf(column: string, first: number): string {
  return `CASE ${column} ${DUE_KINDS.map((kind, index) => `WHEN '${kind}' THEN $${first + index}::int`).join(' ')} END`;
}
