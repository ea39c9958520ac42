import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { DEVICE_TOKEN_MAX_AGE_MS, PARTICIPANT_SESSION_ABSOLUTE_MS } from '../../contract/common/limits.js';
import { CookieSessions, SessionCookie } from '../../platform/auth/cookie-sessions.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { STORY_DELETED } from '../../contract/common/wordings.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import type { DeviceToken, ParticipantSession } from './browser-tokens.entity.js';
import { DeviceTokensRepository, ParticipantSessionsRepository } from './browser-tokens.repository.js';

/** Which participant is signed in, in which browser. */
@Injectable()
export class ParticipantSessions extends CookieSessions<ParticipantSession> {
  constructor(
    { publicUrl }: AppConfig,
    private readonly sessions: ParticipantSessionsRepository,
  ) {
    const maxAgeMs = PARTICIPANT_SESSION_ABSOLUTE_MS;
    super(new SessionCookie({ name: 'participant_session', publicUrl, sameSite: 'lax', maxAgeMs }), sessions);
  }

  /** The participant whose live session the request carries, or null. */
  async findPerson(request: IncomingMessage): Promise<SignedInParticipant | null> {
    const session = await this.findLive(request);
    return session && { id: session.participantId, isProven: session.isProven };
  }

  /** What a request without a live session is refused with: its person may be deleted, or only signed out. */
  async findRefusal(request: IncomingMessage): Promise<AppError> {
    const tokenHash = this.readHash(request);
    const isDeleted = tokenHash !== null && (await this.sessions.isOfDeleted(tokenHash));
    return isDeleted ? new AppError(401, 'story_deleted', STORY_DELETED) : signedOut();
  }

  /** The id of the participant whose live session the request carries, or null. */
  async findByRequest(request: IncomingMessage): Promise<string | null> {
    const person = await this.findPerson(request);
    return person?.id ?? null;
  }
}

/** Which browser is known to be whose, also while nobody is signed in there. It opens nothing by itself. */
@Injectable()
export class DeviceTokens extends CookieSessions<DeviceToken> {
  constructor({ publicUrl }: AppConfig, devices: DeviceTokensRepository) {
    const maxAgeMs = DEVICE_TOKEN_MAX_AGE_MS;
    super(new SessionCookie({ name: 'participant_device', publicUrl, sameSite: 'lax', maxAgeMs }), devices);
  }
}
