import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { STAFF_BROWSER_KNOWN_MS } from '../../contract/limits.js';
import { type SessionLifetime, StoredSessions } from './stored-sessions.js';
import { StaffBrowser } from './staff-browser.entity.js';

const LIFETIME: SessionLifetime = { idleMs: STAFF_BROWSER_KNOWN_MS, absoluteMs: STAFF_BROWSER_KNOWN_MS };

@Injectable()
export class StaffBrowsersRepository extends StoredSessions<StaffBrowser> {
  constructor(@InjectRepository(StaffBrowser) private readonly table: Repository<StaffBrowser>) {
    super(table, LIFETIME);
  }

  async start(tokenHash: Buffer): Promise<void> {
    const now = new Date();
    await this.table.insert({ tokenHash, createdAt: now, lastSeenAt: now });
  }
}
