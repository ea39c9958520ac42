import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../contract/limits.js';
import { type SessionLifetime, StoredSessions } from '../token-sessions/stored-sessions.js';
import { DeviceToken } from './device-token.entity.js';

const LIFETIME: SessionLifetime = { idleMs: DEVICE_TOKEN_MAX_AGE_MS, absoluteMs: DEVICE_TOKEN_MAX_AGE_MS };

@Injectable()
export class DeviceTokensRepository extends StoredSessions<DeviceToken> {
  constructor(@InjectRepository(DeviceToken) private readonly table: Repository<DeviceToken>) {
    super(table, LIFETIME);
  }

  async start(tokenHash: Buffer, participantId: string): Promise<void> {
    const now = new Date();
    await this.table.insert({ tokenHash, participantId, createdAt: now, lastSeenAt: now });
  }
}
