import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Up to where somebody has read what changes: a moment of the database, which is another one after its restart. */
export interface ChangesRead {
  server: string;
  /** The oldest transaction that was under way. */
  oldest: string;
  at: Date;
}

export interface StoryChanges {
  upTo: ChangesRead;
  /** Whose story may have changed; null: anybody's. */
  participantIds: string[] | null;
}

/** Whoever has not read for longer reads everything. */
const KEPT_FOR = `interval '1 day'`;
/** Another one after each start, also where a backup was restored beneath, and once a newer version says what is public. */
const SERVER = `extract(epoch FROM pg_postmaster_start_time()) || ' ' || (SELECT count(*) FROM migrations)`;
/** To read so many one by one takes longer than to read all. */
const PEOPLE_AT_MOST = 1_000;

/** Whose public story may have changed: triggers note it in whatever the public reads. */
@Injectable()
export class StoryChangesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Whoever reads stories after this call has read all changes that were committed before. Some are told twice, as
   * transactions end in another order than they begin; none is left out. A day that somebody has set counts as it comes.
   * @param since where the last call was; null: everything is to be read
   */
  async findSince(since: ChangesRead | null): Promise<StoryChanges> {
    const [{ isKnown, people, ...upTo }] = await this.dataSource.query<
      [ChangesRead & { isKnown: boolean; people: (string | null)[] }]
    >(
      `WITH known AS (
         SELECT $1::text = ${SERVER} AND $3::timestamptz BETWEEN now() - ${KEPT_FOR} AND now()
                  AND $2::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
       )
       SELECT ${SERVER} AS server, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest, now() AS at,
              coalesce("isKnown", false) AS "isKnown",
              ARRAY(
                SELECT participant_id FROM story_change WHERE "isKnown" AND changed_in >= $2::xid8
                UNION
                SELECT participant_id FROM cut_release
                WHERE "isKnown" AND (public_from > $3::timestamptz AND public_from <= now()
                                     OR public_until > $3::timestamptz AND public_until <= now())
                LIMIT ${PEOPLE_AT_MOST + 1}
              ) AS people
       FROM known`,
      [since?.server, since?.oldest, since?.at],
    );
    const participantIds = people.filter((id) => id !== null);
    const isFew = participantIds.length === people.length && people.length <= PEOPLE_AT_MOST;
    return { upTo, participantIds: isKnown && isFew ? participantIds : null };
  }

  /** Also what a restored backup brought of transactions of another database. */
  async removeOld(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM story_change
       WHERE changed_at < now() - 2 * ${KEPT_FOR} OR changed_in >= pg_snapshot_xmax(pg_current_snapshot())`,
    );
  }
}
