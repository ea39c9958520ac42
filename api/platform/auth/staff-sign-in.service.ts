import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { Request, Response } from 'express';
import type { AuditAction } from '../../contract/staff/audit.js';
import { writtenDuration } from '../../contract/common/grammar.js';
import {
  SIGN_IN_MAIL_WINDOW_MS,
  SIGN_IN_MAILS_MAX,
  STAFF_LINK_MAX_AGE_MS,
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_OF_ALL,
  STAFF_WRONG_TRIES_WINDOW_MS,
} from '../../contract/common/limits.js';
import {
  STAFF_LINK_FRAGMENT,
  STAFF_LINK_PATH,
  type StaffLinkRequest,
  type StaffLinkSent,
  type StaffLinkSession,
  type StaffPageName,
  type StaffSession,
} from '../../contract/staff/staff.js';
import { PASSKEY_REFUSED, STAFF_LINK_SENT } from '../../contract/common/wordings.js';
import { AuditService } from '../audit/audit.service.js';
import { AppConfig } from '../config/app-config.js';
import type { Transaction } from '../database/transaction.js';
import { AppError } from '../http/app-error.js';
import { clientAddress } from '../http/client-address.js';
import { isLoopback } from '../http/loopback.js';
import { writtenWait } from '../http/written-wait.js';
import { emailKey } from '../../contract/people/email-key.js';
import { composeMail, type Mail, TEAM } from '../mail/mail.js';
import { LaterMails } from '../mail/later-mails.js';
import { type RateLimit, RateLimits } from '../rate-limits/rate-limits.service.js';
import { LINK_NOT_ASKED_FOR, linkExpired } from './mailed-link.js';
import { hashToken, newToken } from './opaque-token.js';
import { Passkeys, type Proof } from './passkeys.service.js';
import type { StaffAccount } from './staff-accounts.entity.js';
import { StaffAccountsRepository } from './staff-accounts.repository.js';
import { StaffBrowsers, StaffSessions } from './staff-sessions.service.js';

/** How producers with accounts sign in: by a mailed link, or a passkey. */
@Injectable()
export class StaffSignIn {
  private readonly logger = new Logger('Staff gate');

  constructor(
    private readonly config: AppConfig,
    private readonly accounts: StaffAccountsRepository,
    private readonly passkeys: Passkeys,
    private readonly sessions: StaffSessions,
    private readonly browsers: StaffBrowsers,
    private readonly rateLimits: RateLimits,
    private readonly audit: AuditService,
    private readonly mails: LaterMails,
  ) {}

  /**
   * Mails a link to whoever has that e-mail. What is returned, and when, tells nobody whether there is such a producer: they
   * are looked for after it.
   * @throws AppError 429 `too_many_mails`
   */
  async askForLink({ email, page }: StaffLinkRequest, request: Request): Promise<StaffLinkSent> {
    const address = emailKey(email);
    const { waitSeconds } = await this.rateLimits.take(await this.limitsOf(address, request));
    if (waitSeconds > 0) throw tooManyMails(waitSeconds);
    this.mails.send(() => this.writeLinkMail(address, page));
    return { message: STAFF_LINK_SENT };
  }

  /**
   * For the operator, where no mail arrives or too many were asked for.
   * @returns a link that signs that producer in; null where there is none with that e-mail
   */
  async makeLink(email: string): Promise<string | null> {
    const account = await this.accounts.findByEmailKey(emailKey(email));
    if (!account) return null;
    const url = await this.storeLink(account, 'admin');
    await this.audit.record('producer_link_made', { type: 'producer', id: account.id });
    return url;
  }

  /** @throws AppError 410 `link_expired` */
  async useLink(token: string, request: IncomingMessage, response: Response): Promise<StaffLinkSession> {
    const tokenHash = hashToken(token);
    const link = await this.accounts.findLink(tokenHash, oldestUsable());
    if (!link) throw linkExpired(STAFF_LINK_MAX_AGE_MS);
    const use = (transaction: Transaction) => this.accounts.useLink(tokenHash, transaction);
    const session = await this.open(request, response, { accountId: link.accountId, by: 'signed_in_by_link', use });
    if (!session) throw linkExpired(STAFF_LINK_MAX_AGE_MS);
    return { ...session, page: link.page };
  }

  /** @throws AppError 401 `passkey_refused` */
  async usePasskey(answer: object, request: IncomingMessage, response: Response): Promise<StaffSession> {
    const signed = await this.passkeys.verify(answer);
    const session = signed && (await this.open(request, response, { by: 'signed_in_by_passkey', ...signed }));
    if (!session) throw new AppError(401, 'passkey_refused', PASSKEY_REFUSED);
    return session;
  }

  @Cron(CronExpression.EVERY_HOUR)
  async sweepOld(): Promise<void> {
    await this.accounts.removeLinksMadeBefore(oldestUsable());
  }

  /**
   * A browser in which a producer has signed in counts by itself, as far as it asks for their mail: nobody else's asking
   * keeps them out. All others count by the mailbox, which nobody is to flood, and together.
   */
  private async limitsOf(email: string, request: Request): Promise<RateLimit[]> {
    // Outside production this machine itself is not limited.
    if (!this.config.isProduction && isLoopback(clientAddress(request))) return [];
    const browser = await this.browsers.findLive(request);
    const known = browser?.accountId ? await this.accounts.findById(browser.accountId) : null;
    const ofGate = { windowMs: STAFF_WRONG_TRIES_WINDOW_MS };
    if (browser && known?.email === email) {
      const subject = `staff link ${browser.tokenHash.toString('base64url')}`;
      return [{ subject, limit: STAFF_WRONG_TRIES, ...ofGate }];
    }
    return [
      { subject: `staff link ${email}`, limit: SIGN_IN_MAILS_MAX, windowMs: SIGN_IN_MAIL_WINDOW_MS },
      { subject: 'staff link', limit: STAFF_WRONG_TRIES_OF_ALL, ...ofGate },
    ];
  }

  private async writeLinkMail(email: string, page: StaffPageName): Promise<Mail | null> {
    const account = await this.accounts.findByEmailKey(email);
    if (!account) return null;
    const url = await this.storeLink(account, page);
    // Only a developer's machine is without a mail server.
    if (this.config.smtpUrl === null) this.logger.warn(`No mail server is set. The link of a producer is ${url}`);
    return linkMail(account.email, url);
  }

  private async storeLink({ id }: StaffAccount, page: StaffPageName): Promise<string> {
    const token = newToken();
    await this.accounts.insertLink({ tokenHash: hashToken(token), accountId: id, page, createdAt: new Date() });
    return `${this.config.publicUrl}${STAFF_LINK_PATH}${STAFF_LINK_FRAGMENT}${token}`;
  }

  /** @returns null where the account is gone, or `use` finds that somebody was faster */
  private async open(
    request: IncomingMessage,
    response: Response,
    { accountId, by, use }: Proof & { by: AuditAction },
  ): Promise<StaffSession | null> {
    try {
      return await this.sessions.start(request, response, (sessionHash) =>
        this.browsers.start(request, response, (browserHash) =>
          this.accounts.inTransaction(async (transaction) => {
            const account = await this.accounts.lock(accountId, transaction);
            if (!account || !(await use(transaction))) throw new NotOpened();
            await this.accounts.setSignedIn(accountId, new Date(), transaction);
            await this.browsers.store(browserHash, accountId, transaction);
            return this.sessions.store(sessionHash, account, by, transaction);
          }),
        ),
      );
    } catch (error) {
      if (error instanceof NotOpened) return null;
      throw error;
    }
  }
}

class NotOpened extends Error {}

function oldestUsable(): Date {
  return new Date(Date.now() - STAFF_LINK_MAX_AGE_MS);
}

function tooManyMails(waitSeconds: number): AppError {
  const message = `Links were asked for too often. Please try again in ${writtenWait(waitSeconds)}.`;
  return new AppError(429, 'too_many_mails', message, waitSeconds);
}

function linkMail(to: string, url: string): Mail {
  return composeMail(to, 'Sign in', [
    'Hello,',
    'With this link you sign in to the pages of the production team. It opens a page with a button. Press it, and you are signed in.',
    { label: 'Sign in', url },
    `The link works once, within ${writtenDuration(STAFF_LINK_MAX_AGE_MS)}. You can ask for a new one.`,
    LINK_NOT_ASKED_FOR,
    TEAM,
  ]);
}
