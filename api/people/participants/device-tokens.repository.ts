import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../../contract/limits.js';
import type { SessionLifetime } from '../../platform/auth/stored-sessions.js';
import { BrowserTokensRepository } from './browser-tokens.repository.js';
import { DeviceToken } from './device-token.entity.js';

const LIFETIME: SessionLifetime = { idleMs: DEVICE_TOKEN_MAX_AGE_MS, absoluteMs: DEVICE_TOKEN_MAX_AGE_MS };

@Injectable()
export class DeviceTokensRepository extends BrowserTokensRepository<DeviceToken> {
  constructor(@InjectRepository(DeviceToken) table: Repository<DeviceToken>) {
    super(table, LIFETIME);
  }
}
