import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../config/app-config.js';
import { DEVICE_TOKEN_MAX_AGE_MS } from '../contract/limits.js';
import { CookieSessions } from '../token-sessions/cookie-sessions.js';
import { SessionCookie } from '../token-sessions/session-cookie.js';
import type { DeviceToken } from './device-token.entity.js';
import { DeviceTokensRepository } from './device-tokens.repository.js';

/** Which browser is known to be whose, also while nobody is signed in there. It opens nothing by itself. */
@Injectable()
export class DeviceTokens extends CookieSessions<DeviceToken> {
  constructor(
    { publicUrl }: AppConfig,
    private readonly devices: DeviceTokensRepository,
  ) {
    const maxAgeMs = DEVICE_TOKEN_MAX_AGE_MS;
    super(new SessionCookie({ name: 'participant_device', publicUrl, sameSite: 'lax', maxAgeMs }), devices);
  }

  /** Knows this browser as that person's, and no longer as somebody else's. */
  async remember(request: IncomingMessage, response: Response, participantId: string): Promise<void> {
    await this.start(request, response, (tokenHash) => this.devices.start(tokenHash, participantId));
  }

  /** Whose browser the request comes from, null when it is not known. */
  async findByRequest(request: IncomingMessage): Promise<string | null> {
    const device = await this.findLive(request);
    return device?.participantId ?? null;
  }
}
