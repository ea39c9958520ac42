import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Repository, type SelectQueryBuilder } from 'typeorm';
import { HELPER_LINK_MAX_AGE_MS } from '../../contract/common/limits.js';
import { StoredSessions } from '../../platform/auth/stored-sessions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { HelperLink, HelperSession } from './helper-link.entity.js';

const live = () => ({ endedAt: IsNull(), endsAt: MoreThan(new Date()) });

@Injectable()
export class HelperLinksRepository {
  constructor(@InjectRepository(HelperLink) private readonly links: Repository<HelperLink>) {}

  /** Those that work, the newest first. */
  findLiveOf(participantId: string, transaction: Transaction = this.links.manager): Promise<HelperLink[]> {
    return transaction.find(HelperLink, {
      where: { participantId, ...live() },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  findLive(which: Pick<HelperLink, 'id'> | Pick<HelperLink, 'tokenHash'>): Promise<HelperLink | null> {
    return this.links.findOneBy({ ...which, ...live() });
  }

  async insert(link: HelperLink, transaction: Transaction): Promise<void> {
    await transaction.insert(HelperLink, link);
  }

  async setOpened(id: string): Promise<void> {
    await this.links.update({ id, openedAt: IsNull() }, { openedAt: new Date() });
  }

  /** Returns whether it worked until then. */
  async end(participantId: string, id: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.update(
      HelperLink,
      { id, participantId, ...live() },
      { endedAt: new Date() },
    );
    return affected === 1;
  }
}

@Injectable()
export class HelperSessionsRepository extends StoredSessions<HelperSession> {
  constructor(@InjectRepository(HelperSession) private readonly table: Repository<HelperSession>) {
    super(table, { idleMs: HELPER_LINK_MAX_AGE_MS, absoluteMs: HELPER_LINK_MAX_AGE_MS });
  }

  /** Whoever ends the link, or deletes its person, is waited for. @returns whether it works still */
  async start(tokenHash: Buffer, helperLinkId: string): Promise<boolean> {
    const started = await this.table.query<unknown[]>(
      `WITH link AS (SELECT id FROM helper_link WHERE id = $2 AND ended_at IS NULL AND ends_at > now() FOR SHARE)
       INSERT INTO helper_session (token_hash, helper_link_id, created_at, last_seen_at)
       SELECT $1, id, $3, $3 FROM link RETURNING 1`,
      [tokenHash, helperLinkId, new Date()],
    );
    return started.length > 0;
  }

  /** It never lives longer than its link. */
  protected override onlyValid(inTime: SelectQueryBuilder<HelperSession>): SelectQueryBuilder<HelperSession> {
    return inTime.andWhere(
      `EXISTS (SELECT FROM helper_link l WHERE l.id = session.helperLinkId AND l.ended_at IS NULL AND l.ends_at > now())`,
    );
  }
}
