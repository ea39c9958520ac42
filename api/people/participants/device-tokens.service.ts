import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../../platform/config/app-config.js';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../../contract/limits.js';
import { CookieSessions } from '../../platform/auth/cookie-sessions.js';
import { SessionCookie } from '../../platform/auth/session-cookie.js';
import type { DeviceToken } from './device-token.entity.js';
import { DeviceTokensRepository } from './device-tokens.repository.js';

/** Which browser is known to be whose, also while nobody is signed in there. It opens nothing by itself. */
@Injectable()
export class DeviceTokens extends CookieSessions<DeviceToken> {
  constructor({ publicUrl }: AppConfig, devices: DeviceTokensRepository) {
    const maxAgeMs = DEVICE_TOKEN_MAX_AGE_MS;
    super(new SessionCookie({ name: 'participant_device', publicUrl, sameSite: 'lax', maxAgeMs }), devices);
  }

  /**
   * Knows this browser by a new token, and no longer as somebody else's.
   * @param store writes it down
   */
  async remember(
    request: IncomingMessage,
    response: Response,
    store: (tokenHash: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.start(request, response, store);
  }

  /** By which live token this browser is known, null when it is not. */
  findByRequest(request: IncomingMessage): Promise<DeviceToken | null> {
    return this.findLive(request);
  }
}
