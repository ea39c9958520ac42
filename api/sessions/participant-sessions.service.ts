import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../config/app-config.js';
import { PARTICIPANT_SESSION_ABSOLUTE_MS } from '../contract/limits.js';
import { CookieSessions } from '../token-sessions/cookie-sessions.js';
import { SessionCookie } from '../token-sessions/session-cookie.js';
import type { ParticipantSession } from './participant-session.entity.js';
import { ParticipantSessionsRepository } from './participant-sessions.repository.js';

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

  /** Signs this browser in as that person, whoever was signed in before. */
  async open(request: IncomingMessage, response: Response, participantId: string): Promise<void> {
    await this.start(request, response, (tokenHash) => this.sessions.start(tokenHash, participantId));
  }

  /** The id of the participant whose live session the request carries, or null. */
  async findByRequest(request: IncomingMessage): Promise<string | null> {
    const session = await this.findLive(request);
    return session?.participantId ?? null;
  }
}
