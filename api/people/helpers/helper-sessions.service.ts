import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { HELPER_LINK_MAX_AGE_MS } from '../../contract/common/limits.js';
import { CookieSessions, SessionCookie } from '../../platform/auth/cookie-sessions.js';
import { hashToken } from '../../platform/auth/opaque-token.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { AppError } from '../../platform/http/app-error.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import type { HelperSession } from './helper-link.entity.js';
import { HelperLinksRepository, HelperSessionsRepository } from './helper-links.repository.js';

/** Whom somebody helps, and by which link. */
export type Helped = SignedInParticipant & { helperLinkId: string };

/** Which browser adds to whose story, by which link. It ends with the link. */
@Injectable()
export class HelperSessions extends CookieSessions<HelperSession> {
  constructor(
    { publicUrl }: AppConfig,
    private readonly sessions: HelperSessionsRepository,
    private readonly links: HelperLinksRepository,
  ) {
    const maxAgeMs = HELPER_LINK_MAX_AGE_MS;
    super(new SessionCookie({ name: 'helper_session', publicUrl, sameSite: 'lax', maxAgeMs }), sessions);
  }

  /** As often as the link works. @throws AppError 410 `link_expired` */
  async open(request: IncomingMessage, response: Response, token: string): Promise<SignedInParticipant> {
    const link = await this.links.findLive({ tokenHash: hashToken(token) });
    if (!link) throw linkEnded();
    await this.start(request, response, async (tokenHash) => {
      if (!(await this.sessions.start(tokenHash, link.id))) throw linkEnded();
    });
    await this.links.setOpened(link.id);
    return { id: link.participantId, isProven: link.isProven, helperLinkId: link.id };
  }

  /** Whom the request's browser helps; null when it helps nobody, or not any more. */
  async findHelped(request: IncomingMessage): Promise<Helped | null> {
    const session = await this.findLive(request);
    const link = session && (await this.links.findLive({ id: session.helperLinkId }));
    return link && { id: link.participantId, isProven: link.isProven, helperLinkId: link.id };
  }
}

function linkEnded(): AppError {
  return new AppError(410, 'link_expired', 'This link has ended. Please ask for a new one.');
}
