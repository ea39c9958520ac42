import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailDelivery } from './mail-delivery.js';

/** Whoever asked for the mail waits for its answer: much shorter than a mail server's own patience. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 };

/** Hands mails to a mail server, over a connection for each. */
export class SmtpDelivery extends MailDelivery {
  private readonly transport;

  constructor(url: string, timeouts = TIMEOUTS) {
    super();
    this.transport = createTransport({ url, ...timeouts });
  }

  async deliver(message: SendMailOptions): Promise<void> {
    await this.transport.sendMail(message);
  }

  async remove(): Promise<void> {
    // Nothing of a mail stays here.
  }
}
