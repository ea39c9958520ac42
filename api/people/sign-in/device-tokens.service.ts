import { Injectable } from '@nestjs/common';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../../contract/limits.js';
import { CookieSessions, SessionCookie } from '../../platform/auth/cookie-sessions.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { DeviceToken } from './browser-tokens.entity.js';
import { DeviceTokensRepository } from './browser-tokens.repository.js';

/** Which browser is known to be whose, also while nobody is signed in there. It opens nothing by itself. */
@Injectable()
export class DeviceTokens extends CookieSessions<DeviceToken> {
  constructor({ publicUrl }: AppConfig, devices: DeviceTokensRepository) {
    const maxAgeMs = DEVICE_TOKEN_MAX_AGE_MS;
    super(new SessionCookie({ name: 'participant_device', publicUrl, sameSite: 'lax', maxAgeMs }), devices);
  }
}
