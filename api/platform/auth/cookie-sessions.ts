import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Response } from 'express';
import { Cron, CronExpression } from '@nestjs/schedule';
import { hashToken, newToken } from './opaque-token.js';
import type { StoredSessions, TokenSession } from './stored-sessions.js';

export interface SessionCookieOptions {
  name: string;
  /** Where visitors reach the site; https ties the cookie to this very host and to encrypted requests. */
  publicUrl: string;
  sameSite: 'lax' | 'strict';
  maxAgeMs: number;
}

/** The one cookie that carries a session's token. Scripts of a page cannot read it. */
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(private readonly options: SessionCookieOptions) {
    this.isSecure = options.publicUrl.startsWith('https:');
    this.name = this.isSecure ? `__Host-${options.name}` : options.name;
  }

  read(request: IncomingMessage): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.name];
  }

  set(response: Response, token: string): void {
    this.append(response, token, this.options.maxAgeMs / 1000);
  }

  expire(response: Response): void {
    this.append(response, '', 0);
  }

  private append(response: Response, value: string, maxAge: number): void {
    const { isSecure: secure, name } = this;
    const { sameSite } = this.options;
    response.append(
      'Set-Cookie',
      stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, secure, sameSite }),
    );
  }
}

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

  /**
   * Gives this browser the token of a new session in place of one that it may have, whoever's that was. `store` writes the
   * session down; where it writes none, the browser has none any more.
   * @returns what `store` returned
   */
  async start<T>(request: IncomingMessage, response: Response, store: (tokenHash: Buffer) => Promise<T>): Promise<T> {
    const token = newToken();
    const stored = await store(this.hash(token));
    // First: what opened it may work once.
    this.cookie.set(response, token);
    await this.end(request);
    return stored;
  }

  /** The live session that the request carries, or null. Finding it counts as using it. */
  async findLive(request: IncomingMessage): Promise<Session | null> {
    const tokenHash = this.readHash(request);
    return tokenHash && this.stored.findLive(tokenHash);
  }

  /** Of the token that the request carries, whether a session has it or not. */
  protected readHash(request: IncomingMessage): Buffer | null {
    const token = this.cookie.read(request);
    return token ? this.hash(token) : null;
  }

  private async end(request: IncomingMessage): Promise<void> {
    const tokenHash = this.readHash(request);
    if (tokenHash) await this.stored.end(tokenHash);
  }

  private hash(token: string): Buffer {
    return hashToken(token, this.secret);
  }
}
