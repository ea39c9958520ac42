import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import type { Mail } from './mail.js';
import { Mailer } from './mailer.js';

/** Mails that nobody waits for: neither when nor how a request is answered depends on them. */
@Injectable()
export class LaterMails implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly mailer: Mailer) {}

  /** What is under way is let go. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** @param write gives null where there is nothing to send */
  send(write: () => Promise<Mail | null>): void {
    const sending = this.writeAndSend(write);
    this.underWay.add(sending);
    void sending.finally(() => this.underWay.delete(sending));
  }

  private async writeAndSend(write: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await write();
      if (mail) await this.mailer.send(mail);
    } catch (error) {
      // The mailer has said in the log what was wrong with the mail.
      if (!(error instanceof AppError)) this.logger.error(error);
    }
  }
}
