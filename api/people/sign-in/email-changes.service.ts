import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { writtenDuration } from '../../contract/common/grammar.js';
import { EMAIL_CHANGE_MAX_AGE_MS, EMAIL_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { MY_STORY_PATH, NEW_EMAIL_FRAGMENT } from '../../contract/stories/my-story.js';
import { linkExpired } from '../../platform/auth/mailed-link.js';
import { hashToken, newToken } from '../../platform/auth/opaque-token.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { composeMail, type Mail, TEAM } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { CorrectionsService } from '../participants/corrections.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { EmailNoticesRepository } from './email-notices.repository.js';
import { EmailNoticesWorker } from './email-notices.worker.js';
import { maskEmail } from '../participants/mask-email.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { SignInLinks } from './sign-in-links.service.js';

/** People move to another e-mail, once a link that is mailed there has been used. The old one is told. */
@Injectable()
export class EmailChanges {
  private readonly logger = new Logger('E-mail');

  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly corrections: CorrectionsService,
    private readonly changes: EmailChangesRepository,
    private readonly links: SignInLinks,
    private readonly notices: EmailNoticesRepository,
    private readonly noticeMails: EmailNoticesWorker,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Mails a link to the new address, and then a notice to the one of today. Whether the new one is somebody's is told nobody:
   * only its mail does.
   * @throws AppError 429 `too_many_mails`; 503 `mail_not_sent`; 422 `mail_refused`
   */
  async ask(person: SignedInParticipant, email: string): Promise<void> {
    const token = newToken();
    // Written down before: whatever becomes of this server, whoever reads the mail until now hears of it.
    const noticeId = await this.participants.inTransaction(async (transaction) => {
      const participant = await this.participants.lockAuthor(person, transaction);
      if (!participant) throw signedOut();
      const since = new Date(Date.now() - EMAIL_CHANGE_MAX_AGE_MS);
      if ((await this.changes.countSince(person.id, since, transaction)) >= EMAIL_CHANGES_PER_DAY) throw tooMany();
      await this.changes.insert(hashToken(token), { participantId: person.id, email }, transaction);
      const notice = { email: participant.email, maskedEmail: maskEmail(email) };
      return this.notices.insert(person.id, notice, true, transaction);
    });
    const url = `${this.config.publicUrl}${MY_STORY_PATH}${NEW_EMAIL_FRAGMENT}${token}`;
    try {
      await this.mailer.send(proofMail(email, url));
    } catch (error) {
      await Promise.all([this.changes.remove(hashToken(token)), this.notices.remove(noticeId)]);
      throw error;
    }
    if (this.config.smtpUrl === null) this.logger.warn(`No mail server is set. The link to the new e-mail is ${url}`);
    await this.notices.release(noticeId);
    this.noticeMails.sendSoon();
  }

  /**
   * From now on mails go to the new address, and nothing that was mailed to the old one signs in. Who is signed in stays so:
   * they have shown that they read both.
   * @param alsoWrite runs in the same transaction
   * @throws AppError 410 `link_expired`; 409 `email_taken`
   */
  async confirm(token: string, alsoWrite: (id: string, transaction: Transaction) => Promise<void>): Promise<void> {
    const tokenHash = hashToken(token);
    const change = await this.changes.find(tokenHash, new Date(Date.now() - EMAIL_CHANGE_MAX_AGE_MS));
    if (!change) throw linkExpired(EMAIL_CHANGE_MAX_AGE_MS);
    const { participantId, email } = change;
    await this.corrections.change(participantId, { email }, null, async ({ before, isMailboxChanged }, transaction) => {
      const ended = await this.changes.endAllOf(participantId, transaction);
      // It may have been ended since it was found.
      if (!ended.some((hash) => hash.equals(tokenHash))) throw linkExpired(EMAIL_CHANGE_MAX_AGE_MS);
      // Another spelling is read by whom the first was.
      if (isMailboxChanged) {
        await this.links.removeAllOf(participantId, transaction);
        await this.notices.insert(participantId, { email: before.email, maskedEmail: null }, false, transaction);
      }
      await alsoWrite(participantId, transaction);
    });
    await this.changes.remove(tokenHash);
    this.noticeMails.sendSoon();
  }

  /** They are kept for as long as they count against the limit. */
  @Cron(CronExpression.EVERY_HOUR)
  async sweepOld(): Promise<void> {
    await this.changes.removeMadeBefore(new Date(Date.now() - EMAIL_CHANGE_MAX_AGE_MS));
  }
}

function tooMany(): AppError {
  const message = 'We have mailed several links today already. Please look for them, also among the unwanted mail.';
  return new AppError(429, 'too_many_mails', message);
}

/** It carries nothing that another person may have typed. */
function proofMail(to: string, url: string): Mail {
  return composeMail(to, 'Is this your new e-mail?', [
    'Hello,',
    'Somebody wants to get our mails about their story at this address. If that is you, open this link and press the button.',
    { label: 'Use this e-mail', url },
    `The link works once, within ${writtenDuration(EMAIL_CHANGE_MAX_AGE_MS)}. If you did not ask for this, you need not do anything.`,
    TEAM,
  ]);
}
