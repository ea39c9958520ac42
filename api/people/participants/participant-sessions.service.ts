import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AppConfig } from '../../platform/config/app-config.js';
import { PARTICIPANT_SESSION_ABSOLUTE_MS } from '../../contract/limits.js';
import type { SignedInParticipant } from './signed-in-participant.js';
import { CookieSessions } from '../../platform/auth/cookie-sessions.js';
import { SessionCookie } from '../../platform/auth/session-cookie.js';
import type { ParticipantSession } from './participant-session.entity.js';
import { ParticipantSessionsRepository } from './participant-sessions.repository.js';

/** Which participant is signed in, in which browser. */
@Injectable()
export class ParticipantSessions extends CookieSessions<ParticipantSession> {
  constructor({ publicUrl }: AppConfig, sessions: ParticipantSessionsRepository) {
    const maxAgeMs = PARTICIPANT_SESSION_ABSOLUTE_MS;
    super(new SessionCookie({ name: 'participant_session', publicUrl, sameSite: 'lax', maxAgeMs }), sessions);
  }

  /**
   * Signs this browser in by a new session, whoever was signed in before.
   * @param store writes it down
   */
  async open(request: IncomingMessage, response: Response, store: (tokenHash: Buffer) => Promise<void>): Promise<void> {
    await this.start(request, response, store);
  }

  /** The participant whose live session the request carries, or null. */
  async findPerson(request: IncomingMessage): Promise<SignedInParticipant | null> {
    const session = await this.findLive(request);
    return session && { id: session.participantId, isProven: session.isProven };
  }

  /** The id of the participant whose live session the request carries, or null. */
  async findByRequest(request: IncomingMessage): Promise<string | null> {
    const person = await this.findPerson(request);
    return person?.id ?? null;
  }
}
