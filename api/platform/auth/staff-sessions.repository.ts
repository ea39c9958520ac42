import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { STAFF_SESSION_ABSOLUTE_MS, STAFF_SESSION_IDLE_MS } from '../../contract/limits.js';
import { type SessionLifetime, StoredSessions } from './stored-sessions.js';
import { StaffSession } from './staff-session.entity.js';

const LIFETIME: SessionLifetime = { idleMs: STAFF_SESSION_IDLE_MS, absoluteMs: STAFF_SESSION_ABSOLUTE_MS };

@Injectable()
export class StaffSessionsRepository extends StoredSessions<StaffSession> {
  constructor(@InjectRepository(StaffSession) private readonly table: Repository<StaffSession>) {
    super(table, LIFETIME);
  }

  async start(tokenHash: Buffer, producerName: string | null): Promise<StaffSession> {
    const now = new Date();
    const session: StaffSession = { tokenHash, producerName, createdAt: now, lastSeenAt: now };
    await this.table.insert(session);
    return session;
  }
}
