import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AuditService } from '../audit/audit.service.js';
import { AppConfig } from '../config/app-config.js';
import { type AuditAction, THE_GATE } from '../../contract/staff/audit.js';
import { STAFF_BROWSER_KNOWN_MS, STAFF_SESSION_ABSOLUTE_MS } from '../../contract/common/limits.js';
import type { StaffSession as StaffSessionAnswer } from '../../contract/staff/staff.js';
import type { Transaction } from '../database/transaction.js';
import { signedOut } from '../http/app-error.js';
import { setCurrentProducer } from '../http/current-producer.js';
import { CookieSessions, SessionCookie } from './cookie-sessions.js';
import type { StaffAccount } from './staff-accounts.entity.js';
import type { StaffBrowser, StaffSession } from './staff-sessions.entity.js';
import { type AccountSession, StaffBrowsersRepository, StaffSessionsRepository } from './staff-sessions.repository.js';

/**
 * Browsers that showed the staff password, or where producers have accounts, that one is signed in. Changing the password ends
 * every session that the old one opened; with an account all go that it opened.
 */
@Injectable()
export class StaffSessions extends CookieSessions<StaffSession> {
  constructor(
    config: AppConfig,
    private readonly sessions: StaffSessionsRepository,
    private readonly audit: AuditService,
  ) {
    const { publicUrl } = config;
    const maxAgeMs = STAFF_SESSION_ABSOLUTE_MS;
    const cookie = new SessionCookie({ name: 'staff_session', publicUrl, sameSite: 'strict', maxAgeMs });
    super(cookie, sessions, secretOf(config));
  }

  open(request: IncomingMessage, response: Response, name: string | null): Promise<StaffSessionAnswer> {
    return this.start(request, response, (tokenHash) =>
      this.sessions.inTransaction((transaction) => this.store(tokenHash, { id: null, name }, 'signed_in', transaction)),
    );
  }

  /** Within the transaction in which that producer has shown who they are: what `start` stores of their session. */
  async store(
    tokenHash: Buffer,
    { id, name }: Pick<StaffAccount, 'id' | 'name'> | { id: null; name: string | null },
    by: AuditAction,
    transaction: Transaction,
  ): Promise<StaffSessionAnswer> {
    const session = await this.sessions.start(tokenHash, { producerName: name, accountId: id }, transaction);
    setCurrentProducer(name);
    await this.audit.record(by, THE_GATE, transaction);
    return this.toAnswer(session);
  }

  /**
   * The session of an account that the request carries.
   * @throws AppError 401 `signed_out`
   */
  async getOwn(request: IncomingMessage): Promise<AccountSession> {
    const session = await this.findLive(request);
    if (!session?.accountId) throw signedOut();
    return { accountId: session.accountId, tokenHash: session.tokenHash };
  }

  /** Whose account opened the session that the request carries. @throws AppError 401 `signed_out` */
  async getAccountId(request: IncomingMessage): Promise<string> {
    return (await this.getOwn(request)).accountId;
  }

  /** The live session that the request carries, or null. */
  async findByRequest(request: IncomingMessage): Promise<StaffSessionAnswer | null> {
    const session = await this.findLive(request);
    return session && this.toAnswer(session);
  }

  override async close(request: IncomingMessage, response: Response): Promise<void> {
    await super.close(request, response);
    await this.audit.record('signed_out', THE_GATE);
  }

  private toAnswer(session: StaffSession): StaffSessionAnswer {
    const end = this.sessions.endOf(session);
    return {
      expiresAt: end.toISOString(),
      expiresInSeconds: Math.max(0, Math.floor((end.getTime() - Date.now()) / 1000)),
      name: session.producerName,
    };
  }
}

/**
 * Browsers in which staff signed in with the present password, or by an account that is still there. They are asked for it like any other; only their wrong
 * tries are counted by themselves. Whoever knew an earlier password has no more guesses than a stranger.
 */
@Injectable()
export class StaffBrowsers extends CookieSessions<StaffBrowser> {
  constructor(
    config: AppConfig,
    private readonly browsers: StaffBrowsersRepository,
  ) {
    const { publicUrl } = config;
    const maxAgeMs = STAFF_BROWSER_KNOWN_MS;
    const cookie = new SessionCookie({ name: 'staff_browser', publicUrl, sameSite: 'strict', maxAgeMs });
    super(cookie, browsers, secretOf(config));
  }

  async remember(request: IncomingMessage, response: Response): Promise<void> {
    await this.start(request, response, (tokenHash) => this.browsers.start(tokenHash, null));
  }

  /** As for a session. */
  store(tokenHash: Buffer, accountId: string, transaction: Transaction): Promise<void> {
    return this.browsers.start(tokenHash, accountId, transaction);
  }

  /** What tells this browser from others; null when staff never signed in there. */
  async find(request: IncomingMessage): Promise<string | null> {
    const browser = await this.findLive(request);
    return browser && `browser ${browser.tokenHash.toString('base64url')}`;
  }
}

/** With accounts the password has nothing to do with who is signed in. */
function secretOf({ staffAccounts, staffPassword }: AppConfig): string | undefined {
  return staffAccounts ? undefined : (staffPassword ?? undefined);
}
