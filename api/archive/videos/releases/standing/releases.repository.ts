import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../../../platform/database/transaction.js';
import { FILM } from '../../../stories/film.js';
import type { StoredRelease } from './release-state.js';

/** Of a `showcase_video v` with its `media_file m`: what its person said last to that film, as JSON. */
export const LAST_RELEASE = `(
  SELECT json_build_object(
    'cutHash', l.cut_hash, 'contentHash', l.content_hash, 'decision', l.decision, 'at', l.at, 'uses', l.uses,
    'linkOnly', l.link_only, 'publicFrom', l.public_from, 'publicUntil', l.public_until, 'words', l.words, 'marks', l.marks,
    'wasRefused', coalesce((
      SELECT n.decision = 'no' FROM cut_release n
      WHERE n.participant_id = l.participant_id AND n.film = l.film AND n.decision <> 'change'
      ORDER BY n.number DESC LIMIT 1), false),
    'paper', (SELECT json_build_object('id', o.id, 'producer', o.producer_name, 'signedOn', o.signed_on)
              FROM paper_release o WHERE o.release_number = l.number))
  FROM cut_release l
  WHERE l.participant_id = v.participant_id AND l.film = ${FILM}
  ORDER BY l.number DESC LIMIT 1)`;

/** Of the same: what its person wished for last, of that film or of what the video was then, as JSON; null after an answer. */
export const OPEN_WISH = `(
  SELECT CASE WHEN w.decision = 'change' THEN json_build_object('words', w.words, 'marks', w.marks) END
  FROM cut_release w
  WHERE w.participant_id = v.participant_id AND (w.film = ${FILM} OR w.video_id = v.id)
  ORDER BY w.number DESC LIMIT 1)`;

/** Of a `showcase_video v`: what it was before it had another address. */
export const FORMER_FILMS = `ARRAY(SELECT film FROM former_film WHERE video_id = v.id)`;

/** Of the same: how often its person was asked about each cut of it, by its hash. */
export const ASKED = `(
  SELECT coalesce(json_object_agg(a.cut_hash, a.count), '{}')
  FROM (SELECT cut_hash, count(*)::int FROM release_request WHERE video_id = v.id GROUP BY cut_hash) a)`;

export interface NewRelease extends Omit<StoredRelease, 'at' | 'paper' | 'wasRefused'> {
  participantId: string;
  /** Null of one that goes. */
  videoId: string | null;
  film: string;
  contentHash: string;
  /** As the ledger has it, by one clock. */
  at: Date;
}

export interface NewRequest {
  id: string;
  videoId: string;
  cutHash: string;
  producerName: string | null;
}

/** Of a cut about which its person was asked: how often, and when last. */
export interface OpenRequest {
  videoId: string;
  cutHash: string;
  email: string;
  count: number;
  lastAt: Date;
}

export interface NewPaperRelease {
  id: string;
  releaseNumber: string;
  participantId: string;
  mediaId: string;
  producerName: string;
  signedOn: string;
}

@Injectable()
export class ReleasesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns its number. */
  async insert(release: NewRelease, transaction: Transaction): Promise<string> {
    const { participantId, videoId, film, cutHash, contentHash, decision, words, marks } = release;
    const { uses, linkOnly, publicFrom, publicUntil, at } = release;
    const [row] = await transaction.query<{ number: string }[]>(
      `INSERT INTO cut_release (participant_id, video_id, film, cut_hash, content_hash, decision, words, marks, uses, link_only,
                                public_from, public_until, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING number`,
      [
        participantId,
        videoId,
        film,
        cutHash,
        contentHash,
        decision,
        words,
        JSON.stringify(marks),
        uses,
        linkOnly,
        publicFrom,
        publicUntil,
        at,
      ],
    );
    return row!.number;
  }

  /** Whether what the person said last to another film, which they still have, is that it is found by its link alone. */
  async isAnotherLinkOnly(participantId: string, film: string, transaction: Transaction): Promise<boolean> {
    const [row] = await transaction.query<{ isAny: boolean }[]>(
      `SELECT coalesce(bool_or(l.link_only), false) AS "isAny"
       FROM (SELECT DISTINCT ON (film) film, link_only FROM cut_release WHERE participant_id = $1 AND film <> $2
             ORDER BY film, number DESC) l
       WHERE EXISTS (SELECT FROM showcase_video v LEFT JOIN media_file m ON m.id = v.media_id
                     WHERE v.participant_id = $1 AND ${FILM} = l.film)`,
      [participantId, film],
    );
    return row!.isAny;
  }

  /**
   * Whether this database knows what that person said at that time, to whichever film: by what has that very time, or by
   * something later whose time the ledger does not have. Earlier versions kept times of their own.
   * @param times of all that the ledger has of them; null where what is later tells nothing
   */
  async knows(
    participantId: string,
    at: Date,
    times: readonly Date[] | null,
    transaction: Transaction,
  ): Promise<boolean> {
    const [row] = await transaction.query<{ isKnown: boolean }[]>(
      `SELECT EXISTS (
         SELECT FROM cut_release l, date_trunc('milliseconds', l.at) AS said
         WHERE l.participant_id = $1 AND (said = $2 OR (said > $2 AND said <> ALL($3::timestamptz[])))) AS "isKnown"`,
      [participantId, at, times],
    );
    return row!.isKnown;
  }

  /** What was said to those films goes, with its words. Returns the scans of paper that nobody needs any more. */
  async removeOf(participantId: string, films: string[], transaction: Transaction): Promise<string[]> {
    const scans = await transaction.query<[{ mediaId: string }[], number]>(
      `DELETE FROM paper_release o USING cut_release l
       WHERE l.number = o.release_number AND l.participant_id = $1 AND l.film = ANY($2) RETURNING o.media_id AS "mediaId"`,
      [participantId, films],
    );
    await transaction.query('DELETE FROM cut_release WHERE participant_id = $1 AND film = ANY($2)', [
      participantId,
      films,
    ]);
    return scans[0].map(({ mediaId }) => mediaId);
  }

  /** What was said on paper goes, of all films of a person. */
  async removeSaidOnPaper(
    participantId: string,
    transaction: Transaction,
  ): Promise<{ film: string; linkOnly: boolean; mediaId: string }[]> {
    const [papers] = await transaction.query<[{ number: string; mediaId: string }[], number]>(
      `DELETE FROM paper_release WHERE participant_id = $1 RETURNING release_number AS "number", media_id AS "mediaId"`,
      [participantId],
    );
    const mediaIds = new Map(papers.map(({ number, mediaId }) => [number, mediaId]));
    const [said] = await transaction.query<[{ number: string; film: string; linkOnly: boolean }[], number]>(
      'DELETE FROM cut_release WHERE number = ANY($1) RETURNING number, film, link_only AS "linkOnly"',
      [[...mediaIds.keys()]],
    );
    return said.map(({ number, ...paper }) => ({ ...paper, mediaId: mediaIds.get(number)! }));
  }

  /** Of a person who goes. Returns their scans. */
  async removePapersOf(participantId: string, transaction: Transaction): Promise<string[]> {
    const [scans] = await transaction.query<[{ mediaId: string }[], number]>(
      'DELETE FROM paper_release WHERE participant_id = $1 RETURNING media_id AS "mediaId"',
      [participantId],
    );
    return scans.map(({ mediaId }) => mediaId);
  }

  async insertPaper(paper: NewPaperRelease, transaction: Transaction): Promise<void> {
    const { id, releaseNumber, participantId, mediaId, producerName, signedOn } = paper;
    await transaction.query(
      `INSERT INTO paper_release (id, release_number, participant_id, media_id, producer_name, signed_on)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, releaseNumber, participantId, mediaId, producerName, signedOn],
    );
  }

  async findScan(id: string): Promise<{ mediaId: string; participantId: string } | null> {
    const [row] = await this.dataSource.query<{ mediaId: string; participantId: string }[]>(
      'SELECT media_id AS "mediaId", participant_id AS "participantId" FROM paper_release WHERE id = $1',
      [id],
    );
    return row ?? null;
  }

  async insertRequest({ id, videoId, cutHash, producerName }: NewRequest, transaction: Transaction): Promise<void> {
    await transaction.query(
      'INSERT INTO release_request (id, video_id, cut_hash, producer_name) VALUES ($1, $2, $3, $4)',
      [id, videoId, cutHash, producerName],
    );
  }

  /** Every mailed link to that video ends with an answer, however it came. */
  async endLinks(videoId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      'UPDATE release_link SET answered_at = clock_timestamp() WHERE video_id = $1 AND answered_at IS NULL',
      [videoId],
    );
  }

  async removeRequest(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM release_request WHERE id = $1', [id]);
  }

  /**
   * Every cut about which somebody was asked less than `max` times, last before that time, and has said nothing of the video
   * since; with the e-mail they have now.
   */
  findOpenRequests(max: number, before: Date): Promise<OpenRequest[]> {
    return this.dataSource.query(
      `SELECT r.video_id AS "videoId", r.cut_hash AS "cutHash", p.email, count(*)::int AS count, max(r.at) AS "lastAt"
       FROM release_request r JOIN showcase_video v ON v.id = r.video_id JOIN participant p ON p.id = v.participant_id
       GROUP BY r.video_id, r.cut_hash, p.email HAVING count(*) < $1 AND max(r.at) <= $2
         AND NOT EXISTS (SELECT FROM cut_release l WHERE l.video_id = r.video_id AND l.at > max(r.at))
       ORDER BY max(r.at)`,
      [max, before],
    );
  }

  /** Approved videos of which the time is over that their person has set last. */
  async findOver(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT v.id FROM showcase_video v LEFT JOIN media_file m ON m.id = v.media_id
       WHERE v.is_approved AND (
         SELECT l.public_until FROM cut_release l
         WHERE l.participant_id = v.participant_id AND l.film = ${FILM}
         ORDER BY l.number DESC LIMIT 1) <= now()
       ORDER BY v.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Changes whenever a moment passes from which something may be public, or may be so no more. */
  async passedMoments(): Promise<string> {
    const [row] = await this.dataSource.query<{ from: string; until: string }[]>(
      `SELECT count(*) FILTER (WHERE public_from <= now()) AS "from", count(*) FILTER (WHERE public_until <= now()) AS "until"
       FROM cut_release WHERE public_from IS NOT NULL OR public_until IS NOT NULL`,
    );
    return `${row!.from} ${row!.until}`;
  }
}
