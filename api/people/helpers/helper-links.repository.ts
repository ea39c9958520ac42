import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Repository, type SelectQueryBuilder } from 'typeorm';
import { HELPER_LINK_MAX_AGE_MS } from '../../contract/limits.js';
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

  async start(tokenHash: Buffer, helperLinkId: string): Promise<void> {
    const now = new Date();
    await this.table.insert({ tokenHash, helperLinkId, createdAt: now, lastSeenAt: now });
  }

  /** It never lives longer than its link. */
  protected override onlyValid(inTime: SelectQueryBuilder<HelperSession>): SelectQueryBuilder<HelperSession> {
    return inTime.andWhere(
      `EXISTS (SELECT FROM helper_link l WHERE l.id = session.helperLinkId AND l.ended_at IS NULL AND l.ends_at > now())`,
    );
  }
}
