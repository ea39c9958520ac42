import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { STAFF_BROWSER_KNOWN_MS, STAFF_SESSION_ABSOLUTE_MS, STAFF_SESSION_IDLE_MS } from '../../contract/limits.js';
import { StoredSessions } from './stored-sessions.js';
import { StaffBrowser, StaffSession } from './staff-sessions.entity.js';

@Injectable()
export class StaffSessionsRepository extends StoredSessions<StaffSession> {
  constructor(@InjectRepository(StaffSession) private readonly table: Repository<StaffSession>) {
    super(table, { idleMs: STAFF_SESSION_IDLE_MS, absoluteMs: STAFF_SESSION_ABSOLUTE_MS });
  }

  async start(tokenHash: Buffer, producerName: string | null): Promise<StaffSession> {
    const now = new Date();
    const session: StaffSession = { tokenHash, producerName, createdAt: now, lastSeenAt: now };
    await this.table.insert(session);
    return session;
  }
}

@Injectable()
export class StaffBrowsersRepository extends StoredSessions<StaffBrowser> {
  constructor(@InjectRepository(StaffBrowser) private readonly table: Repository<StaffBrowser>) {
    super(table, { idleMs: STAFF_BROWSER_KNOWN_MS, absoluteMs: STAFF_BROWSER_KNOWN_MS });
  }

  async start(tokenHash: Buffer): Promise<void> {
    const now = new Date();
    await this.table.insert({ tokenHash, createdAt: now, lastSeenAt: now });
  }
}
