import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { NodemailerError } from 'nodemailer';
import { AppConfig } from '../config/app-config.js';
import { OUTBOX_MAX_AGE_MS } from '../../contract/common/limits.js';
import { AppError } from '../http/app-error.js';
import { MailDelivery } from './mail-delivery.js';
import type { Mail } from './mail.js';
import { mailbox } from '../../contract/people/mailbox.js';

/** Tells other machines that nobody waits for an answer (RFC 3834), so that absence notes stay away. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const SWEEP_INTERVAL_MS = 60 * 60_000;

/** Of an enhanced status (RFC 3463), what says that nobody has the address, or that it takes nothing. */
const NOBODYS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const STATUS = /(?<![\d.])[45](\.\d{1,3}){2}(?!\.?\d)/;
/** What says that it is not the address; "relay recipients" are those that a mail server knows. */
const OF_SENDER = /sender|relay(?! recipient)|\b(black|block)/i;
/** Of 5.4.1, which some say of an address that nobody has. */
const OF_RECIPIENT = /recipient address rejected/i;
/** Addresses and hosts, which may be called anything. */
const NAMES = /<[^>]*>|\S+(@|\.[a-z])\S*/gi;

/** Nobody has that address, says the mail server, or it takes nothing for it. */
export class MailRefused extends AppError {
  constructor() {
    super(422, 'mail_refused', 'The mail server refuses mails to this address. Please check how it is written.');
  }
}

/** Sends mails to people. Where they are only written down, they are removed after a while. */
@Injectable()
export class Mailer implements OnApplicationBootstrap {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly config: AppConfig,
    private readonly delivery: MailDelivery,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  @Interval(SWEEP_INTERVAL_MS)
  async sweep(): Promise<void> {
    try {
      await this.delivery.remove({ before: new Date(Date.now() - OUTBOX_MAX_AGE_MS) });
    } catch (error) {
      this.logger.error(error);
    }
  }

  /** Nothing that was written to these addresses stays here. */
  forget(isTheirs: (address: string) => boolean): Promise<void> {
    return this.delivery.remove({ isTheirs });
  }

  /** @throws AppError 503 `mail_not_sent` when the mail could not be handed over; 422 `mail_refused` where it never can */
  async send({ to, subject, text, html, id, attachments }: Mail): Promise<void> {
    try {
      await this.delivery.deliver({
        from: this.config.mailFrom,
        // As an address in parts it is one address, whatever it contains; its domain is left to nobody else to read.
        to: { name: '', address: mailbox(to) ?? to },
        subject,
        text,
        html,
        attachments,
        messageId: id && `<${id}@${new URL(this.config.publicUrl).hostname}>`,
        headers: AUTOMATIC,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      this.logger.error(`A mail was not sent: ${reasonOf(error)}`);
      if (isForGood(error)) throw new MailRefused();
      throw new AppError(
        503,
        'mail_not_sent',
        'We could not send the mail just now. Please try again in a few minutes.',
      );
    }
  }
}

/** Of this address. At the same point a mail server tells what is wrong with the sender, or with this server. */
function isForGood(error: unknown): boolean {
  const { command, response = '' } = error as Partial<NodemailerError>;
  const said = response.replace(NAMES, '');
  if (command !== 'RCPT TO' || OF_SENDER.test(said)) return false;
  const [status] = STATUS.exec(said) ?? [];
  if (status === undefined) return response.startsWith('550');
  return NOBODYS.has(status) || (status === '5.4.1' && OF_RECIPIENT.test(said));
}

/** A mail server's own words repeat the address, which is kept out of the log. */
function reasonOf(error: unknown): string {
  const { code, command, responseCode } = error as Partial<NodemailerError>;
  return [code, command, responseCode].filter(Boolean).join(' ') || 'unknown';
}
