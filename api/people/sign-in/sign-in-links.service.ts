import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { writtenDuration } from '../../contract/common/grammar.js';
import { SIGN_IN_LINK_MAX_AGE_MS, SIGN_IN_MAIL_WINDOW_MS } from '../../contract/common/limits.js';
import { SIGN_IN_FRAGMENT } from '../../contract/people/sign-in.js';
import { AppError } from '../../platform/http/app-error.js';
import { writtenWait } from '../../platform/http/written-wait.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { LINK_NOT_ASKED_FOR, linkExpired } from '../../platform/auth/mailed-link.js';
import { hashToken, newToken } from '../../platform/auth/opaque-token.js';
import { composeMail, type Mail, TEAM } from '../../platform/mail/mail.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { waitForSignInMail } from './sign-in-mail-limit.js';
import type { LinkAim, SignInLink } from './sign-in-link.entity.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';
import { UNKNOWN_EMAIL } from '../../contract/common/wordings.js';

/** Mailed links, each of which shows once that whoever opens it reads that person's mail. */
@Injectable()
export class SignInLinks {
  private readonly logger = new Logger('Sign-in');

  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly links: SignInLinksRepository,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Mails a new link. Returns once the mail is handed over.
   * @throws AppError 404 `unknown_email` when it is not theirs any more; 429 `too_many_mails`; 503 `mail_not_sent` or 422 `mail_refused`,
   *   which do not count
   */
  async mail({ id, email }: { id: string; email: string }, aim: LinkAim): Promise<void> {
    const token = newToken();
    const tokenHash = hashToken(token);
    await this.store({ id, email }, tokenHash, aim);
    const url = `${this.config.publicUrl}/${SIGN_IN_FRAGMENT}${token}`;
    try {
      await this.mailer.send(signInMail(email, url, aim));
    } catch (error) {
      await this.links.remove(tokenHash);
      throw error;
    }
    // Only a developer's machine is without a mail server.
    if (this.config.smtpUrl === null) this.logger.warn(`No mail server is set. The sign-in link is ${url}`);
  }

  /**
   * A link that still works; it goes on working.
   * @throws AppError 410 `link_expired`
   */
  async get(token: string): Promise<SignInLink> {
    const link = await this.links.findUsable(hashToken(token), oldestUsable());
    if (!link) throw linkExpired(SIGN_IN_LINK_MAX_AGE_MS);
    return link;
  }

  /**
   * Uses a link up, together with what `sign` writes for whoever it is.
   * @throws AppError 410 `link_expired`
   */
  async use(token: string, sign: (participantId: string, transaction: Transaction) => Promise<void>): Promise<void> {
    const { participantId: owner } = await this.get(token);
    await this.links.inTransaction(async (transaction) => {
      // Before the link: whoever uses another one of the same person waits here, and not with that link in hand.
      await this.participants.lock(owner, transaction);
      if (!(await this.links.use(hashToken(token), transaction))) throw linkExpired(SIGN_IN_LINK_MAX_AGE_MS);
      await sign(owner, transaction);
    });
  }

  /** Within a transaction: no link of that person works any more. They go on counting against the limit. */
  endAllOf(participantId: string, transaction: Transaction): Promise<void> {
    return this.links.useAllOf(participantId, transaction);
  }

  /** Within a transaction: as if none had ever been mailed. */
  removeAllOf(participantId: string, transaction: Transaction): Promise<void> {
    return this.links.removeAllOf(participantId, transaction);
  }

  /** Links are kept as long as they count against the limit. */
  @Cron(CronExpression.EVERY_HOUR)
  async sweepOld(): Promise<void> {
    await this.links.removeMadeBefore(new Date(Date.now() - SIGN_IN_MAIL_WINDOW_MS));
  }

  /** Two requests at once for one person come one after the other, so that the limit holds. */
  private store(
    { id: participantId, email }: { id: string; email: string },
    tokenHash: Buffer,
    aim: LinkAim,
  ): Promise<void> {
    return this.links.inTransaction(async (transaction) => {
      await this.participants.lock(participantId, transaction);
      // Staff may have corrected it meanwhile: who reads the mail of the old one is not let in.
      if ((await this.links.findEmail(participantId, transaction)) !== email) throw unknownEmail();
      const now = new Date();
      const windowStart = new Date(now.getTime() - SIGN_IN_MAIL_WINDOW_MS);
      const sentAt = await this.links.findTimesSince(participantId, windowStart, transaction);
      const waitMs = waitForSignInMail(sentAt, now);
      if (waitMs > 0) throw tooManyMails(Math.ceil(waitMs / 1000));
      await this.links.insert({ tokenHash, participantId, aim, createdAt: now, usedAt: null }, transaction);
    });
  }
}

function oldestUsable(): Date {
  return new Date(Date.now() - SIGN_IN_LINK_MAX_AGE_MS);
}

function unknownEmail(): AppError {
  return new AppError(404, 'unknown_email', UNKNOWN_EMAIL);
}

function tooManyMails(waitSeconds: number): AppError {
  const message = `We have sent you a link already; please look for it in your mail, also among the unwanted. You can ask for another one in ${writtenWait(waitSeconds)}.`;
  return new AppError(429, 'too_many_mails', message, waitSeconds);
}

const MAILS: Record<LinkAim, { subject: string; does: string; label: string; whenever: string }> = {
  interview: {
    subject: 'Continue your story',
    does: 'With this link you can go on with your story.',
    label: 'Continue my story',
    whenever: 'Take as many breaks as you need.',
  },
  'my-story': {
    subject: 'Your story',
    does: 'With this link you come to “My story”. There you can see what we have of you, hide it or take it back.',
    label: 'My story',
    whenever: 'There is no hurry.',
  },
};

/** The mail with a sign-in link. It carries nothing that another person may have typed, such as a name. */
function signInMail(email: string, url: string, aim: LinkAim): Mail {
  const { subject, does, label, whenever } = MAILS[aim];
  return composeMail(email, subject, [
    'Hello,',
    `${does} It opens a page with a button. Press it, and you are signed in.`,
    { label, url },
    `The link works once, within ${writtenDuration(SIGN_IN_LINK_MAX_AGE_MS)}. You can ask for a new one. ${whenever}`,
    LINK_NOT_ASKED_FOR,
    TEAM,
  ]);
}
