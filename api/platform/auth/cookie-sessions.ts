import type { IncomingMessage } from 'node:http';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { Response } from 'express';
import { hashToken, newToken } from './opaque-token.js';
import type { SessionCookie } from './session-cookie.js';
import type { TokenSession } from './token-session.entity.js';
import type { StoredSessions } from './stored-sessions.js';

/** Sessions of one kind, each known to one browser by a cookie. */
export abstract class CookieSessions<Session extends TokenSession> {
  protected constructor(
    private readonly cookie: SessionCookie,
    private readonly stored: StoredSessions<Session>,
    /** A secret that voids every session when it changes. */
    private readonly secret?: string,
  ) {}

  /** Ends the session in this browser; without one it only makes sure of it. Other cookies stay. */
  async close(request: IncomingMessage, response: Response): Promise<void> {
    await this.end(request);
    this.cookie.expire(response);
  }

  @Cron(CronExpression.EVERY_HOUR)
  async sweepExpired(): Promise<void> {
    await this.stored.removeExpired();
  }

  /** Gives this browser a new session in place of one that it may have; `store` writes it down. */
  protected async start<T>(
    request: IncomingMessage,
    response: Response,
    store: (tokenHash: Buffer) => Promise<T>,
  ): Promise<T> {
    const token = newToken();
    const stored = await store(this.hash(token));
    await this.end(request);
    this.cookie.set(response, token);
    return stored;
  }

  /** The live session that the request carries, or null. Finding it counts as using it. */
  protected async findLive(request: IncomingMessage): Promise<Session | null> {
    const token = this.cookie.read(request);
    return token ? this.stored.findLive(this.hash(token)) : null;
  }

  private async end(request: IncomingMessage): Promise<void> {
    const token = this.cookie.read(request);
    if (token) await this.stored.end(this.hash(token));
  }

  private hash(token: string): Buffer {
    return hashToken(token, this.secret);
  }
}
