import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { type SessionLifetime, StoredSessions } from '../../platform/auth/stored-sessions.js';
import {
  DEVICE_TOKEN_MAX_AGE_MS,
  PARTICIPANT_SESSION_ABSOLUTE_MS,
  PARTICIPANT_SESSION_IDLE_MS,
} from '../../contract/common/limits.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { type BrowserToken, DeviceToken, ParticipantSession } from './browser-tokens.entity.js';
import { noteVisits } from './visits.js';

/** Tokens of one kind that tie browsers to people. */
abstract class BrowserTokensRepository<Token extends BrowserToken> extends StoredSessions<Token> {
  protected constructor(
    private readonly table: Repository<Token>,
    lifetime: SessionLifetime,
  ) {
    super(table, lifetime);
  }

  async start(
    tokenHash: Buffer,
    { id, isProven }: SignedInParticipant,
    browserId: string,
    transaction: Transaction = this.table.manager,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO ${this.table.metadata.tableName} (token_hash, participant_id, is_proven, browser_id, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $5)`,
      [tokenHash, id, isProven, browserId, new Date()],
    );
  }

  /** Those of a person that live, the one used last first. */
  findAllOf(participantId: string): Promise<Token[]> {
    return this.findLiveBy('session.participantId = :participantId', { participantId });
  }

  /** Ends what that browser has of the person; all browsers where none is named. `kept` goes on. Returns how many ended. */
  async endBrowsers(participantId: string, browserId: string | null, kept: string | null): Promise<number> {
    return this.remove(
      'participant_id = $1 AND ($2::uuid IS NULL OR browser_id = $2) AND browser_id IS DISTINCT FROM $3::uuid',
      [participantId, browserId, kept],
    );
  }

  /** How many there are of that person beside the given one. */
  async countOthers(participantId: string, tokenHash: Buffer | null, transaction: Transaction): Promise<number> {
    const [row] = await transaction.query<{ count: number }[]>(
      `SELECT count(*)::int FROM ${this.table.metadata.tableName} WHERE participant_id = $1 AND token_hash IS DISTINCT FROM $2`,
      [participantId, tokenHash],
    );
    return row!.count;
  }

  async removeAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.remove('participant_id = $1', [participantId], transaction);
  }

  /** That somebody was there stays known. Whoever is being deleted is waited for; their tokens go with them. */
  protected override async remove(
    which: string,
    values: unknown[],
    transaction: Transaction = this.table.manager,
  ): Promise<number> {
    const { tableName } = this.table.metadata;
    const [row] = await transaction.query<[{ removed: number }]>(
      `WITH people AS (
         SELECT id FROM participant WHERE id IN (SELECT participant_id FROM ${tableName} WHERE ${which})
         ORDER BY id FOR KEY SHARE),
       gone AS (
         DELETE FROM ${tableName} WHERE (${which}) AND participant_id IN (SELECT id FROM people)
         RETURNING participant_id, last_seen_at),
       visits AS (${noteVisits('SELECT participant_id, last_seen_at AS at FROM gone')})
       SELECT count(*)::int AS removed FROM gone`,
      values,
    );
    return row.removed;
  }

  /** Once an e-mail is proven, having registered it counts for nothing, also where the token was written just then. */
  protected override onlyValid(inTime: SelectQueryBuilder<Token>): SelectQueryBuilder<Token> {
    return inTime.andWhere(
      `(session.isProven OR EXISTS (
         SELECT FROM participant p WHERE p.id = session.participantId AND p.email_proven_at IS NULL))`,
    );
  }
}

@Injectable()
export class ParticipantSessionsRepository extends BrowserTokensRepository<ParticipantSession> {
  constructor(@InjectRepository(ParticipantSession) private readonly sessions: Repository<ParticipantSession>) {
    super(sessions, { idleMs: PARTICIPANT_SESSION_IDLE_MS, absoluteMs: PARTICIPANT_SESSION_ABSOLUTE_MS });
  }

  /**
   * For a browser that is known by a device token, as good as that and no better. Whoever ends that waits for this, or is
   * waited for, and ends sessions after it.
   * @returns false where nothing is known of it any more
   */
  async startKnown(tokenHash: Buffer, deviceHash: Buffer): Promise<boolean> {
    const started = await this.sessions.query<unknown[]>(
      `WITH people AS (
         SELECT id FROM participant WHERE id IN (SELECT participant_id FROM device_token WHERE token_hash = $2)
         FOR KEY SHARE),
       known AS (
         SELECT participant_id, is_proven, browser_id FROM device_token
         WHERE token_hash = $2 AND participant_id IN (SELECT id FROM people) FOR KEY SHARE)
       INSERT INTO participant_session (token_hash, participant_id, is_proven, browser_id, created_at, last_seen_at)
       SELECT $1, participant_id, is_proven, browser_id, $3, $3 FROM known RETURNING 1`,
      [tokenHash, deviceHash, new Date()],
    );
    return started.length > 0;
  }

  /** Whether the session with that token ended because its person was deleted. */
  async isOfDeleted(tokenHash: Buffer): Promise<boolean> {
    const rows = await this.sessions.query<unknown[]>('SELECT FROM deleted_session WHERE token_hash = $1', [tokenHash]);
    return rows.length > 0;
  }

  override async removeExpired(): Promise<void> {
    await super.removeExpired();
    const endedBefore = new Date(Date.now() - PARTICIPANT_SESSION_ABSOLUTE_MS);
    await this.sessions.query('DELETE FROM deleted_session WHERE deleted_at <= $1', [endedBefore]);
  }
}

@Injectable()
export class DeviceTokensRepository extends BrowserTokensRepository<DeviceToken> {
  constructor(@InjectRepository(DeviceToken) table: Repository<DeviceToken>) {
    super(table, { idleMs: DEVICE_TOKEN_MAX_AGE_MS, absoluteMs: DEVICE_TOKEN_MAX_AGE_MS });
  }
}
